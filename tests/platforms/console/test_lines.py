"""The console for programs: lines in, lines out, nothing lost."""

import io
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field

import pytest
from typing_extensions import override

from bot.core.ports.environment import Ids
from bot.domain.errors import StoreAway
from bot.domain.ids import ReplyId, RequestId
from bot.domain.messages import Incoming, Kind, Reply, ReplyKind, Thread
from bot.platforms.console.input import Seat, thread_of
from bot.platforms.console.json_lines import JsonLines, LineReader
from bot.platforms.console.terminal import Printer, ReaderGone
from bot.platforms.console.turns import Door


class CountedIds(Ids):
    def __init__(self) -> None:
        self.count = 0

    @override
    def new(self) -> str:
        self.count += 1
        return f"id-{self.count}"


class ClosedPipe(io.StringIO):
    @override
    def write(self, text: str) -> int:
        raise BrokenPipeError


@dataclass
class EchoDoor(Door):
    """Ends each turn at once by repeating what was said; knows where requests were made."""

    console: JsonLines
    places: dict[str, Thread] = field(default_factory=dict)
    accepted: list[Incoming] = field(default_factory=list)
    is_away: bool = False

    @override
    async def accept(self, incoming: Incoming) -> None:
        if self.is_away:
            raise StoreAway
        is_copy = incoming.id in {event.id for event in self.accepted}
        self.accepted.append(incoming)
        if not is_copy:
            self.console.progress(incoming.thread, incoming.id, "echo", "Repeating")
            await self.console.deliver(an_answer(incoming))
        await self.console.end_of_turn(incoming.thread, incoming.id, duplicate=is_copy)

    @override
    async def place_of(self, request: RequestId) -> Thread | None:
        return self.places.get(request)


def an_answer(incoming: Incoming) -> Reply:
    id_ = ReplyId(f"{incoming.id}.1")
    text = incoming.text or str(incoming.press)
    return Reply(id_, incoming.id, incoming.thread, ReplyKind.MESSAGE, text, "echo")


async def each(*lines: str) -> AsyncIterator[str]:
    for line in lines:
        yield line


async def converse(
    *lines: str, set_up: Callable[[EchoDoor], None] = lambda _: None
) -> tuple[list[dict[str, object]], EchoDoor]:
    out = io.StringIO()
    console = JsonLines(Printer(out), CountedIds())
    door = EchoDoor(console)
    set_up(door)
    await LineReader(console, door, Seat("ana")).run(each(*lines))
    return [json.loads(line) for line in out.getvalue().splitlines()], door


async def test_a_turn_is_progress_then_replies_then_its_end():
    said, _ = await converse('{"text": "hello", "id": "7"}')

    head = {"reply_to": "7", "thread": "main"}
    assert said == [
        {
            **head,
            "kind": "progress",
            "id": "7/progress-1",
            "agent": "echo",
            "text": "Repeating",
        },
        {**head, "kind": "message", "id": "7.1", "agent": "echo", "text": "hello"},
        {**head, "kind": "end_of_turn", "id": "7/end"},
    ]


async def test_a_copy_gives_only_its_end():
    said, _ = await converse('{"text": "hello", "id": "7"}', '{"text": "hello", "id": "7"}')

    assert said[3:] == [
        {
            "kind": "end_of_turn",
            "id": "7/end-id-3",
            "reply_to": "7",
            "thread": "main",
            "duplicate": True,
        }
    ]


async def test_a_line_without_an_id_gets_one():
    _, door = await converse('{"text": "a"}', "", '{"text": "a"}')

    assert [event.id for event in door.accepted] == ["id-1", "id-2"]


async def test_a_bad_line_is_answered_and_the_next_one_taken():
    said, door = await converse('{"text": 1, "id": "7"}', '{"text": "hello"}')

    assert [line["kind"] for line in said[:2]] == ["message", "end_of_turn"]
    assert "input should be a valid string" in str(said[0]["text"])
    assert {line["reply_to"] for line in said[:2]} == {"7"}
    assert [event.text for event in door.accepted] == ["hello"]


async def test_a_press_goes_where_its_button_was_shown():
    def elsewhere(door: EchoDoor) -> None:
        door.places["r.1"] = thread_of("elsewhere")

    _, door = await converse(
        '{"press": "r.1:approve"}',
        '{"press": "r.1:approve", "thread": "here"}',
        '{"press": "unknown:approve"}',
        set_up=elsewhere,
    )

    assert [event.thread.thread for event in door.accepted] == ["elsewhere", "here", "main"]
    assert {event.kind for event in door.accepted} == {Kind.PRESS}


async def test_what_could_not_be_kept_is_said():
    def away(door: EchoDoor) -> None:
        door.is_away = True

    said, _ = await converse('{"text": "hello", "id": "7"}', set_up=away)

    assert [line["kind"] for line in said] == ["message", "end_of_turn"]
    assert "send it again" in str(said[0]["text"])


async def test_a_reply_nobody_reads_is_not_taken():
    printer = Printer(ClosedPipe())
    console = JsonLines(printer, CountedIds())
    hello = Incoming("7", thread_of("main"), Seat("ana").person, Kind.MESSAGE, "hello")

    console.progress(hello.thread, "7", "echo", "Repeating")
    with pytest.raises(ReaderGone):
        await console.deliver(an_answer(hello))
    await console.end_of_turn(hello.thread, "7", duplicate=False)

    assert printer.gone.is_set()
