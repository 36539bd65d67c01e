"""An answer that grows in Slack: whole words, inert, nothing twice, nothing left out."""

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.chat.progress_messages import GrowingAnswer
from bot.platforms.slack.render.blocks import plain


def told(pieces: list[str]) -> str:
    """Hear piece after piece, looking each time, and once more at the end."""
    growing, said = GrowingAnswer(plain), list[str]()
    growing.hear(said)
    shown = []
    for piece in [*pieces, " "]:
        said.append(piece)
        growing.hear(said)
        shown.append(growing.next())
    return "".join(shown)


def test_only_whole_words_are_shown():
    growing, said = GrowingAnswer(plain), ["The pri"]
    growing.hear(said)

    assert growing.next() == "The "
    assert not growing.has_more
    said.append("ce is hi")
    assert growing.next() == "price is "


def test_another_answer_begins_anew():
    growing = GrowingAnswer(plain)
    growing.hear(["one two "])
    growing.next()
    growing.hear(["three "])

    assert growing.next() == "three "


def test_what_would_act_is_inert():
    said = told(["see https://evil.example/", "x?data=1 <!chan", "nel> @here now"])

    assert "https://" not in said
    assert "<!channel>" not in said
    assert "@here" not in said


@given(st.lists(st.text("ab \n", max_size=9), max_size=30))
def test_every_word_is_told_once_in_its_order(pieces: list[str]):
    assert told(pieces).split() == "".join(pieces).split()
