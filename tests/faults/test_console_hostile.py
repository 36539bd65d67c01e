"""R19: hostile text by every way into the console and the commands: each is answered in words."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command_line import command
from tests.faults.conftest import Count, asked_kills
from tests.faults.hostile import chosen

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_500), pytest.mark.proves("R19")]

STORES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
FEW = 8
LAST = {"text": "what does Apple cost?", "thread": "last", "id": "last"}

Line = Callable[[str], dict[str, Any]]
LINES: dict[str, Line] = {
    "text": lambda text: {"text": text},
    "user": lambda text: {"text": "hello", "user": text},
    "thread": lambda text: {"text": "hello", "thread": text},
    "id": lambda text: {"text": "hello", "id": text},
    "press": lambda text: {"press": text, "values": {"a": "b"}},
    "values": lambda text: {"press": "r:edit", "values": {text: text}},
    "command": lambda text: {"command": f"/frontdesk {text}"},
    "raw": lambda text: {"\n": text},
}
COMMANDS = (
    ("sessions", "show"),
    ("plans", "show"),
    ("parked", "replay"),
    ("keys", "revoke"),
    ("requests", "decide", "--as", "console/local/you"),
)


@pytest.fixture(params=STORES)
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """The settings of one store."""
    if request.param == "postgres":
        return {"DATABASE_URL": request.getfixturevalue("postgres_address")}
    return {"DATABASE_URL": f"sqlite:///{tmp_path / 'frontdesk.db'}"}


@pytest.mark.parametrize("way", LINES)
def test_hostile_lines_harm_nothing(env: dict[str, str], way: str, count: Count):
    texts = chosen(list(LINES).index(way), FEW, all_of_them=bool(asked_kills()))
    given = [*(_written(LINES[way](text)) for text in texts), json.dumps(LAST)]

    result = command("chat", "--json", typed="\n".join(given) + "\n", env=env)

    assert result.exit_code == 0, result.output[-2_000:]
    told = [json.loads(line) for line in result.stdout.splitlines()]
    assert any("AAPL" in one.get("text", "") for one in told if one.get("reply_to") == "last")
    assert "Traceback" not in result.output
    assert json.loads(command("parked", "list", "--json", env=env).stdout or "[]") == []
    count(hostile_lines_at_the_console_that_harmed_nothing=len(texts))


def _written(line: dict[str, Any]) -> str:
    """A line of JSON, or the text itself, of which every line is one."""
    if "\n" in line:
        return str(line["\n"]).encode("utf-8", "replace").decode()
    return json.dumps(line)


def test_hostile_words_behind_commands_harm_nothing(env: dict[str, str], count: Count):
    assert command("chat", "--json", typed=json.dumps(LAST), env=env).exit_code == 0
    texts = chosen(0, FEW, all_of_them=bool(asked_kills()))
    for arguments in _behind_commands(texts):
        result = command(*arguments, env=env)

        assert result.exception is None or isinstance(result.exception, SystemExit), arguments
        assert result.exit_code in {0, 1, 2}, arguments
        assert "Traceback" not in result.output
    count(hostile_words_behind_commands_that_harmed_nothing=len(texts))


def _behind_commands(texts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    for number, text in enumerate(texts):
        words = COMMANDS[number % len(COMMANDS)]
        yield (*words, "--", _given(text), *(("approve",) if words[0] == "requests" else ()))


def _given(text: str) -> str:
    """What a program is given of what is typed behind its name."""
    typed = text.replace("\0", "").encode("utf-8", "surrogatepass")
    return typed.decode("utf-8", "surrogateescape")
