"""The legal desk: drafting contracts, checking texts, keeping signatures and consents."""
