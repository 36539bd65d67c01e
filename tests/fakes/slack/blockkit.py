"""Checks of blocks, views, chunks and metadata against Slack's limits, without the SDK."""

import json
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any, Literal

from tests.fakes.slack import limits
from tests.fakes.slack.elements import (
    ANY_TEXT,
    IN_ACTIONS,
    IN_CONTEXT,
    IN_CONTEXT_ACTIONS,
    IN_INPUT,
    IN_SECTION,
    PLAIN,
    Problems,
    element,
    image,
    optional_text,
    text,
    too_long,
    too_many,
)
from tests.fakes.slack.rows import controls

Surface = Literal["message", "modal", "home"]
Node = dict[str, Any]
EVERYWHERE = {"section", "divider", "image", "actions", "context", "header", "rich_text", "video"}
ALLOWED: dict[Surface, set[str]] = {
    "message": EVERYWHERE
    | {"input", "file", "call", "markdown", "table", "data_table", "task_card", "plan"}
    | {"alert", "card", "carousel", "container", "context_actions", "data_visualization"},
    "modal": EVERYWHERE | {"input", "alert", "auth_provider"},
    "home": EVERYWHERE | {"input", "alert", "auth_provider"},
}
TASK_STATES = ("pending", "in_progress", "complete", "error")
ALERT_LEVELS = (None, "default", "info", "warning", "error", "success")


def block_problems(blocks: Any, surface: Surface, at: str = "/blocks") -> list[str]:
    """Say everything that is wrong with the blocks of a message or a view."""
    most = limits.MESSAGE_BLOCKS if surface == "message" else limits.VIEW_BLOCKS
    found = [*too_many(blocks, most, at, least=0)]
    if not isinstance(blocks, list):
        return found
    for number, block in enumerate(blocks):
        found += _block(block, surface, f"{at}/{number}")
    nodes = [block for block in blocks if isinstance(block, dict)]
    found += _repeated((block.get("block_id") for block in nodes), "block_id", at)
    for number, block in enumerate(nodes):
        actions = (control.get("action_id") for control in controls([block]))
        found += _repeated(actions, "action_id", f"{at}/{number}")
    markdown = sum(len(str(row.get("text"))) for row in nodes if row.get("type") == "markdown")
    if markdown > limits.MARKDOWN:
        found.append(f"markdown blocks hold more than {limits.MARKDOWN} characters [{at}]")
    return found


def blocks_are_too_long(blocks: list[Node]) -> bool:
    """Whether the words of all blocks, and the blocks themselves, are more than Slack takes."""
    cost = _letters(blocks) + limits.BLOCKS_TEXT_PER_BLOCK * (len(blocks) - 1)
    return cost > limits.BLOCKS_TEXT


def _letters(node: Any) -> int:
    if isinstance(node, list):
        return sum(map(_letters, node))
    if not isinstance(node, dict):
        return 0
    own = sum(len(node[key]) for key in ("text", "title") if isinstance(node.get(key), str))
    return own + sum(_letters(value) for value in node.values() if isinstance(value, list | dict))


def _repeated(ids: Iterable[str | None], name: str, at: str) -> list[str]:
    counts = Counter(one for one in ids if one)
    return [f"{name} {one!r} is not unique [{at}]" for one, times in counts.items() if times > 1]


def _block(block: Any, surface: Surface, at: str) -> Problems:
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        yield f"must be an object with a type [json-pointer:{at}]"
        return
    kind = block["type"]
    if kind not in ALLOWED[surface]:
        yield f"unsupported type: {kind} in a {surface} [json-pointer:{at}/type]"
        return
    yield from too_long(block.get("block_id"), limits.BLOCK_ID, f"{at}/block_id")
    check = _CHECKS.get(kind)
    if check is not None:
        yield from check(block, at)


def _section(block: Node, at: str) -> Problems:
    if "text" not in block and "fields" not in block:
        yield f"must provide text or fields [json-pointer:{at}]"
    yield from optional_text(block.get("text"), limits.SECTION_TEXT, f"{at}/text")
    if "fields" in block:
        yield from too_many(block["fields"], limits.SECTION_FIELDS, f"{at}/fields")
        for number, field in enumerate(block["fields"]):
            yield from text(field, limits.FIELD_TEXT, f"{at}/fields/{number}")
    if "accessory" in block:
        yield from element(block["accessory"], IN_SECTION, f"{at}/accessory")


def _header(block: Node, at: str) -> Problems:
    yield from text(block.get("text"), limits.HEADER_TEXT, f"{at}/text", PLAIN)


def _image(block: Node, at: str) -> Problems:
    yield from image(block, at)
    yield from optional_text(block.get("title"), limits.IMAGE_TEXT, f"{at}/title", PLAIN)


def _elements(allowed: set[str], most: int) -> Callable[[Node, str], Problems]:
    def check(block: Node, at: str) -> Problems:
        yield from too_many(block.get("elements"), most, f"{at}/elements")
        for number, node in enumerate(block.get("elements") or ()):
            yield from element(node, allowed, f"{at}/elements/{number}")

    return check


def _rich_text(block: Node, at: str) -> Problems:
    if not isinstance(block.get("elements"), list):
        yield f"must provide an array [json-pointer:{at}/elements]"
        return
    known = {f"rich_text_{part}" for part in ("section", "list", "preformatted", "quote")}
    for number, node in enumerate(block["elements"]):
        if not isinstance(node, dict) or node.get("type") not in known:
            yield f"unsupported type in rich_text [json-pointer:{at}/elements/{number}]"


def _input(block: Node, at: str) -> Problems:
    yield from text(block.get("label"), limits.INPUT_LABEL, f"{at}/label", PLAIN)
    yield from optional_text(block.get("hint"), limits.INPUT_LABEL, f"{at}/hint", PLAIN)
    yield from element(block.get("element"), IN_INPUT, f"{at}/element")


def _markdown(block: Node, at: str) -> Problems:
    if not block.get("text"):
        yield f"must be more than 0 characters [json-pointer:{at}/text]"
    yield from too_long(block.get("text"), limits.MARKDOWN, f"{at}/text")


def _rows(block: Node, at: str, *, least: int, most: int) -> Problems:
    yield from too_many(block.get("rows"), most, f"{at}/rows", least=least)
    cells = {"raw_text", "raw_number", "rich_text"}
    for number, row in enumerate(block.get("rows") or ()):
        here = f"{at}/rows/{number}"
        yield from too_many(row, limits.TABLE_COLUMNS, here)
        for cell in row if isinstance(row, list) else ():
            if not isinstance(cell, dict) or cell.get("type") not in cells:
                yield f"unsupported cell [json-pointer:{here}]"
            elif cell["type"] != "rich_text" and not cell.get("text"):
                yield f"must be more than 0 characters [json-pointer:{here}]"


def _table(block: Node, at: str) -> Problems:
    yield from _rows(block, at, least=1, most=limits.TABLE_ROWS)
    settings = block.get("column_settings")
    if settings is not None:
        yield from too_many(settings, limits.TABLE_COLUMNS, f"{at}/column_settings", least=0)


def _data_table(block: Node, at: str) -> Problems:
    if not block.get("caption"):
        yield f"missing required field: caption [json-pointer:{at}]"
    yield from _rows(block, at, least=2, most=limits.DATA_TABLE_ROWS)
    if len({len(row) for row in block.get("rows") or () if isinstance(row, list)}) > 1:
        yield f"rows must have the same length [json-pointer:{at}/rows]"


def _task_card(block: Node, at: str) -> Problems:
    for name in ("task_id", "title"):
        if not isinstance(block.get(name), str) or not block[name]:
            yield f"missing required field: {name} [json-pointer:{at}]"
    if block.get("status") not in (None, *TASK_STATES):
        yield f"must be one of {', '.join(TASK_STATES)} [json-pointer:{at}/status]"
    for name in ("details", "output"):
        if name in block and (block[name] or {}).get("type") != "rich_text":
            yield f"must be a rich_text block [json-pointer:{at}/{name}]"


def _plan(block: Node, at: str) -> Problems:
    if not isinstance(block.get("title"), str) or not block["title"]:
        yield f"missing required field: title [json-pointer:{at}]"
    yield from too_many(block.get("tasks", []), limits.PLAN_TASKS, f"{at}/tasks", least=0)
    for number, task in enumerate(block.get("tasks") or ()):
        yield from _task_card(task, f"{at}/tasks/{number}")


def _alert(block: Node, at: str) -> Problems:
    yield from text(block.get("text"), limits.SECTION_TEXT, f"{at}/text")
    if block.get("level") not in ALERT_LEVELS:
        yield f"must be a known level [json-pointer:{at}/level]"


def _card(block: Node, at: str) -> Problems:
    if not any(block.get(name) for name in ("hero_image", "title", "actions", "body")):
        yield f"must provide a hero_image, title, actions or body [json-pointer:{at}]"
    for name, most in (("title", limits.CARD_TITLE), ("subtitle", limits.CARD_TITLE)):
        yield from optional_text(block.get(name), most, f"{at}/{name}", ANY_TEXT)
    yield from optional_text(block.get("body"), limits.CARD_BODY, f"{at}/body")
    for number, node in enumerate(block.get("actions") or ()):
        yield from element(node, IN_ACTIONS, f"{at}/actions/{number}")


def _carousel(block: Node, at: str) -> Problems:
    yield from too_many(block.get("elements"), limits.CAROUSEL_CARDS, f"{at}/elements")
    for number, card in enumerate(block.get("elements") or ()):
        if card.get("type") != "card":
            yield f"unsupported type: must be card [json-pointer:{at}/elements/{number}]"
        yield from _card(card, f"{at}/elements/{number}")


def _container(block: Node, at: str) -> Problems:
    if "title" not in block and "rich_text_title" not in block:
        yield f"missing required field: title [json-pointer:{at}]"
    for name in ("title", "subtitle"):
        yield from optional_text(block.get(name), limits.CARD_TITLE, f"{at}/{name}")
    children = block.get("child_blocks")
    yield from too_many(children, limits.CONTAINER_BLOCKS, f"{at}/child_blocks")
    for number, child in enumerate(children or ()):
        yield from _block(child, "message", f"{at}/child_blocks/{number}")


def _auth_provider(block: Node, at: str) -> Problems:
    for name in ("value", "name", "is_connected"):
        if block.get(name) is None:
            yield f"missing required field: {name} [json-pointer:{at}]"


_CHECKS: dict[str, Callable[[Node, str], Problems]] = {
    "section": _section,
    "header": _header,
    "image": _image,
    "actions": _elements(IN_ACTIONS, limits.ACTIONS_ELEMENTS),
    "context": _elements(IN_CONTEXT, limits.CONTEXT_ELEMENTS),
    "context_actions": _elements(IN_CONTEXT_ACTIONS, limits.CONTEXT_ACTIONS_ELEMENTS),
    "rich_text": _rich_text,
    "input": _input,
    "markdown": _markdown,
    "table": _table,
    "data_table": _data_table,
    "task_card": _task_card,
    "plan": _plan,
    "alert": _alert,
    "card": _card,
    "carousel": _carousel,
    "container": _container,
    "auth_provider": _auth_provider,
}


def metadata_error(metadata: Any) -> str | None:
    """The error Slack gives for message metadata, or None if it is fine."""
    if not isinstance(metadata, dict):
        return "invalid_metadata_format"
    if not metadata or "entities" in metadata:
        return None
    if not isinstance(metadata.get("event_type"), str) or not metadata["event_type"]:
        return "invalid_metadata_format"
    if not isinstance(metadata.get("event_payload"), dict):
        return "invalid_metadata_format"
    return "metadata_too_large" if len(json.dumps(metadata)) > limits.METADATA else None
