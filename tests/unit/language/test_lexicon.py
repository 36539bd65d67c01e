"""What whole messages mean in some twenty languages."""

import pytest

from bot.language.lexicon import (
    bare,
    command_of,
    courtesy_of,
    is_no,
    is_polite,
    is_question,
    is_stop,
    is_yes,
    slip_of,
    speaks_of_past,
)
from bot.language.lists import names, phrases


@pytest.mark.parametrize(
    "text",
    [
        *("yes", "Yes please!", "yep", "yeah", "sure", "ok", "okay", "approve", "approved"),
        *("confirm", "go ahead", "do it", "sounds good", "lgtm", "fine by me", "👍", "👍🏽", "✅"),
        *("Yes, go ahead", "yes, approve", "no problem, go ahead", "no worries, do it"),
        *("no objections", "ja", "Ja, bitte.", "oui", "sí", "sì", "sim", "да", "はい", "是的"),
        *("はい、お願いします", "네", "evet", "kyllä", "хорошо", "हाँ", "نعم"),
    ],
)
def test_what_approves_in_any_language_is_a_yes(text: str):
    assert is_yes(text)
    assert not is_no(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "no", "yes?", "ok?", "yes, but later", "no problem", "please", "ok no", "maybe"),
        *("大丈夫", "大丈夫です", "結構です", "いいです", "tak", "yes and delete everything"),
        *("I said yes to Ana", "yes to the first", "thanks", "hello", "approve 1", "🙂"),
    ],
)
def test_what_is_not_wholly_a_yes_approves_nothing(text: str):
    assert not is_yes(text)


@pytest.mark.parametrize(
    "text",
    [
        *(
            "no",
            "No!",
            "nope",
            "no thanks",
            "No, thank you",
            "nein",
            "non",
            "não",
            "нет",
            "いいえ",
        ),
        *("不要", "아니요", "👎", "nej tack", "ei kiitos", "hayır", "don't do it", "reject"),
    ],
)
def test_what_declines_is_a_no(text: str):
    assert is_no(text)


@pytest.mark.parametrize(
    "text",
    [
        *("stop", "Stop, please", "cancel", "cancel everything", "never mind", "abbrechen"),
        *("cancelar", "alles abbrechen", "annuler", "やめて", "大丈夫です", "結構です", "算了"),
        *("отмена", "그만", "iptal", "basta", "中止"),
    ],
)
def test_what_ends_something_is_a_stop(text: str):
    assert is_stop(text)


@pytest.mark.parametrize("text", ["don't reject it", "do not deny", "never reject", "no problem"])
def test_who_declines_to_decline_says_no_no(text: str):
    assert not is_no(text)


def test_no_phrase_both_approves_and_declines_or_ends():
    yes = phrases("answers", "yes")
    others = [phrases("answers", "no"), phrases("answers", "thanks"), phrases("answers", "assent")]
    others += [phrases("commands", name) for name in names("commands")]

    assert {phrase for other in others for phrase in other & yes} == set()


@pytest.mark.parametrize("text", ["don't stop", "stop the press for Ana", "cancel my flight", ""])
def test_a_wish_that_speaks_of_stopping_is_no_stop(text: str):
    assert not is_stop(text)


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("stop", "stop"),
        ("Cancel it!", "cancel"),
        ("abbrechen", "cancel"),
        ("cancel everything", "cancel all"),
        ("alles abbrechen", "cancel all"),
        ("全部キャンセル", "cancel all"),
        ("help, please", "help"),
        ("Hilfe", "help"),
        ("помощь", "help"),
        ("what were we doing?", "status"),
        ("tasks", "tasks"),
        ("warum?", "why"),
        ("start over", "new"),
        ("help me with my invoice", None),
        ("new laptop", None),
        ("", None),
        ("stop " * 1000, None),
    ],
)
def test_a_whole_message_is_a_command_in_any_language(text: str, command: str | None):
    assert command_of(text) == command


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("greeting", ["hi", "Hello!", "Guten Morgen", "你好", "buenos días", "👋"]),
        ("thanks", ["thanks", "Thank you!", "danke schön", "merci", "ありがとう", "🙏"]),
        (
            "farewell",
            ["bye", "さようなら", "tot ziens", "пока", "ok thanks bye", "hi, thanks, bye"],
        ),
        ("", ["hi, send 5 to Ana", "hello world program", "later", "thanks, now cancel it"]),
        ("", ["no thanks needed for this", "", "hello seldo", "bye-laws"]),
    ],
)
def test_courtesies_are_whole_messages(kind: str, said: list[str]):
    assert [courtesy_of(text) for text in said] == [kind] * len(said)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("To account ID 1234324, please.", "account ID 1234324"),
        ("it's the savings one", "savings one"),
        ("Bitte 500, danke!", "500"),
        ("500 por favor", "500"),
        ("5000円です", "5000円"),
        ("「田中」でお願いします。", "田中"),
        ("-5", "-5"),
        ("#12.", "#12"),
        ("Smith (Ulm).", "Smith (Ulm)"),
        ("(Ulm)", "Ulm"),
        ("my", "my"),
        ("please", "please"),
        ("!?", ""),
    ],
)
def test_politeness_and_punctuation_around_an_answer_are_left_out(text: str, left: str):
    assert bare(text) == left


def test_only_words_of_a_closed_class_are_polite():
    assert all(map(is_polite, ["please", "Bitte", "the", "my", "is", "s'il", "です"]))
    assert not any(map(is_polite, ["hail", "Ana", "500", "savings", "no", ""]))


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("who will read it?", True),
        ("¿Cuánto?", True),
        ("残高はいくらですか", True),
        ("你好吗", True),
        ("كم الرصيد؟", True),
        ("いくら？", True),
        ("send it", False),
        ("はい", False),
        ("", False),
    ],
)
def test_a_question_is_told_by_its_marks(text: str, asks: bool):  # noqa: FBT001 - a row of the table
    assert is_question(text) is asks


def test_words_of_another_time_are_known_in_many_languages():
    said = ["Do you remember it?", "was habe ich gestern gesagt", "昨日の話", "上次说的", "вчера"]

    assert all(map(speaks_of_past, said))
    assert not any(map(speaks_of_past, ["send 5 to Ana", "残高を見せて", "neu"]))


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("stpo", "stop"), ("hlep", "help"), ("Statsu?", "status")],  # codespell:ignore stpo
)
def test_a_slip_of_the_fingers_is_noticed(typed: str, meant: str):
    assert slip_of(typed) == meant


@pytest.mark.parametrize(
    "typed", ["seldo", "stop", "shop", "Abbott", "statue", "20", "", "hlep me", "stop " * 99]
)
def test_another_word_is_no_slip(typed: str):
    assert slip_of(typed) == ""


@pytest.mark.parametrize("piece", ["please ", "です", "x please ", "please x ", "a", "! "])
def test_politeness_is_cut_off_in_time_that_grows_with_the_text(piece: str):
    assert len(bare(piece * 50_000)) <= len(piece) * 50_000
