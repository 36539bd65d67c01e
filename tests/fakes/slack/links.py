"""Finds the addresses in what a bot shows: links in texts, and what is fetched at once."""

import re
from collections.abc import Iterator
from typing import Any

LINK = re.compile(r"https?://[^\s<>|\"')\]}]+", re.IGNORECASE)
# Slack makes links of bare names too, if they end as addresses do.
BARE = re.compile(
    r"(?<![\w@./-])(?:[\w-]+\.)+"
    r"(?:com|net|org|io|dev|app|ai|co|me|info|biz|xyz|eu|uk|us|de|nl|fr|ru|cn|test|example)"
    r"(?![\w.-])(?:/[^\s<>|\"')\]}]*)?",
    re.IGNORECASE,
)
# Fetched by Slack's servers whether or not anybody clicks.
FETCHED = {
    "image_url",
    "thumb_url",
    "thumbnail_url",
    "video_url",
    "author_icon",
    "footer_icon",
    "provider_icon_url",
    "icon_url",
    "from_url",
}
# Followed by whoever presses, never by Slack.
CLICKED = {"title_link", "author_link", "auth_url", "disconnect_url", "title_url"}


def links_in(text: str) -> Iterator[str]:
    """The addresses in a text that Slack would make into links."""
    for found in LINK.findall(text):
        yield _trimmed(found)
    yield from (_trimmed(found.group()) for found in BARE.finditer(LINK.sub(" ", text)))


def _trimmed(link: str) -> str:
    for ending in ("&gt;", "&lt;", "&amp;"):
        link = link.removesuffix(ending)
    return link.rstrip(".,;:!?*_~`")


def linked(node: Any) -> Iterator[str]:
    """The addresses in all texts of blocks or attachments, which previews would follow."""
    if isinstance(node, str):
        yield from links_in(node)
    elif isinstance(node, list):
        for one in node:
            yield from linked(one)
    elif isinstance(node, dict):
        yield from _linked_in(node)


def _linked_in(node: dict[str, Any]) -> Iterator[str]:
    is_button = node.get("type") in ("button", "workflow_button", "overflow")
    for name, value in node.items():
        if name in FETCHED or name in CLICKED or name in ("value", "action_id", "block_id"):
            continue
        if name == "url" and is_button:
            continue
        yield from linked(value)


def fetched(node: Any) -> Iterator[str]:
    """The addresses Slack fetches at once: images, icons, and the sources of a task."""
    if isinstance(node, list):
        for one in node:
            yield from fetched(one)
    elif isinstance(node, dict):
        for name, value in node.items():
            if name in FETCHED and isinstance(value, str):
                yield value
            elif name == "sources":
                yield from linked(value)
            else:
                yield from fetched(value)
