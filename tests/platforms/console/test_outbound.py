"""Ours to theirs: how replies look to people and to programs."""

import json
from dataclasses import replace

from agents.kit.values.person import Person
from bot.domain.ids import ReplyId
from bot.domain.messages import Button, Field, Reply, ReplyKind
from bot.platforms.console.input import Seat, thread_of
from bot.platforms.console.output import (
    ConsoleProgress,
    Ended,
    Paper,
    end_as_json,
    problem_as_json,
    progress_as_json,
    reply_as_json,
)

MAIN = thread_of("main")
REPLY = Reply(ReplyId("t.1"), "7", MAIN, ReplyKind.MESSAGE, "Hello", "concierge")
CARD = replace(
    REPLY,
    text="Send $700?",
    to=Person("console", "local", "ana"),
    buttons=(Button("r:approve", "Approve", "primary"), Button("r:reject", "Reject")),
    fields=(Field("amount", "amount", value="700.00 USD"),),
)
FORM = replace(
    REPLY,
    kind=ReplyKind.FORM,
    text="Password?",
    fields=(Field("p", "Password", secret=True),),
    buttons=(Button("r:submit", "Submit"),),
)


def test_a_reply_as_json():
    assert json.loads(reply_as_json(REPLY)) == {
        "kind": "message",
        "id": "t.1",
        "reply_to": "7",
        "thread": "main",
        "agent": "concierge",
        "text": "Hello",
    }


def test_a_persona_speaks_under_its_own_name():
    line = replace(REPLY, speaker="The critic")

    assert json.loads(reply_as_json(line))["speaker"] == "The critic"
    assert Paper().reply(line) == "The critic: Hello"


def test_a_card_as_json():
    line = json.loads(reply_as_json(CARD))

    assert line["to"] == "ana"
    assert line["buttons"] == [
        {"id": "r:approve", "label": "Approve", "style": "primary"},
        {"id": "r:reject", "label": "Reject", "style": "default"},
    ]
    assert line["fields"] == [
        {"name": "amount", "label": "amount", "secret": False, "value": "700.00 USD"}
    ]


def test_what_is_for_one_persons_eyes_says_so():
    line = json.loads(reply_as_json(replace(REPLY, to=Seat("ana").person, private=True)))

    assert (line["to"], line["private"]) == ("ana", True)
    assert "private" not in json.loads(reply_as_json(REPLY))


def test_progress_and_the_end_as_json():
    assert json.loads(progress_as_json(ConsoleProgress(MAIN, "7", 2, "bank", "Looking"))) == {
        "kind": "progress",
        "id": "7/progress-2",
        "reply_to": "7",
        "thread": "main",
        "agent": "bank",
        "text": "Looking",
    }
    end = {"kind": "end_of_turn", "id": "7/end", "reply_to": "7", "thread": "main"}
    assert json.loads(end_as_json(Ended(MAIN, "7"), "7/end")) == end
    assert json.loads(end_as_json(Ended(MAIN, "7", duplicate=True), "7/end")) == {
        **end,
        "duplicate": True,
    }


def test_a_problem_is_a_message():
    assert json.loads(problem_as_json("What?", "p1", "", MAIN)) == {
        "kind": "message",
        "id": "p1",
        "reply_to": "",
        "thread": "main",
        "text": "What?",
    }


def test_a_line_of_json_is_one_line_of_ascii():
    line = reply_as_json(replace(REPLY, text="a\nb\u2028ü\ud800"))

    assert line.isascii()
    assert "\n" not in line


def test_people_see_the_agent_and_its_words():
    assert Paper().reply(REPLY) == "concierge: Hello"
    assert Paper(colours=True).reply(REPLY) == "\x1b[2mconcierge: \x1b[0mHello"


def test_people_see_numbered_buttons():
    assert Paper().reply(CARD, first_number=3) == (
        "concierge: Send $700?\n[3] Approve  [4] Reject"
    )


def test_people_see_a_form_as_its_question():
    assert Paper().reply(FORM) == "concierge: Password?"


def test_people_see_a_result_set_apart():
    letter = replace(REPLY, kind=ReplyKind.ARTIFACT, text="Dear Sir", agent="letter")

    assert Paper().reply(letter) == "── letter ──\nDear Sir\n────────────"


def test_people_see_progress_dim():
    doing = ConsoleProgress(MAIN, "7", 1, "bank", "Looking")

    assert Paper().progress(doing) == "  … Looking"
    assert Paper(colours=True).progress(doing) == "\x1b[2m  … Looking\x1b[0m"


def test_what_steers_a_terminal_is_made_visible():
    hostile = replace(REPLY, agent="", text="a\x1b[2Jb\x07\u202ec\td\r")

    assert Paper().reply(hostile) == "a⟨U+001B⟩[2Jb⟨U+0007⟩⟨U+202E⟩c\td⟨U+000D⟩"
