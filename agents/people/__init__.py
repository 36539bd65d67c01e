"""The people desk: who works here, since when, with whose help, and who is away."""
