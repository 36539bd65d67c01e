"""The concierge: talks to whoever no other agent is talking to."""

from agents.kit import Agent
from agents.kit.values.texts import text_beside

concierge = Agent(
    name="concierge",
    description="Greets, says what can be done, takes what fits nobody else.",
    introduction="Telling you what I can do",
    prompt=text_beside(__file__, "prompt.md"),
    examples=("hello", "what can you do?", "help me", "thank you, that was all", "who are you?"),
    expose_to_user=False,
    can_generate_task=False,
)
