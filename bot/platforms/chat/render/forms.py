"""What presses and forms are on every platform: their verbs, and what is said when they fail."""

from bot.domain.ids import RequestId

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
