"""What else an agent may reach: HTTP, a port the bot provides."""

from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from agents.kit.headers import Headers


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the web as a text to read; `address` is where it was found in the end.

    `is_cut` says that it is longer than may be read.
    """

    address: str
    status: int
    media_type: str
    text: str
    is_cut: bool = False


class Http(Protocol):
    """Talks to tool servers the operator allowed, and reads public pages."""

    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        """Post JSON and read JSON back, with `headers` besides the usual ones.

        One whose value is a `Secret`, or whose name says that it is one, such as
        `Authorization`, is masked wherever an answer repeats it.

        Raises:
            Declined: the server answered with a 4xx status; it carries the status and the text.
            NoAnswer: it was sent, and no usable answer came: it may have been heeded all the same.
            ToolFailed: the address or a header is not allowed, or nobody was there.
        """
        ...

    async def get(self, url: str) -> Page:
        """Read a page, whatever its status; only the public web, and what the operator added.

        Who asks for a page tells its owner something, so that people say themselves, or
        approve, which one it is: the address is a guarded argument of the tool, among the
        `destinations` of a look or not `free` of an effect. Else it is one of the agent's `pages`,
        or lies on a host the operator opened.

        Raises:
            ToolFailed: the address is not allowed, or no text came from there.
        """
        ...
