"""The concierge: talks to whoever no other agent is talking to."""

from pathlib import Path

from agents.kit import Agent

concierge = Agent(
    name="concierge",
    description="Greets, says what can be done, takes what fits nobody else.",
    introduction="Telling you what I can do",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    examples=("hello", "what can you do?", "help me", "thank you, that was all", "who are you?"),
    expose_to_user=False,
    can_generate_task=False,
)
