"""What goes to a model service and comes back: requests and answers in all their forms."""
