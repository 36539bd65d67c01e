"""Requests in a line, what was said to them, and what comes after them."""

from bot.core.turn.person import PersonState
from bot.domain.requests import Request

_DONE = {
    "approve": "approved",
    "reject": "rejected",
    "edit": "changed",
    "respond": "remarked on",
    "submit": "sent the form",
}


def gist(text: str) -> str:
    """The first lines of a request in one: an approval's are what would run."""
    return " ".join(line.strip() for line in text.splitlines()[:6])[:200]


def said_of(verb: str) -> str:
    """What somebody did by a verb of a card: “approved”, “approved step 2”."""
    name, _, number = verb.partition("-")
    if name == "option":
        return f"chose answer {number}"
    return f"{_DONE.get(name, name)}{f' step {number}' if number else ''}"


def with_after(person: PersonState, request: Request, text: str) -> str:
    """Name below a question what its task takes up by itself after it."""
    after = next((task.after for task in person.stack.tasks if task.id == request.task), "")
    return f"{text}\n{after}" if after else text
