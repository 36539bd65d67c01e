"""Where texts fall apart: sentences, clauses and wishes."""

import pytest

from bot.language.sentences import has_connective, sentences, split_wishes


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Pay 20 to Ana. Is Ben there? Thanks", ("Pay 20 to Ana.", "Is Ben there?", "Thanks")),
        ("Pay 3.50 to Ana", ("Pay 3.50 to Ana",)),
        ("Pay 20;\nnot 30", ("Pay 20;", "not 30")),
        ("送金して。いくら？はい", ("送金して。", "いくら？", "はい")),
        ("好吗？OK！5", ("好吗？", "OK！5")),
        ("Wait… what?!", ("Wait…", "what?!")),
        ("... ! ?", ()),
        ("", ()),
    ],
)
def test_sentences_keep_the_mark_they_end_with(text: str, parts: tuple[str, ...]):
    assert sentences(text) == parts


@pytest.mark.parametrize(
    ("text", "wishes"),
    [
        ("pay Ana and then tell me the balance", ("pay Ana", "tell me the balance")),
        ("Send 5. Book a room!", ("Send 5", "Book a room")),
        ("kauf Milch, danach Brot", ("kauf Milch", "Brot")),
        ("送金して、それから残高を見せて", ("送金して", "残高を見せて")),
        ("转账然后查余额", ("转账", "查余额")),
        ("virement puis solde", ("virement", "solde")),
        ("pay 3.50 to Ana and Ben", ()),
        ("Then?", ()),
        ("", ()),
    ],
)
def test_wishes_are_parted_at_strong_connectives_and_sentence_ends(
    text: str, wishes: tuple[str, ...]
):
    assert split_wishes(text) == wishes
    assert has_connective(text) or not wishes


@pytest.mark.parametrize(
    "text", ["balance and a loan", "also book it", "x; y", "et puis", "第一。第二", "и ещё кофе"]
)
def test_a_text_with_a_connective_may_hold_more(text: str):
    assert has_connective(f"please {text} now")


def test_a_text_without_one_holds_one_wish():
    assert not any(map(has_connective, ["send 3.50 to Anders", "what is it?", "残高を見せて", ""]))


@pytest.mark.parametrize(
    "text",
    [
        *("log me in and show my balance", "send 700 to A and 30 to B"),
        *("Apple's price please. Also my balance.", "Kup mleko i chleb", "paga 5 y ver saldo"),
        *("koupit chleba a mléko", "o nome e o saldo", "je veux 5 et mon solde"),
        *("stuur 5 en toon saldo", "osta maitoa ja leipää", "купи молоко и хлеб", "süt ve ekmek"),
    ],
)
def test_a_short_word_joins_in_its_own_language(text: str):
    assert has_connective(text)


@pytest.mark.parametrize(
    "text",
    [
        *("I want to craft a declined letter.", "Where to find a claim id?", "draft a letter"),
        *("can i see a balance", "send 20 to the account I own", "paga 5 en mi cuenta"),
        *("what is on next week", "ja bitte sende mir ein Buch", "a letter"),
    ],
)
def test_a_short_word_of_another_language_joins_nothing(text: str):
    assert not has_connective(text)
