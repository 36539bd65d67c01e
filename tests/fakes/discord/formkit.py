"""Fills in modals as people do."""

from collections.abc import Mapping
from typing import Any

from tests.fakes.discord.errors import NotPossible
from tests.fakes.discord.limits import TEXT_INPUT
from tests.fakes.discord.rows import Json

Values = Mapping[str, Any]
ROW, INPUT, TEXT, LABEL, UPLOAD, RADIO, CHECKBOX = 1, 4, 10, 18, 19, 21, 23


def filled(form: Json, values: Values, *, is_forged: bool = False) -> tuple[list[Json], list[Any]]:
    """Fill in a form; returns its components as they are sent, and the rows they name.

    Raises:
        NotPossible: a required field is empty, a value is too long, or a name is unknown.
    """
    left, rows = dict(values), list[Any]()
    sent = [_child(node, left, rows, is_forged=is_forged) for node in form["components"]]
    if left and not is_forged:
        raise NotPossible(f"The form has no field {', '.join(left)}.")
    return sent, rows


def _child(node: Json, left: dict[str, Any], rows: list[Any], *, is_forged: bool) -> Json:
    if node["type"] == TEXT:
        return {"type": TEXT, "id": node.get("id", 0), "content": node["content"]}
    inner = node["components"][0] if node["type"] == ROW else node["component"]
    label = str(node.get("label") or inner.get("label"))
    value = _value(inner, label, left)
    if not is_forged:
        _check(inner, label, value)
    sent = {"type": inner["type"], "id": inner.get("id", 0), "custom_id": inner["custom_id"]}
    sent |= _shape(inner, value, rows)
    if node["type"] == ROW:
        return {"type": ROW, "id": node.get("id", 0), "components": [sent]}
    return {"type": LABEL, "id": node.get("id", 0), "component": sent}


def _value(inner: Json, label: str, left: dict[str, Any]) -> Any:
    for name in (label, inner["custom_id"]):
        if name in left:
            return left.pop(name)
    chosen = [one["value"] for one in inner.get("options") or [] if one.get("default")]
    return inner.get("value") or (chosen or None)


def _shape(inner: Json, value: Any, rows: list[Any]) -> Json:
    if inner["type"] == INPUT:
        return {"value": "" if value is None else str(value)}
    if inner["type"] == CHECKBOX:
        return {"value": bool(value)}
    several = [] if value is None else list(value) if isinstance(value, list | tuple) else [value]
    rows += [one for one in several if not isinstance(one, str)]
    chosen = [_option(inner, one) if isinstance(one, str) else str(one.id) for one in several]
    if inner["type"] == RADIO:
        return {"value": chosen[0] if chosen else None}
    return {"values": chosen}


def _option(inner: Json, wanted: str) -> str:
    for option in inner.get("options") or []:
        if wanted in (option["value"], option["label"]):
            return str(option["value"])
    raise NotPossible(f"There is no option {wanted!r}.")


def _check(inner: Json, label: str, value: Any) -> None:
    is_needed = inner.get("required", inner["type"] != CHECKBOX)
    if value in (None, "", []) and is_needed:
        raise NotPossible(f"Discord asks to fill in {label!r} before it sends the form.")
    if isinstance(value, str) and inner["type"] == INPUT:
        if len(value) > int(inner.get("max_length") or TEXT_INPUT):
            raise NotPossible(f"Discord lets nobody type so much into {label!r}.")
        if value and len(value) < int(inner.get("min_length") or 0):
            raise NotPossible(f"Discord asks for more characters in {label!r}.")
