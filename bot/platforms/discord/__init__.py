"""Discord: its events become turns, our replies become its messages; it never decides."""

PLATFORM = "discord"
ALONE = "@dm"
"""The workspace of those who write in private and share no known guild with the bot."""
