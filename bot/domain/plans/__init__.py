"""Plans: values, how they are made, and the moves that change them."""
