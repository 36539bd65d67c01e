"""What is done from time to time: late work found, old things deleted, people forgotten."""
