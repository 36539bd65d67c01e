"""Checks of what goes inside blocks: texts, options, confirmations and elements.

Every check returns sentences in the words of Slack's own errors, each with a JSON pointer.
"""

from collections.abc import Callable, Iterator
from typing import Any

from tests.fakes.slack import limits

Problems = Iterator[str]
PLAIN = ("plain_text",)
ANY_TEXT = ("plain_text", "mrkdwn")

SELECTS = {
    f"{kind}_select" for kind in ("static", "external", "users", "conversations", "channels")
}
MULTI_SELECTS = {f"multi_{name}" for name in SELECTS}
PICKERS = {"datepicker", "timepicker", "datetimepicker"}
CHOICES = {"checkboxes", "radio_buttons"}
BUTTONS = {"button", "workflow_button"}
TYPED = {
    "plain_text_input",
    "email_text_input",
    "url_text_input",
    "number_input",
    "rich_text_input",
    "file_input",
}

IN_SECTION = SELECTS | MULTI_SELECTS | CHOICES | BUTTONS | {"overflow", "image"} | PICKERS
IN_ACTIONS = SELECTS | CHOICES | BUTTONS | {"overflow"} | PICKERS
IN_INPUT = SELECTS | MULTI_SELECTS | CHOICES | PICKERS | TYPED
IN_CONTEXT = {"image", *ANY_TEXT}
IN_CONTEXT_ACTIONS = {"feedback_buttons", "icon_button"}


def too_long(value: Any, most: int, at: str) -> Problems:
    """Check a string's length; absence is fine."""
    if value is None:
        return
    if not isinstance(value, str):
        yield f"must be a string [json-pointer:{at}]"
    elif len(value) > most:
        yield f"must be less than {most + 1} characters [json-pointer:{at}]"


def too_many(items: Any, most: int, at: str, *, least: int = 1) -> Problems:
    """Check an array's length."""
    if not isinstance(items, list):
        yield f"must provide an array [json-pointer:{at}]"
    elif len(items) > most:
        yield f"no more than {most} items allowed [json-pointer:{at}]"
    elif len(items) < least:
        yield f"must contain at least {least} items [json-pointer:{at}]"


def text(node: Any, most: int, at: str, kinds: tuple[str, ...] = ANY_TEXT) -> Problems:
    """Check a text object."""
    if not isinstance(node, dict) or node.get("type") not in kinds:
        yield f"must be a text object of type {' or '.join(kinds)} [json-pointer:{at}]"
        return
    words = node.get("text")
    if not isinstance(words, str) or not words:
        yield f"must be more than 0 characters [json-pointer:{at}/text]"
        return
    yield from too_long(words, most, f"{at}/text")


def optional_text(node: Any, most: int, at: str, kinds: tuple[str, ...] = ANY_TEXT) -> Problems:
    """Check a text object that may be absent."""
    if node is not None:
        yield from text(node, most, at, kinds)


def element(node: Any, allowed: set[str], at: str) -> Problems:
    """Check one element and whether it may stand where it stands."""
    if not isinstance(node, dict) or "type" not in node:
        yield f"must be an object with a type [json-pointer:{at}]"
        return
    kind = node["type"]
    if kind not in allowed:
        yield f"unsupported type: {kind} [json-pointer:{at}/type]"
        return
    yield from too_long(node.get("action_id"), limits.ACTION_ID, f"{at}/action_id")
    yield from optional_text(
        node.get("placeholder"), limits.PLACEHOLDER, f"{at}/placeholder", PLAIN
    )
    yield from _confirm(node.get("confirm"), f"{at}/confirm")
    yield from _CHECKS.get(kind, _nothing)(node, at)


def _nothing(_node: dict[str, Any], _at: str) -> Problems:
    yield from ()


def _confirm(node: Any, at: str) -> Problems:
    if node is None:
        return
    if not isinstance(node, dict):
        yield f"must be an object [json-pointer:{at}]"
        return
    yield from text(node.get("title"), limits.CONFIRM_TITLE, f"{at}/title", PLAIN)
    yield from text(node.get("text"), limits.CONFIRM_TEXT, f"{at}/text")
    yield from text(node.get("confirm"), limits.CONFIRM_BUTTON, f"{at}/confirm", PLAIN)
    yield from text(node.get("deny"), limits.CONFIRM_BUTTON, f"{at}/deny", PLAIN)


def _button(node: dict[str, Any], at: str) -> Problems:
    yield from text(node.get("text"), limits.BUTTON_TEXT, f"{at}/text", PLAIN)
    yield from too_long(node.get("value"), limits.BUTTON_VALUE, f"{at}/value")
    yield from too_long(node.get("url"), limits.URL, f"{at}/url")
    label = node.get("accessibility_label")
    yield from too_long(label, limits.BUTTON_TEXT, f"{at}/accessibility_label")
    yield from too_long(node.get("agent_prompt"), limits.AGENT_PROMPT, f"{at}/agent_prompt")
    if node.get("style") not in (None, "primary", "danger"):
        yield f"must be primary or danger [json-pointer:{at}/style]"
    yield from _viewers(node, at)


def _viewers(node: dict[str, Any], at: str) -> Problems:
    if "visible_to_user_ids" in node:
        users = node["visible_to_user_ids"]
        yield from too_many(users, limits.BUTTON_VIEWERS, f"{at}/visible_to_user_ids")


def _icon_button(node: dict[str, Any], at: str) -> Problems:
    if not isinstance(node.get("icon"), str):
        yield f"missing required field: icon [json-pointer:{at}]"
    yield from text(node.get("text"), limits.BUTTON_TEXT, f"{at}/text", PLAIN)
    yield from too_long(node.get("value"), limits.BUTTON_VALUE, f"{at}/value")
    yield from _viewers(node, at)


def _feedback_buttons(node: dict[str, Any], at: str) -> Problems:
    for side in ("positive_button", "negative_button"):
        button = node.get(side)
        if not isinstance(button, dict):
            yield f"missing required field: {side} [json-pointer:{at}]"
            continue
        yield from text(button.get("text"), limits.BUTTON_TEXT, f"{at}/{side}/text", PLAIN)
        if not isinstance(button.get("value"), str):
            yield f"missing required field: value [json-pointer:{at}/{side}]"
        yield from too_long(button.get("value"), limits.BUTTON_VALUE, f"{at}/{side}/value")


def image(node: dict[str, Any], at: str) -> Problems:
    """Check an image, as a block or as an element."""
    if ("image_url" in node) == ("slack_file" in node):
        yield f"must provide either image_url or slack_file [json-pointer:{at}]"
    yield from too_long(node.get("image_url"), limits.URL, f"{at}/image_url")
    if not node.get("alt_text"):
        yield f"missing required field: alt_text [json-pointer:{at}]"
    yield from too_long(node.get("alt_text"), limits.IMAGE_TEXT, f"{at}/alt_text")


def _options(options: Any, most: int, at: str) -> Problems:
    yield from too_many(options, most, at)
    if not isinstance(options, list):
        return
    for number, option in enumerate(options):
        here = f"{at}/{number}"
        if not isinstance(option, dict):
            yield f"must be an object [json-pointer:{here}]"
            continue
        yield from text(option.get("text"), limits.OPTION_TEXT, f"{here}/text")
        if not isinstance(option.get("value"), str):
            yield f"missing required field: value [json-pointer:{here}]"
        yield from too_long(option.get("value"), limits.OPTION_VALUE, f"{here}/value")
        yield from optional_text(
            option.get("description"), limits.OPTION_TEXT, f"{here}/description"
        )


def _static_select(node: dict[str, Any], at: str) -> Problems:
    if ("options" in node) == ("option_groups" in node):
        yield f"must provide either options or option_groups [json-pointer:{at}]"
    if "options" in node:
        yield from _options(node["options"], limits.SELECT_OPTIONS, f"{at}/options")
    groups = node.get("option_groups")
    if groups is not None:
        yield from too_many(groups, limits.SELECT_OPTIONS, f"{at}/option_groups")
        for number, group in enumerate(groups):
            here = f"{at}/option_groups/{number}"
            yield from text(group.get("label"), limits.OPTION_TEXT, f"{here}/label", PLAIN)
            yield from _options(group.get("options"), limits.SELECT_OPTIONS, f"{here}/options")


def _choices(node: dict[str, Any], at: str) -> Problems:
    yield from _options(node.get("options"), limits.CHOICE_OPTIONS, f"{at}/options")


def _overflow(node: dict[str, Any], at: str) -> Problems:
    yield from _options(node.get("options"), limits.OVERFLOW_OPTIONS, f"{at}/options")


def _typed(node: dict[str, Any], at: str) -> Problems:
    for name in ("min_length", "max_length"):
        length = node.get(name)
        if length is not None and not 0 <= int(length) <= limits.INPUT_LENGTH:
            yield f"must be between 0 and {limits.INPUT_LENGTH} [json-pointer:{at}/{name}]"
    yield from too_long(node.get("initial_value"), limits.INPUT_LENGTH, f"{at}/initial_value")


_CHECKS: dict[str, Callable[[dict[str, Any], str], Problems]] = {
    "button": _button,
    "icon_button": _icon_button,
    "feedback_buttons": _feedback_buttons,
    "image": image,
    "static_select": _static_select,
    "multi_static_select": _static_select,
    "checkboxes": _choices,
    "radio_buttons": _choices,
    "overflow": _overflow,
    "plain_text_input": _typed,
    "plain_text": lambda node, at: text(node, limits.CONTEXT_TEXT, at),
    "mrkdwn": lambda node, at: text(node, limits.CONTEXT_TEXT, at),
}
