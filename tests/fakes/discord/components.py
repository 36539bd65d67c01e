"""Checks buttons, selects, texts and containers of a message against Discord's limits."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.fakes.discord import limits
from tests.fakes.discord.errors import Problem
from tests.fakes.discord.rows import Json, texts, walk

ROW, BUTTON, SELECT, TEXT_INPUT = 1, 2, 3, 4
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
TOP_LEVEL = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
IN_CONTAINER = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR)
LINK_STYLE, PREMIUM_STYLE = 5, 6
CUSTOM_ID_USERS = (BUTTON, *SELECTS, TEXT_INPUT, 19, 21, 22, 23)


def message_components(nodes: Any, *, is_v2: bool) -> Iterator[Problem]:
    """Say what is wrong with the components of a message."""
    if nodes is None:
        return
    if not isinstance(nodes, list):
        yield Problem("components", "LIST_TYPE_CONVERT", "Only iterables may be used")
        return
    most = limits.COMPONENTS if is_v2 else limits.ROWS
    if not is_v2 and len(nodes) > most:
        yield bad_length("components", 1, most)
    allowed = TOP_LEVEL if is_v2 else (ROW,)
    yield from _children(nodes, "components", allowed)
    yield from duplicates(nodes, "components")
    if is_v2:
        yield from _totals(nodes)


def _totals(nodes: list[Json]) -> Iterator[Problem]:
    count = len(walk(nodes))
    if count > limits.COMPONENTS:
        text = f"The maximum number of components is {limits.COMPONENTS}; there are {count}"
        yield Problem("components", "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", text)
    if sum(len(str(one.get("content") or "")) for one in texts(nodes)) > limits.COMPONENTS_TEXT:
        text = f"All texts together may have {limits.COMPONENTS_TEXT} characters"
        yield Problem("components", "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", text)


def duplicates(nodes: list[Json], path: str) -> Iterator[Problem]:
    """Say which custom ids are there twice."""
    names = [str(one["custom_id"]) for one in walk(nodes) if one.get("custom_id")]
    for name, count in Counter(names).items():
        if count > 1:
            text = f"Component custom id cannot be duplicated: {name}"
            yield Problem(path, "COMPONENT_CUSTOM_ID_DUPLICATED", text)


def _children(nodes: list[Json], path: str, allowed: tuple[int, ...]) -> Iterator[Problem]:
    for number, node in enumerate(nodes):
        here = f"{path}/{number}"
        kind = node.get("type")
        if kind not in allowed:
            text = f"Value of field 'type' must be one of {allowed}."
            yield Problem(f"{here}/type", "UNION_TYPE_CHOICES", text)
            continue
        yield from _component(node, int(kind), here)


def _component(node: Json, kind: int, path: str) -> Iterator[Problem]:
    if kind == ROW:
        yield from _row(node, path)
    elif kind == BUTTON:
        yield from _button(node, path)
    elif kind == SECTION:
        yield from _section(node, path)
    elif kind == TEXT:
        yield from length(node, "content", path, 1, limits.COMPONENTS_TEXT)
    elif kind == GALLERY and not 1 <= len(node.get("items") or []) <= limits.GALLERY_ITEMS:
        yield bad_length(f"{path}/items", 1, limits.GALLERY_ITEMS)
    elif kind == CONTAINER:
        yield from _children(node.get("components") or [], f"{path}/components", IN_CONTAINER)


def _row(node: Json, path: str) -> Iterator[Problem]:
    inner = node.get("components") or []
    has_select = any(one.get("type") in SELECTS for one in inner)
    most = 1 if has_select else limits.ROW_BUTTONS
    if not 1 <= len(inner) <= most:
        yield bad_length(f"{path}/components", 1, most)
    for number, one in enumerate(inner):
        here = f"{path}/components/{number}"
        if one.get("type") == BUTTON:
            yield from _button(one, here)
        elif one.get("type") in SELECTS:
            yield from select(one, here)
        else:
            yield Problem(
                f"{here}/type", "UNION_TYPE_CHOICES", "Only buttons and selects fit here"
            )


def _section(node: Json, path: str) -> Iterator[Problem]:
    inner = node.get("components") or []
    if not 1 <= len(inner) <= limits.SECTION_TEXTS:
        yield bad_length(f"{path}/components", 1, limits.SECTION_TEXTS)
    yield from _children(inner, f"{path}/components", (TEXT,))
    accessory = node.get("accessory")
    if accessory is None:
        yield required(f"{path}/accessory")
    else:
        yield from _children([accessory], f"{path}/accessory", (BUTTON, THUMBNAIL))


def _button(node: Json, path: str) -> Iterator[Problem]:
    yield from length(node, "label", path, 0, limits.BUTTON_LABEL)
    style = node.get("style")
    if style not in range(1, 7):
        yield Problem(f"{path}/style", "BASE_TYPE_CHOICES", "Value must be one of {1, ..., 6}.")
    if style == LINK_STYLE:
        yield from length(node, "url", path, 1, limits.BUTTON_URL)
        if node.get("custom_id"):
            text = "A custom id and url cannot both be specified"
            yield Problem(f"{path}/custom_id", "BUTTON_COMPONENT_CUSTOM_ID_URL_EXCLUSIVE", text)
    elif style != PREMIUM_STYLE:
        yield from length(node, "custom_id", path, 1, limits.CUSTOM_ID)
        if not (node.get("label") or node.get("emoji")):
            yield required(f"{path}/label")


def select(node: Json, path: str) -> Iterator[Problem]:
    """Say what is wrong with a select."""
    yield from length(node, "custom_id", path, 1, limits.CUSTOM_ID)
    yield from length(node, "placeholder", path, 0, limits.SELECT_PLACEHOLDER)
    if node.get("type") != SELECT:
        return
    options = node.get("options") or []
    if not 1 <= len(options) <= limits.SELECT_OPTIONS:
        yield bad_length(f"{path}/options", 1, limits.SELECT_OPTIONS)
    yield from choices(options, f"{path}/options")
    most = int(node.get("max_values", 1))
    if most > len(options) or int(node.get("min_values", 1)) > most:
        text = f"Must be between 1 and {len(options)}"
        yield Problem(f"{path}/max_values", "COMPONENT_MAX_VALUES_INVALID", text)


def choices(options: list[Json], path: str) -> Iterator[Problem]:
    """Say what is wrong with the options of a select or a group."""
    seen: set[str] = set()
    for number, option in enumerate(options):
        here = f"{path}/{number}"
        for name in ("label", "value"):
            yield from length(option, name, here, 1, limits.OPTION_TEXT)
        yield from length(option, "description", here, 0, limits.OPTION_TEXT)
        value = str(option.get("value"))
        if value in seen:
            text = "The specified option value is already used"
            yield Problem(f"{here}/value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", text)
        seen.add(value)


def length(node: Json, name: str, path: str, least: int, most: int) -> Iterator[Problem]:
    """Say whether a text is missing, too short or too long."""
    place = f"{path}/{name}".lstrip("/")
    value = node.get(name)
    if value is None:
        if least:
            yield required(place)
        return
    if not isinstance(value, str):
        yield Problem(place, "STRING_TYPE_CONVERT", "Could not interpret as string.")
    elif not least <= len(value) <= most:
        yield bad_length(place, least, most)


def bad_length(path: str, least: int, most: int) -> Problem:
    """Something has too few or too many parts."""
    if least:
        text = f"Must be between {least} and {most} in length."
        return Problem(path, "BASE_TYPE_BAD_LENGTH", text)
    return Problem(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def required(path: str) -> Problem:
    """Something is missing."""
    return Problem(path, "BASE_TYPE_REQUIRED", "This field is required")
