"""The agent that greets people and says what can be done."""
