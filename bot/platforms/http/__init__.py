"""The web: what programs and platforms reach over HTTP."""
