"""Forms: code asks for what a tool needs, reads it, and runs the tool."""
