"""Small builders of what comes in, what goes out, and what a turn leaves behind."""

from datetime import timedelta
from typing import Any

from agents.kit.values.person import Person
from bot.core.ports.turns import Beginning, Ending
from bot.domain.accounts import Rights, Trust
from bot.domain.ids import ReplyId, RequestId, SessionId, TaskId
from bot.domain.messages import Incoming, Reply, ReplyKind, Thread, TranscriptLine
from bot.domain.requests import Request, RequestKind, Subject, Verdict
from tests.fakes.world import NOON

ANA = Person("console", "local", "ana", "Ana")
BEN = Person("console", "local", "ben", "Ben")


def a_thread(name: str = "main", platform: str = "console") -> Thread:
    return Thread(platform, "local", "desk", name)


SESSION = a_thread().session


def a_message(id_: str = "1", thread: Thread | None = None, **changes: Any) -> Incoming:
    fields: dict[str, Any] = {"person": ANA, "text": f"message {id_}", **changes}
    return Incoming(id_, thread or a_thread(), **fields)


def a_reply(beginning: Beginning, text: str = "done", number: int = 1) -> Reply:
    incoming = beginning.incoming
    id_ = ReplyId(f"{beginning.turn}/{number}")
    return Reply(id_, incoming.id, incoming.thread, ReplyKind.MESSAGE, text)


def a_request(id_: str = "r1", session: SessionId = SESSION, **changes: Any) -> Request:
    fields: dict[str, Any] = {
        "kind": RequestKind.APPROVAL,
        "asked": ANA,
        "text": "Really?",
        "subject": Subject("bank", "transfer", arguments={"amount": "20.00"}),
        "created_at": NOON,
        "expires_at": NOON + timedelta(hours=24),
        **changes,
    }
    return Request(RequestId(id_), session=session, task=TaskId("t1"), **fields)


def a_verdict(verb: str, turn: str = "press", by: Person = ANA, **details: Any) -> Verdict:
    return Verdict(verb, by, Rights(Trust.FULL), turn, **details)


def said(beginning: Beginning, text: str, *, by_bot: bool = False) -> TranscriptLine:
    return TranscriptLine(beginning.turn, "bank" if by_bot else "Ana", by_bot, text, NOON)


def the_ending(beginning: Beginning, **changes: Any) -> Ending:
    session = beginning.incoming.thread.session
    return Ending(beginning.turn, session, beginning.epoch, **changes)
