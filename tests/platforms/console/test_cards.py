"""What the console makes of cards: it prints what is said, and nothing of what changes a card."""

import io
import json
from collections.abc import Iterable

import pytest
from typing_extensions import override

from bot.core.ports.environment import Ids
from bot.domain.ids import ReplyId, RequestId
from bot.domain.messages import Button, Incoming, Press, Reply, ReplyKind, Thread
from bot.platforms.console.chat import Chat, Screen
from bot.platforms.console.input import Seat, thread_of
from bot.platforms.console.json_lines import JsonLines
from bot.platforms.console.output import Paper
from bot.platforms.console.terminal import Printer, Prompt
from bot.platforms.console.turns import Door

MAIN = thread_of("main")
RESPOND = Button("r:respond", "Respond")
APPROVE = Button("r:approve", "Approve")


def a_reply(kind: ReplyKind = ReplyKind.MESSAGE, *buttons: Button) -> Reply:
    return Reply(
        ReplyId("t.1"), "e1", MAIN, kind, "Words.", buttons=buttons, request=RequestId("r")
    )


class OneId(Ids):
    @override
    def new(self) -> str:
        return "id"


class Hand(Prompt):
    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)

    @override
    async def line(self, prompt: str) -> str | None:
        return next(self._lines, None)

    @override
    async def secret(self, prompt: str) -> str | None:
        return next(self._lines, None)


class ShowingDoor(Door):
    """Shows a card at first, and remembers what is accepted."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.accepted: list[Incoming] = []

    @override
    async def accept(self, incoming: Incoming) -> None:
        self.accepted.append(incoming)
        await self.screen.deliver(a_reply(ReplyKind.MESSAGE, APPROVE, RESPOND))
        await self.screen.end_of_turn(MAIN, incoming.id, duplicate=False)

    @override
    async def place_of(self, request: RequestId) -> Thread | None:
        return None


async def printed(reply: Reply, *, as_json: bool) -> str:
    out = io.StringIO()
    if as_json:
        await JsonLines(Printer(out), OneId()).deliver(reply)
    else:
        await Screen(Printer(out), Paper(), MAIN).deliver(reply)
    return out.getvalue()


@pytest.mark.parametrize("kind", [ReplyKind.OUTCOME, ReplyKind.UPDATE])
@pytest.mark.parametrize("as_json", [True, False])
async def test_changes_of_a_card_are_not_printed(kind: ReplyKind, *, as_json: bool):
    assert await printed(a_reply(kind), as_json=as_json) == ""
    assert await printed(a_reply(), as_json=as_json) != ""


async def test_lines_of_json_hold_what_they_always_held():
    line = json.loads(await printed(a_reply(ReplyKind.MESSAGE, APPROVE), as_json=True))

    assert set(line) == {"kind", "id", "reply_to", "thread", "text", "buttons"}
    assert line["buttons"] == [{"id": "r:approve", "label": "Approve", "style": "default"}]


@pytest.mark.parametrize("as_json", [True, False])
async def test_an_open_question_is_answered_by_typing_and_has_no_button(*, as_json: bool):
    asked = a_reply(ReplyKind.MESSAGE, RESPOND)

    assert "Respond" not in await printed(asked, as_json=as_json)
    both = a_reply(ReplyKind.MESSAGE, APPROVE, RESPOND)
    assert "Respond" in await printed(both, as_json=as_json)


async def test_whoever_responds_to_a_card_is_asked_for_their_words():
    screen = Screen(Printer(io.StringIO()), Paper(), MAIN)
    door = ShowingDoor(screen)
    hand = Hand(["2", "what is it for?"])

    await Chat(screen, hand, door, OneId(), Seat("ben")).run()

    assert door.accepted[-1].press == Press(RequestId("r"), "respond", {"text": "what is it for?"})
