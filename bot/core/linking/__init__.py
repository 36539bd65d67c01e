"""One person on several platforms: how identities join, and how they decide for one another."""
