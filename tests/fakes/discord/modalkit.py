"""Checks modals against Discord's limits."""

from collections.abc import Iterator

from tests.fakes.discord import limits
from tests.fakes.discord.components import (
    ROW,
    SELECTS,
    TEXT,
    TEXT_INPUT,
    bad_length,
    choices,
    duplicates,
    length,
    required,
    select,
)
from tests.fakes.discord.errors import Problem
from tests.fakes.discord.rows import Json

LABEL, UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
IN_LABEL = (TEXT_INPUT, *SELECTS, UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
GROUP_OPTIONS = 10


def modal_problems(modal: Json) -> Iterator[Problem]:
    """Say what is wrong with a modal, as it is sent in an answer."""
    yield from length(modal, "title", "data", 1, limits.MODAL_TITLE)
    yield from length(modal, "custom_id", "data", 1, limits.CUSTOM_ID)
    nodes = modal.get("components") or []
    if not 1 <= len(nodes) <= limits.MODAL_COMPONENTS:
        yield bad_length("data/components", 1, limits.MODAL_COMPONENTS)
    yield from duplicates(nodes, "data/components")
    for number, node in enumerate(nodes):
        yield from _child(node, f"data/components/{number}")


def _child(node: Json, path: str) -> Iterator[Problem]:
    match node.get("type"):
        case 1:
            yield from _row(node, path)
        case 10:
            yield from length(node, "content", path, 1, limits.COMPONENTS_TEXT)
        case 18:
            yield from _label(node, path)
        case _:
            text = f"Value of field 'type' must be one of ({ROW}, {TEXT}, {LABEL})."
            yield Problem(f"{path}/type", "UNION_TYPE_CHOICES", text)


def _row(node: Json, path: str) -> Iterator[Problem]:
    inner = node.get("components") or []
    if [one.get("type") for one in inner] != [TEXT_INPUT]:
        yield bad_length(f"{path}/components", 1, 1)
        return
    here = f"{path}/components/0"
    yield from length(inner[0], "label", here, 1, limits.LABEL_TEXT)
    yield from _text_input(inner[0], here)


def _label(node: Json, path: str) -> Iterator[Problem]:
    yield from length(node, "label", path, 1, limits.LABEL_TEXT)
    yield from length(node, "description", path, 0, limits.LABEL_DESCRIPTION)
    inner = node.get("component")
    if inner is None:
        yield required(f"{path}/component")
        return
    here, kind = f"{path}/component", inner.get("type")
    if kind not in IN_LABEL:
        yield Problem(f"{here}/type", "UNION_TYPE_CHOICES", f"Must be one of {IN_LABEL}.")
    elif kind == TEXT_INPUT:
        yield from _text_input(inner, here)
    elif kind in SELECTS:
        yield from select(inner, here)
    else:
        yield from _choice(inner, here)


def _choice(node: Json, path: str) -> Iterator[Problem]:
    yield from length(node, "custom_id", path, 1, limits.CUSTOM_ID)
    if node.get("type") in (RADIO, CHECKBOXES):
        options = node.get("options") or []
        if not 1 <= len(options) <= GROUP_OPTIONS:
            yield bad_length(f"{path}/options", 1, GROUP_OPTIONS)
        yield from choices(options, f"{path}/options")


def _text_input(node: Json, path: str) -> Iterator[Problem]:
    yield from length(node, "custom_id", path, 1, limits.CUSTOM_ID)
    yield from length(node, "value", path, 0, limits.TEXT_INPUT)
    yield from length(node, "placeholder", path, 0, limits.TEXT_PLACEHOLDER)
    if node.get("style") not in (1, 2):
        yield Problem(f"{path}/style", "BASE_TYPE_CHOICES", "Value must be one of {1, 2}.")
    for name, least in (("min_length", 0), ("max_length", 1)):
        value = node.get(name)
        if value is not None and not least <= value <= limits.TEXT_INPUT:
            text = f"int value should be between {least} and {limits.TEXT_INPUT}."
            yield Problem(f"{path}/{name}", "NUMBER_TYPE_MAX", text)
