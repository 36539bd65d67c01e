"""What slack_sdk's own models say about payloads, walked from top to bottom.

`validate_json` of a model looks at itself alone, and parsing drops what it does not know;
so every node is parsed and validated by itself.
"""

from collections.abc import Callable, Iterator
from typing import Any

from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.basic_objects import JsonObject
from slack_sdk.models.blocks import Block, BlockElement, ConfirmObject, Option, OptionGroup
from slack_sdk.models.messages.chunk import Chunk
from slack_sdk.models.views import View

Node = dict[str, Any]
UNKNOWN_TO_MODELS = {"data_table", "data_visualization", "workflow_button", "rich_text_input"}
WRONG = (SlackObjectFormationError, TypeError, ValueError, KeyError, AttributeError)
BLOCKS_OF = ("blocks", "child_blocks", "tasks", "fallback")
ELEMENTS_OF = ("accessory", "element", "hero_image", "icon")


def blocks(nodes: Any, at: str) -> Iterator[str]:
    """Validate blocks and everything in them."""
    for number, node in enumerate(nodes if isinstance(nodes, list) else ()):
        yield from _block(node, f"{at}/{number}")


def view(node: Any, at: str) -> Iterator[str]:
    """Validate a modal or a Home and everything in it."""
    if isinstance(node, dict):
        yield from _one(lambda: View(**node), at)
        yield from blocks(node.get("blocks"), f"{at}/blocks")


def chunks(nodes: Any, at: str) -> Iterator[str]:
    """Validate the chunks of a stream."""
    for number, node in enumerate(nodes if isinstance(nodes, list) else ()):
        here = f"{at}/{number}"
        if isinstance(node, dict):
            yield from _one(lambda node=node: Chunk.parse(dict(node)), here)  # type: ignore[misc] # a default binds it
            yield from blocks(node.get("blocks"), f"{here}/blocks")


def _block(node: Any, at: str) -> Iterator[str]:
    if not isinstance(node, dict) or node.get("type") in UNKNOWN_TO_MODELS:
        return
    yield from _one(lambda: Block.parse(node), at)
    kind = node.get("type")
    for name in BLOCKS_OF:
        yield from blocks(node.get(name), f"{at}/{name}")
    for name in ELEMENTS_OF:
        if isinstance(node.get(name), dict):
            yield from _element(node[name], f"{at}/{name}")
    for name in ("elements", "actions"):
        for number, child in enumerate(node.get(name) or ()):
            check = _block if kind == "carousel" else _element
            yield from check(child, f"{at}/{name}/{number}")


def _element(node: Any, at: str) -> Iterator[str]:
    if not isinstance(node, dict) or node.get("type") in UNKNOWN_TO_MODELS:
        return
    yield from _one(lambda: BlockElement.parse(node), at)
    if isinstance(node.get("confirm"), dict):
        yield from _one(lambda: ConfirmObject.parse(node["confirm"]), f"{at}/confirm")
    for number, option in enumerate(node.get("options") or ()):
        yield from _one(lambda option=option: Option(**option), f"{at}/options/{number}")  # type: ignore[misc] # a default binds it
    for number, group in enumerate(node.get("option_groups") or ()):
        yield from _one(lambda group=group: OptionGroup(**group), f"{at}/option_groups/{number}")  # type: ignore[misc] # a default binds it


def _one(parse: Callable[[], JsonObject | None], at: str) -> Iterator[str]:
    """Parse one node and say what its model finds; what is in it comes by itself."""
    try:
        model = parse()
        if model is None:
            yield f"{at}: unknown to slack_sdk"
        else:
            model.validate_json()
    except WRONG as error:
        yield f"{at}: {error}"
