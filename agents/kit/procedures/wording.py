"""Says in plain words what is wrong with a value in a procedure's file."""

from pydantic_core import ErrorDetails

_PLAIN = {
    "missing": "is missing",
    "dict_type": "write names here, each with what belongs to it",
    "model_type": "write names here, each with what belongs to it",
    "model_attributes_type": "write names here, each with what belongs to it",
    "tuple_type": "write a list here",
    "string_type": "write a text here",
    "int_type": "write a whole number here",
    "int_parsing": "write a whole number here",
    "bool_type": "write true or false here",
    "bool_parsing": "write true or false here",
}
_TRUTH = "put quotes around yes, no, on and off, for bare they are no words"
_NAME = "write one short word of letters, digits and underscores that begins with a letter"


def worded(found: ErrorDetails, value: object) -> str:
    """What is wrong with a value, and what to write instead; the value itself is not told."""
    if found["type"] == "string_type" and isinstance(value, bool):
        return _TRUTH
    if found["type"] == "string_pattern_mismatch":
        return _NAME
    if found["type"] == "literal_error":
        return f"write {found['ctx']['expected']}"
    return _PLAIN.get(found["type"]) or found["msg"].removeprefix("Value error, ")
