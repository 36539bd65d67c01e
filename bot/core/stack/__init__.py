"""The task stack: what starts, what an outcome means, what comes next."""
