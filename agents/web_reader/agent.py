"""The agent that reads pages of the web."""

import re
from typing import Annotated

from pydantic import Field

from agents.kit import Agent, ToolFailed, Turn, WebAddress, tool
from agents.kit.values.texts import text_beside

LONGEST = 3_000  # characters

_WORD = re.compile(r"[^\W_]{3,}")
_LEFT_OUT = "…"


def passages(text: str, about: str, longest: int = LONGEST) -> str:
    """Keep the lines that share words with what is looked for; its beginning, if none do.

    The first line, a title as a rule, is always kept.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    if len("\n".join(lines)) <= longest:
        return "\n".join(lines)
    wanted = set(_WORD.findall(about.casefold()))
    scores = [sum(word in line.casefold() for word in wanted) for line in lines]
    likeliest = sorted(range(1, len(lines)), key=lambda at: (-scores[at], at))
    return _joined(lines, _fitting(lines, [0, *likeliest], longest))


def _fitting(lines: list[str], order: list[int], longest: int) -> list[int]:
    """As many of these lines as there is room for, the first ones first."""
    room, kept = longest, []
    for at in order:
        if room <= 0:
            break
        kept.append(at)
        room -= len(lines[at]) + len(_LEFT_OUT) + 2
    return sorted(kept)


def _joined(lines: list[str], kept: list[int]) -> str:
    """The lines with a mark wherever something between them is left out."""
    pieces: list[str] = []
    for before, at in zip([-1, *kept], kept, strict=False):
        pieces += [_LEFT_OUT] if at > before + 1 else []
        pieces.append(lines[at][:LONGEST])
    return "\n".join([*pieces, *([_LEFT_OUT] if kept[-1] + 1 < len(lines) else [])])


GONE = 400  # and above: the page is not there, or not for us
About = Annotated[str, Field(description="what to look for, if named", max_length=300)]


@tool(destinations=["url"])
async def read_page(turn: Turn, url: WebAddress, about: About = "") -> str:
    """Read a page of the web; of a long one, what is about something."""
    turn.progress(f"Reading {url}")
    page = await turn.http.get(url)
    if page.status >= GONE:
        raise ToolFailed(f"The page {url} answers with status {page.status}.")
    return f"{page.address} says:\n{passages(page.text, about) or '(nothing)'}"


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
