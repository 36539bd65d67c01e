"""The demo stock ticker: companies, symbols and quotes."""
