"""What is remembered of conversations: their lines, summaries and meaning."""
