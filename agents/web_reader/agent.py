"""The agent that reads pages of the web."""

from pathlib import Path

from agents.kit import Agent
from agents.web_reader.tools import read_page

web_reader = Agent(
    name="web_reader",
    description="Reads a page of the web by its address.",
    introduction="Reading a page of the web (needs a language model)",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(read_page,),
    examples=(
        "read a page of the web",
        "what does this page say?",
        "summarise this web page",
        "look something up on a website",
        "open this link",
    ),
)
