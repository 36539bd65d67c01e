"""The insurance desk: decline letters, and where to find a claim id."""
