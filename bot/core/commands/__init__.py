"""Commands: what people may say with a slash, or as exactly a word of the lexicon."""
