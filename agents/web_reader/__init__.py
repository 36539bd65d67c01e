"""The web reader: what stands on a page somebody names."""
