"""What presses and forms are on every platform: their verbs, their ids, what stands in them."""

from bot.domain.ids import RequestId
from bot.domain.messages import Field
from bot.platforms.chat.render.sanitize import read_hidden, reveal_hidden

ButtonId = tuple[RequestId, str]
"""The request and the verb of a button."""

EDIT, REJECT, RESPOND, SECRET, READ = "edit", "reject", "respond", "secret", "read"
SUBMIT, APPROVE = "submit", "approve"

# How the ids of events begin that are no messages.
COMMAND, PRESS, FORM = "command.", "press.", "form."

# Verbs that need words first.
ASKING = frozenset({EDIT, REJECT, RESPOND, SUBMIT, READ})

# A forwarded card of what was asked elsewhere decides nothing, whoever presses it.
COPY = (RequestId("copy"), APPROVE)

UNKNOWN = "I do not know that button; it may belong to an older conversation."
NO_FORM = "I could not open the form in time. Nothing was changed; please press again."
TRY_AGAIN = (
    "I could not keep that just now, so nothing has happened. Please try again in a moment."
)

_BY_CHECK = "Value error, "  # what stands before the words of a tool's own check
_LONG_LINE = 80


def button_of(id_: str) -> ButtonId | None:
    """The request and the verb of a button or a form; None for what is not of a request."""
    request, _, verb = id_.partition("#")[0].rpartition(":")
    return (RequestId(request), verb) if request and verb else None


def value_in(field: Field) -> str:
    """What stands in a field when its form opens: hidden characters as numbers, no secret."""
    return "" if field.secret else reveal_hidden(read_hidden(field.value))


def needs_lines(value: str) -> bool:
    """Say whether a value takes more than a line to be typed over."""
    return len(value) > _LONG_LINE or "\n" in value


def problem_in(text: str) -> str:
    """What is wrong with a field, in the words of the check alone."""
    return text.removeprefix(_BY_CHECK)
