"""The workspaces the bot was installed in, and those that left."""
