"""The console for people: a prompt, numbers for buttons, hidden secrets."""

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from bot.core.ports.environment import Ids
from bot.domain.errors import StoreAway
from bot.domain.ids import ReplyId, RequestId
from bot.domain.messages import Button, Field, Incoming, Kind, Press, Reply, ReplyKind, Thread
from bot.platforms.console.chat import NOT_KEPT, Chat, Screen
from bot.platforms.console.input import Seat, thread_of
from bot.platforms.console.output import Paper
from bot.platforms.console.terminal import Printer, Prompt
from bot.platforms.console.turns import Door

MAIN = thread_of("main")
SEAT = Seat("ana")
CARD = Reply(
    ReplyId("t.1"),
    "",
    MAIN,
    ReplyKind.MESSAGE,
    "Send 700?",
    buttons=(Button("r:approve", "Approve"), Button("r:edit", "Edit")),
    fields=(Field("amount", "amount", value="700"), Field("to", "to", value="12")),
)
FORM = Reply(
    ReplyId("t.2"),
    "",
    MAIN,
    ReplyKind.FORM,
    "I need your password.",
    to=SEAT.person,
    buttons=(Button("s:submit", "Submit"),),
    fields=(Field("password", "Password", secret=True),),
)
PLAN_CARD = Reply(
    ReplyId("t.4"),
    "",
    MAIN,
    ReplyKind.MESSAGE,
    "Plan: onboard Bob",
    buttons=(
        Button("p:approve", "Approve"),
        Button("p:respond", "Clarify"),
        Button("p:edit-2", "Edit 2"),
    ),
)
PLAIN = Reply(ReplyId("t.3"), "", MAIN, ReplyKind.MESSAGE, "Fine.")


class CountedIds(Ids):
    def __init__(self) -> None:
        self.count = 0

    @override
    def new(self) -> str:
        self.count += 1
        return str(self.count)


class Hand(Prompt):
    """Types prepared lines, and remembers at which prompt; secrets are marked."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self.prompts: list[str] = []

    @override
    async def line(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return next(self._lines, None)

    @override
    async def secret(self, prompt: str) -> str | None:
        self.prompts.append(f"hidden {prompt}")
        return next(self._lines, None)


@dataclass
class PreparedDoor(Door):
    """Answers each event with the next prepared replies."""

    screen: Screen
    answers: list[Sequence[Reply]]
    accepted: list[Incoming] = field(default_factory=list)
    is_away: bool = False

    @override
    async def accept(self, incoming: Incoming) -> None:
        if self.is_away:
            raise StoreAway
        self.accepted.append(incoming)
        self.screen.progress(MAIN, incoming.id, "echo", "Thinking")
        for reply in self.answers.pop(0) if self.answers else ():
            await self.screen.deliver(reply)
        await self.screen.end_of_turn(MAIN, incoming.id, duplicate=False)

    @override
    async def place_of(self, request: RequestId) -> Thread | None:
        return None


@dataclass
class Table:
    """A whole console with prepared lines on one side and prepared answers on the other."""

    lines: Sequence[str]
    answers: list[Sequence[Reply]] = field(default_factory=list)
    is_terminal: bool = True
    is_away: bool = False

    def __post_init__(self) -> None:
        self.out = io.StringIO()
        self.hand = Hand(self.lines)
        self.screen = Screen(Printer(self.out), Paper(), MAIN)
        self.door = PreparedDoor(self.screen, self.answers, is_away=self.is_away)

    async def chat(self) -> list[Incoming]:
        chat = Chat(self.screen, self.hand, self.door, CountedIds(), SEAT, self.is_terminal)
        await chat.run()
        return self.door.accepted

    @property
    def shown(self) -> list[str]:
        return self.out.getvalue().splitlines()


def pressed(event: Incoming) -> Press | None:
    assert event.kind is Kind.PRESS
    return event.press


async def test_the_conversation_is_opened_and_every_line_is_a_turn():
    table = Table([" hello ", "", "/help"])

    opened, hello, command = await table.chat()

    assert (opened.kind, opened.person, opened.thread) == (Kind.START, SEAT.person, MAIN)
    assert (hello.kind, hello.text) == (Kind.MESSAGE, "hello")
    assert (command.kind, command.text) == (Kind.COMMAND, "/help")
    assert len({opened.id, hello.id, command.id}) == 3


@pytest.mark.parametrize("word", ["/quit", "quit", "exit"])
async def test_quit_leaves(word: str):
    assert len(await Table([word, "hello"]).chat()) == 1


async def test_a_person_is_told_how_to_leave():
    table, pipe = Table([]), Table([], is_terminal=False)

    await table.chat()
    await pipe.chat()

    assert "“quit” leaves" in table.shown[0]
    assert not any("quit" in line for line in pipe.shown)


async def test_a_number_presses_the_button_shown_with_it():
    table = Table(["1"], [[CARD]])

    _, press = await table.chat()

    assert pressed(press) == Press(RequestId("r"), "approve")
    assert table.shown[1:4] == ["  … Thinking", "Send 700?", "[1] Approve  [2] Edit"]


async def test_buttons_of_several_replies_are_numbered_through():
    table = Table(["4"], [[CARD, CARD]])

    _, press = await table.chat()

    assert press.kind is Kind.PRESS
    assert "[3] Approve  [4] Edit" in table.shown


async def test_a_number_is_only_a_number_once_its_button_is_gone():
    _, _, number = await Table(["hello", "1"], [[CARD], [PLAIN]]).chat()

    assert (number.kind, number.text) == (Kind.MESSAGE, "1")


async def test_editing_asks_for_each_field_and_sends_what_changed():
    table = Table(["2", "650", ""], [[CARD]])

    _, press = await table.chat()

    assert pressed(press) == Press(RequestId("r"), "edit", {"amount": "650"})
    assert table.hand.prompts == ["> ", "amount [700]: ", "to [12]: ", "> "]


@pytest.mark.parametrize("is_terminal", [True, False])
@pytest.mark.parametrize(
    ("lines", "press"),
    [
        (("2", "without the laptop"), ("respond", {"text": "without the laptop"})),
        (("3", "name=Anna, role=cook"), ("edit-2", {"name": "Anna", "role": "cook"})),
        (("3", "order two desks"), ("edit-2", {"updated_action": "order two desks"})),
        (("3", ""), ("edit-2", {})),
    ],
)
async def test_a_button_of_a_plan_that_wants_words_takes_the_next_line(
    lines: Sequence[str], press: tuple[str, dict[str, str]], *, is_terminal: bool
):
    table = Table(lines, [[PLAN_CARD]], is_terminal)

    _, event = await table.chat()

    assert pressed(event) == Press(RequestId("p"), press[0], {**press[1]})


async def test_a_pipe_is_shown_what_its_next_line_is_taken_for():
    table = Table(["3", "name=Anna"], [[PLAN_CARD]], is_terminal=False)

    await table.chat()

    assert "New values for step 2 as name=value, or what it should do instead: " in table.shown


async def test_stopping_instead_of_words_presses_nothing():
    table = Table(["2", "stop", "3", "name=Anna"], [[PLAN_CARD]])

    _, event = await table.chat()

    assert pressed(event) == Press(RequestId("p"), "edit-2", {"name": "Anna"})
    assert "(left as it is; what is shown above still waits)" in table.shown


async def test_a_secret_is_typed_hidden():
    table = Table(["monkey"], [[FORM]])

    _, press = await table.chat()

    assert pressed(press) == Press(RequestId("s"), "submit", {"password": "monkey"})
    assert table.hand.prompts == ["hidden Password: ", "> "]


async def test_nothing_typed_for_a_secret_leads_back_to_the_prompt():
    _, stop = await Table(["", "stop"], [[FORM]]).chat()

    assert (stop.kind, stop.text) == (Kind.MESSAGE, "stop")


@pytest.mark.parametrize("word", ["cancel", "Stop", "/cancel"])
async def test_a_secret_can_be_cancelled_as_its_form_says(word: str):
    _, stop = await Table([word], [[FORM]]).chat()

    assert (stop.press, stop.text.lower()) == (None, word.lower())


async def test_from_a_pipe_the_next_line_is_the_secret():
    table = Table(["monkey"], [[FORM]], is_terminal=False)

    _, secret = await table.chat()

    assert (secret.kind, secret.text) == (Kind.MESSAGE, "monkey")
    assert table.hand.prompts == ["> ", "> "]


async def test_what_belongs_to_another_thread_says_so():
    table = Table([])
    elsewhere = Reply(ReplyId("t.4"), "", thread_of("b"), ReplyKind.MESSAGE, "Done.")

    await table.screen.deliver(elsewhere)

    assert table.shown == ["In the thread “b”:", "Done."]


async def test_what_could_not_be_kept_is_said():
    table = Table(["hello"], is_away=True)

    await table.chat()

    assert table.shown[1:] == [NOT_KEPT, NOT_KEPT]
