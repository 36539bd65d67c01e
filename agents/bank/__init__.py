"""The demo bank: logging in, looking up a balance, moving money."""
