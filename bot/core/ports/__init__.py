"""The ports of the core and the engine: what they need from the world, as promises."""
