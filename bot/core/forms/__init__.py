"""Forms: which values a tool needs, and which of them a message gives."""
