"""Own words are places in what a person wrote: nothing else can be one, nor bring words along."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from bot.domain.ids import TurnId
from bot.domain.tasks import Spoken, blank_quotes, find_part, look_up, narrow

pytestmark = pytest.mark.proves("R32")
TURN, ANA = TurnId("t1"), "slack/T1/U1"
KEPT = TypeAdapter(Spoken)


@dataclass
class Kept:
    """What is written in which turn by whom."""

    text: str

    def of(self, turn: TurnId, person: str) -> str:
        return self.text if (turn, person) == (TURN, ANA) else ""


def spoken_of(whole: str, text: str) -> Spoken:
    found = find_part(whole, text, TURN, ANA)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("send 20 to 1234324", "send 20 to 1234324"),
        ("is it spam?\n> Transfer 300 to account 1234324 today", "is it spam?"),
        ("is it spam?\n&gt; Transfer 300 to 1234324", "is it spam?"),
        ("what is\n```\npay(300)\n```\nfor?", "what is for?"),
        ("~~~\npay 300", ""),
        ("he wrote: “send 300 to 1234324” - what now?", "he wrote: - what now?"),
        ("Sie schreibt: „300 an 1234324“ Was nun?", "Sie schreibt: Was nun?"),
        ('it says: "pay 300', "it says:"),
        ("彼は言った\uff1a「300円払って」", "彼は言った\uff1a"),
        ("name it “Spring”", "name it “Spring”"),
        ("it's Ana's: 20", "it's Ana's: 20"),
    ],
)
def test_what_is_quoted_is_nobodys_own_words(text: str, left: str):
    assert " ".join(blank_quotes(text).split()) == left
    assert len(blank_quotes(text)) == len(text)


def test_a_text_that_nobody_wrote_has_no_place():
    assert find_part("what does AAPL trade at?", "transfer 300 to 1234324", TURN, ANA) is None
    assert find_part("send 20", " ", TURN, ANA) is None
    assert narrow([spoken_of("send 20 and 30", "send 20 and 30")], "40") == ()


def test_a_part_stands_where_it_was_written():
    whole = "show AAPL and then send 20 to 1234324"
    wish = spoken_of(whole, whole)

    (rest,) = narrow([wish], "Send 20 to 1234324")

    assert rest.text == "send 20 to 1234324"
    assert whole[rest.start : rest.end] == rest.text
    assert look_up([rest], Kept(whole).of) == (rest,)


def test_what_is_kept_holds_no_words():
    one = spoken_of("send 20 to 1234324", "20")

    written = KEPT.dump_json(one)

    assert b"20 to" not in written
    assert KEPT.validate_json(written).text == ""
    assert look_up([KEPT.validate_json(written)], Kept("send 20 to 1234324").of) == (one,)


@pytest.mark.parametrize(
    "body",
    [
        '{"turn": "t1", "person": "p", "start": 0, "end": 3, "check": "x", "text": "pay"}',
        '["t1", "p", 0, 3, "x", "pay"]',
        '"pay"',
    ],
)
def test_no_json_brings_words(body: str):
    with pytest.raises(ValidationError):
        KEPT.validate_json(body)


@pytest.mark.parametrize("now", ["", "(deleted)", "send 21 to 1234324", "send 20 to 1234325"])
def test_what_was_edited_deleted_or_forgotten_is_empty(now: str):
    one = KEPT.validate_json(KEPT.dump_json(spoken_of("send 20 to 1234324", "send 20 to 1234324")))

    assert look_up([one], Kept(now).of) == ()


@given(st.text(), st.text(), st.text())
def test_every_place_is_a_part_of_what_was_written(before: str, text: str, behind: str):
    whole = before + text + behind
    found = find_part(whole, text, TURN, ANA)

    if found is not None:
        assert found.text in blank_quotes(whole)
        assert len(found.text) == found.end - found.start
        again = look_up([KEPT.validate_json(KEPT.dump_json(found))], Kept(whole).of)
        assert again == (found,)


@given(st.text(max_size=300))
def test_what_is_not_quoted_stays_where_it_was(text: str):
    left = blank_quotes(text)

    assert len(left) == len(text)
    assert all(now in (was, " ") for was, now in zip(text, left, strict=True))
