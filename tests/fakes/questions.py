"""What tests see of a reading: which question a call asks, whose words it holds, its answers."""

import json

from agents.kit.values.model import ModelCall, Purpose

NOTE = "(note) "
NOTHING_LEFT = json.dumps({"left": None})
_MARKS = {"about": "\nAnswered: ", "fill": "\nAnswered: ", "does": "\nMessage: "}
_MORE_MARKS = {"verdict": "\nThey say: "}


def is_reading(call: ModelCall) -> bool:
    """Say whether a call is a closed question about somebody's words."""
    return call.purpose in {Purpose.READ, Purpose.CONTINUE}


def asks(call: ModelCall, kind: str) -> bool:
    """Say whether a call is the closed question of this kind."""
    return is_reading(call) and call.agent == kind


def said_in(call: ModelCall) -> str:
    """The person's words that a question is about."""
    newest = call.messages[-1].content
    if call.agent == "left":
        return newest.removeprefix("Message: ").rpartition("\nDone: ")[0]
    mark = {**_MARKS, **_MORE_MARKS}.get(call.agent)
    return newest.partition(mark)[2] if mark else newest


def asked_in(call: ModelCall) -> str:
    """What the person was asked, or is shown, before those words."""
    return call.messages[-1].content.removesuffix(said_in(call))


def chosen(name: str) -> str:
    """The answer that a message is for this agent."""
    return json.dumps({"about": name})


def words_in(call: ModelCall) -> str:
    """The newest words of a person that an agent's call holds."""
    spoken = [m.content for m in call.messages if m.role == "user"]
    return next((words for words in reversed(spoken) if not words.startswith(NOTE)), "")
