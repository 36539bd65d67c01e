"""What the fake refuses with: Slack's own error names, and a test's own mistakes."""

from typing import Any


class SlackRefuses(Exception):
    """A Web API call is answered with `ok: false`."""

    def __init__(self, error: str, **more: Any) -> None:
        super().__init__(error)
        self.answer = {"ok": False, "error": error, **more}


class NotPossible(Exception):
    """No person could do this in Slack's user interface; pass `forged=True` to do it anyway."""


def refuse_with_messages(error: str, messages: list[str]) -> SlackRefuses:
    """The form in which Slack explains a payload it does not take."""
    said = [f"[ERROR] {message}" for message in messages]
    return SlackRefuses(error, errors=messages, response_metadata={"messages": said})
