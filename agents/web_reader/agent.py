"""The agent that reads pages of the web."""

from agents.kit import Agent
from agents.kit.lengths import text_beside
from agents.web_reader.tools import read_page

web_reader = Agent(
    name="web_reader",
    description="Reads a page of the web by its address.",
    introduction="Reading a page of the web (needs a language model)",
    prompt=text_beside(__file__, "prompt.md"),
    tools=(read_page,),
    examples=(
        "read a page of the web",
        "what does this page say?",
        "summarise this web page",
        "look something up on a website",
        "open this link",
    ),
)
