"""Finds the addresses in what a bot shows: links in texts, and what is fetched at once."""

import re
from collections.abc import Iterator

from tests.fakes.discord.rows import Json, walk

# Inside code nothing is a link, and nobody is called.
CODE = re.compile(r"```.*?```|`[^`]+`", re.DOTALL)
# An address in angle brackets is shown without a preview.
QUIET = re.compile(r"<https?://[^\s>]+>", re.IGNORECASE)
LINK = re.compile(r"https?://[^\s<>\"')\]]+", re.IGNORECASE)
EMBED_PICTURES = ("image", "thumbnail", "video")
EMBED_PEOPLE = ("author", "footer")


def outside_code(text: str) -> str:
    """A text without what stands in backticks."""
    return CODE.sub(" ", text)


def links_in(text: str) -> Iterator[str]:
    """The addresses in a text that Discord would preview."""
    for found in LINK.findall(QUIET.sub(" ", outside_code(text))):
        yield found.rstrip(".,;:!?*_~`|")


def pictures_in(embeds: list[Json]) -> Iterator[str]:
    """The pictures of embeds, which Discord's proxy fetches at once."""
    for embed in embeds:
        for name in EMBED_PICTURES:
            yield from _address(embed.get(name), "url")
        for name in EMBED_PEOPLE:
            yield from _address(embed.get(name), "icon_url")


def media_in(components: list[Json]) -> Iterator[str]:
    """The pictures and files of components, which are fetched at once too."""
    for one in walk(components):
        for media in (one.get("media"), one.get("file")):
            yield from _address(media, "url")
        for item in one.get("items") or []:
            yield from _address(item.get("media"), "url")


def _address(node: Json | None, name: str) -> Iterator[str]:
    found = (node or {}).get(name)
    if isinstance(found, str) and found.startswith("http"):
        yield found
