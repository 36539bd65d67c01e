"""Where lines come from: pipes of any shape, and the keyboard in the main thread."""

import asyncio
from collections.abc import Callable, Sequence

import pytest

from bot.domain.untrusted import MOST_CHARACTERS
from bot.platforms.console.terminal import Keyboard, Piped, lines_of


def read_of(*pieces: bytes) -> Callable[[], bytes]:
    left = list(pieces)
    return lambda: left.pop(0) if left else b""


@pytest.mark.parametrize(
    "pieces",
    [
        [b"one\ntwo\n\nthree"],
        [b"o", b"ne", b"\n", b"two\n\nthr", b"ee\n"],
        [b"one\r\ntwo\r\n\r\nthree\r\n"],
    ],
)
async def test_lines_arrive_whole_however_they_are_cut(pieces: Sequence[bytes]):
    assert [line async for line in lines_of(read_of(*pieces))] == ["one", "two", "", "three"]


async def test_what_is_no_utf_8_is_replaced():
    assert [line async for line in lines_of(read_of(b"a\xffb\n"))] == [
        "a\N{REPLACEMENT CHARACTER}b"
    ]


async def test_a_line_that_is_far_too_long_takes_no_memory():
    pieces = [b"x" * 500_000] * 10

    (line, after) = [line async for line in lines_of(read_of(*pieces, b"\nafter\n"))]

    assert MOST_CHARACTERS < len(line) < MOST_CHARACTERS + 600_000
    assert after == "after"


async def test_a_pipe_gives_one_line_when_asked_and_none_at_its_end():
    piped = Piped(read_of(b"one\ntwo\n"))

    assert [await piped.line("> "), await piped.secret("> ")] == ["one", "two"]
    assert await piped.line("> ") is None


def end_of_input(_prompt: str) -> str:
    raise EOFError


def interrupted(_prompt: str) -> str:
    raise KeyboardInterrupt


def test_the_keyboard_is_read_while_the_loop_runs_elsewhere():
    keyboard = Keyboard(lambda prompt: f"typed at {prompt}", lambda prompt: f"hidden at {prompt}")
    heard: list[str | None] = []

    async def conversation() -> None:
        heard.append(await keyboard.line("> "))
        heard.append(await keyboard.secret("Password: "))

    keyboard.serve(conversation)

    assert heard == ["typed at > ", "hidden at Password: "]


def test_the_end_of_input_is_none():
    keyboard = Keyboard(end_of_input)
    heard: list[str | None] = []

    async def conversation() -> None:
        heard.append(await keyboard.line("> "))

    keyboard.serve(conversation)

    assert heard == [None]


def test_an_interrupt_lets_the_conversation_clean_up():
    keyboard = Keyboard(interrupted)
    cleaned: list[bool] = []

    async def conversation() -> None:
        try:
            await keyboard.line("> ")
        except asyncio.CancelledError:
            cleaned.append(True)
            raise

    keyboard.serve(conversation)

    assert cleaned == [True]


def test_a_failure_of_the_conversation_is_not_swallowed():
    async def conversation() -> None:
        message = "broken"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError, match="broken"):
        Keyboard().serve(conversation)
