"""What a person puts into fields, in the shapes in which Slack sends it."""

from collections.abc import Mapping
from typing import Any

from tests.fakes.slack.errors import NotPossible
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import View, label_of

Values = Mapping[str, Any]
CHOSEN = {
    "users_select": "selected_user",
    "multi_users_select": "selected_users",
    "conversations_select": "selected_conversation",
    "multi_conversations_select": "selected_conversations",
    "channels_select": "selected_channel",
    "multi_channels_select": "selected_channels",
    "datepicker": "selected_date",
    "timepicker": "selected_time",
    "datetimepicker": "selected_date_time",
    "rich_text_input": "rich_text_value",
    "file_input": "files",
}
MANY = ("checkboxes", "multi_static_select", "multi_external_select")
ONE = ("static_select", "radio_buttons", "external_select", "overflow")


def chosen(element: Json, value: Any) -> Json:
    """The part of an action or of the state that says what was chosen."""
    kind = element["type"]
    if kind in ONE:
        return {"selected_option": None if value is None else _option(element, value)}
    if kind in MANY:
        return {"selected_options": [_option(element, one) for one in value or ()]}
    if kind in CHOSEN:
        return {CHOSEN[kind]: value}
    return {"value": value}


def _option(element: Json, wanted: str) -> Json:
    groups = element.get("option_groups", ())
    grouped = [option for group in groups for option in group["options"]]
    for option in [*element.get("options", ()), *grouped]:
        if wanted in (option["value"], label_of(option)):
            return dict(option)
    if element["type"].endswith("external_select"):
        return {"text": {"type": "plain_text", "text": wanted}, "value": wanted}
    raise NotPossible(f"There is no option {wanted!r} in {element.get('action_id')!r}.")


def state_of(view: View, values: Values, *, is_forged: bool = False) -> Json:
    """Fill a view's fields; name them by action id, block id or label.

    Raises:
        NotPossible: a required field is empty, a value is too long, or a name is unknown.
    """
    left = dict(values)
    state: Json = {}
    for block in view.blocks:
        element = block.get("element")
        if block.get("type") != "input" or not isinstance(element, dict):
            continue
        value = _value(block, element, left)
        if not is_forged:
            _check(block, element, value)
        filled = {"type": element["type"]} | chosen(element, value)
        state.setdefault(block["block_id"], {})[element["action_id"]] = filled
    if left and not is_forged:
        raise NotPossible(f"The form has no field {', '.join(left)}.")
    return state


def _value(block: Json, element: Json, left: dict[str, Any]) -> Any:
    for name in (element["action_id"], block["block_id"], label_of({"text": block["label"]})):
        if name in left:
            return left.pop(name)
    return _initial(element)


def _initial(element: Json) -> Any:
    for name, value in element.items():
        if name == "initial_option":
            return value["value"]
        if name == "initial_options":
            return [option["value"] for option in value]
        if name.startswith("initial_"):
            return value
    return None


def _check(block: Json, element: Json, value: Any) -> None:
    label = label_of({"text": block["label"]})
    if value in (None, "", []) and not block.get("optional", False):
        raise NotPossible(f"Slack asks to fill in {label!r} before it sends the form.")
    if isinstance(value, str) and len(value) > element.get("max_length", 3000):
        raise NotPossible(f"Slack lets nobody type so much into {label!r}.")
    if value and isinstance(value, str) and len(value) < element.get("min_length", 0):
        raise NotPossible(f"Slack asks for more characters in {label!r}.")
