"""What the fake refuses with: Discord's status, code and tree, and a test's own mistakes."""

from collections.abc import Iterable
from dataclasses import dataclass

from tests.fakes.discord.rows import Json


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with a body; `path` leads to the field, as in `components/0/label`."""

    path: str
    code: str
    text: str


class DiscordRefuses(Exception):
    """A REST call is answered with an error."""

    def __init__(self, status: int, code: int, text: str) -> None:
        super().__init__(f"{status} {code}: {text}")
        self.status = status
        self.answer: Json = {"message": text, "code": code}


class NotPossible(Exception):
    """No person could do this in Discord's user interface; pass `forged=True` to do it anyway."""


class InvalidForm(DiscordRefuses):
    """The body breaks a limit; says where, as Discord does."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        super().__init__(400, 50035, "Invalid Form Body")
        tree: Json = {}
        for problem in problems:
            node = tree
            for part in problem.path.split("/"):
                node = node.setdefault(part, {})
            told = {"code": problem.code, "message": problem.text}
            node.setdefault("_errors", []).append(told)
        self.answer["errors"] = tree


UNAUTHORIZED = (401, 0, "401: Unauthorized")
UNKNOWN_CHANNEL = (404, 10003, "Unknown Channel")
UNKNOWN_GUILD = (404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = (404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = (404, 10008, "Unknown Message")
UNKNOWN_ROLE = (404, 10011, "Unknown Role")
UNKNOWN_USER = (404, 10013, "Unknown User")
UNKNOWN_EMOJI = (400, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = (404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = (404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = (404, 10063, "Unknown application command")
TOO_MANY_WEBHOOKS = (400, 30007, "Maximum number of webhooks reached (15)")
TOO_MANY_COMMANDS_A_DAY = (400, 30034, "Max number of daily application command creates reached")
TOO_LARGE = (413, 40005, "Request entity too large")
ALREADY_ANSWERED = (400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = (403, 50001, "Missing Access")
NOT_YOUR_MESSAGE = (403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = (400, 50006, "Cannot send an empty message")
CANNOT_MESSAGE_USER = (403, 50007, "Cannot send messages to this user")
NOT_FOR_MESSAGES = (400, 50008, "Cannot send messages in a non-text channel")
MISSING_PERMISSIONS = (403, 50013, "Missing Permissions")
WRONG_CHANNEL_TYPE = (400, 50024, "Cannot execute action on this channel type")
INVALID_WEBHOOK_TOKEN = (401, 50027, "Invalid Webhook Token")
TOO_OLD_TO_DELETE = (400, 50034, "A message provided was too old to bulk delete")
THREAD_ARCHIVED = (400, 50083, "Thread is archived")
INVALID_JSON = (400, 50109, "The request body contains invalid JSON.")
THREAD_EXISTS = (400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = (400, 160005, "Thread is locked")
TOO_MANY_THREADS = (400, 160006, "Maximum number of active threads reached")


def refuse(what: tuple[int, int, str]) -> DiscordRefuses:
    """One of the refusals above, ready to be raised."""
    return DiscordRefuses(*what)
