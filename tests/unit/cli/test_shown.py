"""What people wrote does not steer the terminal of the operator who looks at it."""

from pathlib import Path

import pytest

from bot.cli.application import table
from tests.fakes.command_line import command, json_chat, with_model

BELL, TURNED = "\x07", "\u202e"


@pytest.fixture
def session(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Somebody of an odd name wants a plan for a goal that hides something."""
    monkeypatch.chdir(tmp_path)
    goal = f"plan: the onboarding of Jess{BELL}{TURNED} Smith as a manager starting Monday"
    with with_model() as env:
        json_chat({"text": goal, "user": f"b{TURNED}en", "thread": "t1"}, env=env)
    return "console/local/chat/t1"


def test_every_command_makes_it_visible(session: str):
    plan = command("plans", "list").output.splitlines()[1].split()[0]
    request = command("requests", "list").output.splitlines()[1].split()[0]
    every = [
        *(("sessions", "show", session), ("plans", "list"), ("plans", "show", plan)),
        *(("requests", "list"), ("audit", "list")),
        ("requests", "decide", request, "reject", f"too{BELL}late", "--as", f"b{TURNED}en"),
        *(("sessions", "reset", session), ("sessions", "show", session), ("audit", "list")),
    ]

    told = [command(*words).output for words in every]

    assert [words for words, text in zip(every, told, strict=True) if not text.strip()] == [
        ("audit", "list")
    ], "nothing was decided yet"
    assert all(char not in text for text in told for char in (BELL, TURNED))
    assert "b⟨U+202E⟩en" in told[0]
    assert "Jess⟨U+0007⟩⟨U+202E⟩ Smith" in told[1]


def test_a_cell_of_a_table_stays_in_its_line():
    shown = table(("SESSION", "LAST USED"), [("t\nX", "today"), ("tt", "now")])

    assert shown.splitlines() == [
        "SESSION     LAST USED",
        "t⟨U+000A⟩X  today",
        "tt          now",
    ]
