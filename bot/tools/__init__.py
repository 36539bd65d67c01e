"""What agents' tools may reach, as adapters of the kit's ports."""
