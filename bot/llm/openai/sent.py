"""What a server may send where words, names or objects should be, and how much of it."""

from typing import Any

from bot.llm.openai.failures import Unusable
from bot.llm.openai.provider_fields import storable

MOST_CHARACTERS = 100_000
MOST_TOOL_CALLS = 20
MOST_NAME_CHARACTERS = 200


def as_object(value: object, what: str) -> dict[str, Any]:
    """A JSON object.

    Raises:
        Unusable: it is something else.
    """
    if not isinstance(value, dict):
        raise Unusable(f"the model service sent something that is not {what}")
    return value


def as_text(value: object) -> str:
    """Words that can be stored; nothing for null.

    Raises:
        Unusable: it is something else.
    """
    if value is None:
        return ""
    if not isinstance(value, str):
        raise Unusable("the model service sent something else where words should be")
    return storable(value)
