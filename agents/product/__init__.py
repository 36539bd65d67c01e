"""The product desk: features, the roadmap and release notes."""
