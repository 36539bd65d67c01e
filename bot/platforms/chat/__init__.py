"""What Slack and Discord do alike, over one wire; it knows neither of them."""
