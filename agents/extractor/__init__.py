"""The extractor: the names, dates, amounts and addresses in a text, as a record."""
