"""Commands whose output takes no more, or whose streams were closed before they began."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from tests.effort import IN_FULL
from tests.fakes.command_line import json_chat

ROOT = Path(__file__).parents[3]
FULL = Path("/dev/full")
PROGRAM = (sys.executable, "-m", "bot")
EACH = [(chat, closed) for closed in ("<&-", ">&-", "2>&-") for chat in ("chat", "chat --json")]
CLOSED = EACH if IN_FULL else [*EACH[0:1], *EACH[3:5]]  # each stream once

pytestmark = pytest.mark.skipif(not FULL.exists(), reason="this system has no full device")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def run(
    *arguments: str, out: IO[str] | int, typed: str = ""
) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(  # noqa: S603 - our own program
        arguments,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        stdout=out,
        stderr=subprocess.PIPE,
        input=typed,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [("--version",), ("sessions", "list"), ("export", "--json")])
def test_output_that_takes_no_more_is_told_without_a_trace(arguments: tuple[str, ...]):
    with FULL.open("w", encoding="utf-8") as full:
        ended = run(*PROGRAM, *arguments, out=full)

    assert ended.returncode == 1
    assert ended.stderr == "Error: the output cannot be written: No space left on device\n"


def test_a_chat_whose_output_takes_no_more_ends_and_says_it_all_the_next_time():
    line = json.dumps({"text": "what does AAPL trade at?", "id": "1"})
    with FULL.open("w", encoding="utf-8") as full:
        # The second one owes what the first one could not say.
        ends = [run(*PROGRAM, "chat", "--json", out=full, typed=line) for _ in range(2)]

    assert [end.returncode for end in ends] == [1, 1]
    assert all("cannot be written: No space left" in end.stderr for end in ends)
    assert not any("Traceback" in end.stderr for end in ends)
    assert "$228.88" in json_chat()[0]["text"]


@pytest.mark.parametrize(("arguments", "closed"), CLOSED)
def test_a_closed_stream_is_as_one_that_leads_nowhere(arguments: str, closed: str):
    shell = f'exec "$0" -m bot {arguments} {closed}'

    ended = run("/bin/sh", "-c", shell, sys.executable, out=subprocess.DEVNULL, typed="help\n")

    assert ended.returncode == 0
    assert "Traceback" not in ended.stderr
