"""Which agents a text may be about, by its words: pure, and without a model."""
