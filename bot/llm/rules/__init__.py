"""Reading by rules, where no model is set up: words in common, and what code reads for certain."""
