"""The same ports in memory, with the same promises: for tests and for trying things out."""
