"""The staff directory: questions about who works here, answered from a database."""
