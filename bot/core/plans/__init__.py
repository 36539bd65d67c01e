"""Plans: a goal made into steps, decided by people, carried out one by one."""
