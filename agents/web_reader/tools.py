"""What the web reader can do: read one page that the user named."""

from typing import Annotated

from pydantic import Field

from agents.kit import ToolFailed, Turn, WebAddress, tool
from agents.web_reader.passages import passages

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
