"""Act for an agent: run it, equip it, and use its tools behind their guards."""
