"""What Slack refuses: a walk over everything that is sent, by its own models and our table."""

import json
import re
from collections.abc import Iterator
from typing import Any

from slack_sdk.models.basic_objects import JsonObject
from slack_sdk.models.blocks import Block
from slack_sdk.models.messages.chunk import Chunk
from slack_sdk.models.views import View

ALL_BLOCKS = 13_000
IN_ROWS = {"actions": 25, "context": 10, "context_actions": 5}
ELEMENTS = {
    "actions": {"button"},
    "context": {"mrkdwn", "plain_text"},
    "context_actions": {"feedback_buttons", "icon_button"},
}
LONGEST = {"section": 3_000, "header": 150, "context": 3_000}
_OURS = re.compile(
    r"<(?:https://docs\.example\.com[^\s<>|]*(?:\|[^<>|]*)?|@[UW][A-Z0-9]+|!subteam\^S1"
    r"|!date\^\d+\^\{date_short_pretty\} \{time\}\|[\d :UTC-]+)>"
)


def refusals(message: tuple[dict[str, Any], ...] | list[dict[str, Any]]) -> list[str]:
    """What Slack would say against the blocks of one message."""
    found = [*_walked(Block.parse_all(message)), *_blocks(message)]
    found += [f"{len(message)} blocks"] if not 1 <= len(message) <= 50 else []
    size = sum(len(text) for text in texts(message))
    found += [f"{size} characters"] if size > ALL_BLOCKS else []
    tables = [block for block in message if block["type"] == "table"]
    return found + ([f"{len(tables)} tables"] if len(tables) > 1 else [])


def refusals_of_view(view: dict[str, Any]) -> list[str]:
    """What Slack would say against a form or a home."""
    found = [*_walked([View(**view)]), *_blocks(view["blocks"])]
    found += [f"{len(view['blocks'])} blocks"] if not 1 <= len(view["blocks"]) <= 100 else []
    has_input = any(block["type"] == "input" for block in view["blocks"])
    found += ["input without submit"] if has_input and "submit" not in view else []
    size = len(json.dumps(view))
    return found + ([f"{size} bytes"] if size > 250_000 else [])


def refusals_of_chunk(chunk: dict[str, Any]) -> list[str]:
    """What Slack would say against a piece of a stream."""
    found = list(_walked([Chunk.parse(chunk)]))
    for name in ("details", "output"):
        found += [f"long {name}"] if len(chunk.get(name, "")) > 256 else []
    return found


def controls(text: str) -> list[str]:
    """The control sequences of a text that are none of ours."""
    return re.findall(r"<[^<>]{0,40}>?", _OURS.sub("", text))


def texts(given: Any) -> list[str]:
    """Every text that people read, in order."""
    match given:
        case {"text": str(text), **_rest}:
            return [text]
        case dict():
            return [text for value in given.values() for text in texts(value)]
        case list() | tuple():
            return [text for value in given for text in texts(value)]
        case _:
            return []


def _walked(models: Any) -> Iterator[str]:
    """Validate models and all that is in them; `validate_json` looks at one only."""
    for model in models:
        if model is None:
            yield "a block that is unknown"
        if isinstance(model, JsonObject):
            try:
                model.validate_json()
            except Exception as error:  # noqa: BLE001 - whatever it says against it is told
                yield f"{type(model).__name__}: {error}"
            yield from _walked([inner for inner in vars(model).values() if inner is not None])
        elif isinstance(model, list | tuple):
            yield from _walked(model)


def _blocks(blocks: Any) -> Iterator[str]:
    ids = [block["block_id"] for block in blocks if "block_id" in block]
    yield from (f"block_id twice: {id_}" for id_ in ids if ids.count(id_) > 1)
    actions = [e["action_id"] for e in _elements(blocks)]
    yield from (f"action_id twice: {id_}" for id_ in actions if actions.count(id_) > 1)
    for block in blocks:
        yield from _block(block)


def _block(block: dict[str, Any]) -> Iterator[str]:
    kind = block["type"]
    yield from _row(kind, block.get("elements", []))
    for text in texts(block):
        if not text:
            yield f"empty text in {kind}"
        if len(text) > LONGEST.get(kind, 12_000):
            yield f"{len(text)} characters in {kind}"
    if kind == "table":
        yield from _table(block["rows"])
    yield from _long_parts(block)


def _row(kind: str, elements: list[dict[str, Any]]) -> Iterator[str]:
    if kind in IN_ROWS:
        if not 1 <= len(elements) <= IN_ROWS[kind]:
            yield f"{len(elements)} elements in {kind}"
        yield from (f"{e['type']} in {kind}" for e in elements if e["type"] not in ELEMENTS[kind])


def _table(rows: list[list[Any]]) -> Iterator[str]:
    if len(rows) > 100 or any(len(row) > 20 for row in rows):
        yield "a table that is too large"
    if len({len(row) for row in rows}) > 1:
        yield "rows of unequal length"


def _long_parts(block: dict[str, Any]) -> Iterator[str]:
    for element in _elements([block]):
        if not 1 <= len(element["action_id"]) <= 255:
            yield "a bad action_id"
        if len(element.get("value", "")) > 2_000:
            yield "a long value"
        longest = element.get("max_length", 3_000)
        if longest > 3_000 or len(element.get("initial_value", "")) > longest:
            yield "a long input"
        if not isinstance(element.get("visible_to_user_ids", ["U"]), list):
            yield "no list of viewers"


def _elements(blocks: Any) -> list[dict[str, Any]]:
    inner = [e for block in blocks for e in (*block.get("elements", []), block.get("element"))]
    return [e for e in inner if e and "action_id" in e]
