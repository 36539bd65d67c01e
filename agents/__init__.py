"""The agents that come with Frontdesk, a folder each, and the kit they are made of."""
