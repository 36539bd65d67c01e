"""The marketing desk: campaigns, posts and announcements."""
