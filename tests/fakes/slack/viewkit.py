"""Checks of views and of stream chunks against Slack's limits, without the SDK."""

import json
from typing import Any

from tests.fakes.slack import limits
from tests.fakes.slack.blockkit import TASK_STATES, Node, block_problems
from tests.fakes.slack.elements import PLAIN, Problems, optional_text, text, too_long, too_many


def view_problems(view: Any) -> list[str]:
    """Say everything that is wrong with a modal or a Home."""
    if not isinstance(view, dict):
        return ["must be an object [json-pointer:/view]"]
    if view.get("type") not in ("modal", "home"):
        return ["must be modal or home [json-pointer:/view/type]"]
    surface = view["type"]
    found = block_problems(view.get("blocks"), surface, "/view/blocks")
    if isinstance(view.get("blocks"), list) and not view["blocks"] and surface == "modal":
        found.append("must contain at least 1 items [json-pointer:/view/blocks]")
    for name, most in (
        ("private_metadata", limits.PRIVATE_METADATA),
        ("callback_id", limits.CALLBACK_ID),
        ("external_id", limits.CALLBACK_ID),
    ):
        found += too_long(view.get(name), most, f"/view/{name}")
    found += _modal(view) if surface == "modal" else _home(view)
    return found


def view_is_too_large(view: Any) -> bool:
    """Whether a view is more than Slack stores."""
    return len(json.dumps(view)) > limits.VIEW_BYTES


def _modal(view: Node) -> Problems:
    yield from text(view.get("title"), limits.VIEW_TITLE, "/view/title", PLAIN)
    for name in ("submit", "close"):
        yield from optional_text(view.get(name), limits.VIEW_TITLE, f"/view/{name}", PLAIN)
    blocks = view.get("blocks")
    inputs = [block for block in blocks or () if _is_input(block)]
    if inputs and not view.get("submit"):
        yield "a modal with an input block must have a submit button [json-pointer:/view/submit]"


def _home(view: Node) -> Problems:
    for name in ("title", "submit", "close"):
        if view.get(name) is not None:
            yield f"invalid additional property: {name} [json-pointer:/view]"


def _is_input(block: Any) -> bool:
    return isinstance(block, dict) and block.get("type") == "input"


def chunk_problems(chunks: Any) -> list[str]:
    """Say everything that is wrong with the chunks of a stream."""
    if not isinstance(chunks, list):
        return ["must provide an array [json-pointer:/chunks]"]
    found: list[str] = []
    for number, chunk in enumerate(chunks):
        found += _chunk(chunk, f"/chunks/{number}")
    return found


def _chunk(chunk: Any, at: str) -> Problems:
    match chunk:
        case {"type": "markdown_text"}:
            if not chunk.get("text"):
                yield f"must be more than 0 characters [json-pointer:{at}/text]"
            yield from too_long(chunk.get("text"), limits.MARKDOWN, f"{at}/text")
        case {"type": "plan_update"}:
            if not chunk.get("title"):
                yield f"missing required field: title [json-pointer:{at}]"
            yield from too_long(chunk.get("title"), limits.CHUNK_FIELD, f"{at}/title")
        case {"type": "task_update"}:
            yield from _task_update(chunk, at)
        case {"type": "blocks"}:
            yield from block_problems(chunk.get("blocks"), "message", f"{at}/blocks")
            yield from too_many(chunk.get("blocks"), limits.MESSAGE_BLOCKS, f"{at}/blocks")
        case _:
            yield f"unsupported type of chunk [json-pointer:{at}]"


def _task_update(chunk: Node, at: str) -> Problems:
    for name in ("id", "title"):
        if not chunk.get(name):
            yield f"missing required field: {name} [json-pointer:{at}]"
    if chunk.get("status") not in TASK_STATES:
        yield f"must be one of {', '.join(TASK_STATES)} [json-pointer:{at}/status]"
    for name in ("title", "details", "output"):
        yield from too_long(chunk.get(name), limits.CHUNK_FIELD, f"{at}/{name}")
    for number, source in enumerate(chunk.get("sources") or ()):
        here = f"{at}/sources/{number}"
        if not isinstance(source, dict) or source.get("type") != "url":
            yield f"must be a url source [json-pointer:{here}]"
        else:
            yield from too_long(source.get("url"), limits.URL, f"{here}/url")
