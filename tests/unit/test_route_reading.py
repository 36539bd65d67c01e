"""Reading what a model wrote: which agent the router chose, whether nothing is left."""

import json

import pytest
from bot.core.routing.choice import CLARIFY, OUT_OF_SCOPE, Choice, match, read
from hypothesis import given
from hypothesis import strategies as st

from bot.core.routing.continuation import is_sentinel

AGENTS = ("stock_lookup", "authenticate", "account_balance", "transfer_money", "concierge")
NAMES = (*AGENTS, CLARIFY, OUT_OF_SCOPE)
BY_NAME = "chosen by name"


def an_answer(choice: object = "stock_lookup", **parts: object) -> str:
    return json.dumps({"choice": choice, "reason": "it is about shares", **parts})


@pytest.mark.proves("S0-30")
@pytest.mark.parametrize("name", NAMES)
def test_a_name_from_the_list_is_a_choice(name: str):
    assert read(name, NAMES) == Choice(name, BY_NAME)


@pytest.mark.proves("S0-45")
@pytest.mark.parametrize("blank", [" {} ", "\n{}\n", "\t{}", "{}\r\n\r\n"])
def test_blanks_around_a_name_do_not_matter(blank: str):
    assert read(blank.format("transfer_money"), NAMES) == Choice("transfer_money", BY_NAME)


@pytest.mark.parametrize(
    "written",
    [
        *['"transfer_money"', "'transfer_money'", "`transfer_money`", "**transfer_money**"],
        *["Transfer_Money", "TRANSFER_MONEY.", "transfer money", "transfer-money"],
        *["transfer_monye", "The agent is transfer_money.", "Agent: transfer_money"],
    ],
)
def test_quotes_case_and_small_typing_errors_are_forgiven(written: str):
    assert match(written, NAMES) == "transfer_money"


@pytest.mark.proves("S0-30")
@pytest.mark.parametrize(
    "written",
    [
        *["", " ", "?", "none", "orchestrator", "money", "balance", "no_further_task", "null"],
        *["authenticate or concierge", "first authenticate, then transfer_money"],
        *["I would be happy to help you!", "trans", "x" * 5_000],
    ],
)
def test_what_names_nobody_or_several_is_no_choice(written: str):
    assert read(written, NAMES) is None


@pytest.mark.parametrize(
    "written",
    [
        "{}",
        '{"choice": ""}',
        '{"choice": null}',
        '{"choice": "teller"}',
        '{"choice": {}}',
        "{",
        "}{",
    ],
)
def test_json_that_names_nobody_is_no_choice(written: str):
    assert read(written, NAMES) is None


def test_a_name_that_is_only_the_reason_is_no_choice():
    assert read('{"reason": "transfer_money"}', NAMES) is None


@pytest.mark.parametrize("framed", ["{}", "```json\n{}\n```", "Sure!\n{}\nAnything else?", " {} "])
def test_json_is_found_in_what_is_written_around_it(framed: str):
    written = framed.replace("{}", an_answer())

    assert read(written, NAMES) == Choice("stock_lookup", "it is about shares")


def test_a_name_in_json_is_forgiven_like_any_other():
    assert read(an_answer(" Stock_Lookup "), NAMES) == Choice("stock_lookup", "it is about shares")


@pytest.mark.parametrize("reason", ["", None, 7, []])
def test_a_choice_without_a_reason_says_so(reason: object):
    assert read(an_answer(reason=reason), NAMES) == Choice("stock_lookup", "no reason given")


@pytest.mark.proves("S1-63b")
def test_one_answer_says_that_nobody_is_chosen_and_what_to_ask():
    written = an_answer(CLARIFY, question="Do you mean shares or accounts?", details=False)

    assert read(written, NAMES) == Choice(
        CLARIFY, "it is about shares", "Do you mean shares or accounts?", details=False
    )


@pytest.mark.parametrize(
    ("given_", "details"), [(True, True), (False, False), (None, True), ("no", True)]
)
def test_only_a_plain_no_says_that_the_wish_is_bare(given_: object, *, details: bool):
    choice = read(an_answer(details=given_), NAMES)

    assert choice is not None
    assert choice.details is details


def test_further_wishes_are_kept_in_order():
    wishes = [
        {"agent": "account_balance", "text": "what do I have"},
        {"agent": "Transfer_Money", "text": "send 20 to Sam"},
    ]

    choice = read(an_answer(then=wishes), NAMES)

    assert choice == Choice(
        "stock_lookup",
        "it is about shares",
        then=(("account_balance", "what do I have"), ("transfer_money", "send 20 to Sam")),
    )


@pytest.mark.parametrize(
    "wish",
    [
        {"agent": "teller", "text": "anything"},
        {"agent": CLARIFY, "text": "anything"},
        {"agent": OUT_OF_SCOPE, "text": "anything"},
        {"agent": "account_balance", "text": " "},
        {"agent": ["account_balance"], "text": "anything"},
        {"text": "anything"},
        "account_balance",
    ],
)
def test_a_further_wish_for_nobody_is_dropped(wish: object):
    assert read(an_answer(then=[wish]), NAMES) == Choice("stock_lookup", "it is about shares")


@pytest.mark.parametrize("then", [None, "account_balance", 3, {"agent": "account_balance"}])
def test_further_wishes_that_are_no_list_are_dropped(then: object):
    assert read(an_answer(then=then), NAMES) == Choice("stock_lookup", "it is about shares")


@pytest.mark.proves("S0-30")
@given(st.text() | st.text(alphabet='{}[]":, abct_'))
def test_whatever_is_written_the_choice_is_from_the_list(written: str):
    choice = read(written, NAMES)

    assert choice is None or choice.name in NAMES


@pytest.mark.parametrize(
    "written",
    [
        *["no_further_task", "no_further_tasks", " no_further_task\n", '"no_further_task"'],
        *["No_Further_Tasks.", "NO FURTHER TASK", "no further tasks", "`no-further-task`"],
    ],
)
def test_nothing_is_left_however_it_is_spelled(written: str):
    assert is_sentinel(written)


@pytest.mark.parametrize(
    "written",
    [
        *["", "I would like to transfer money.", "no", "task", "further tasks"],
        *["There is no further task but the transfer.", "no_further_task transfer_money"],
    ],
)
def test_a_sentence_to_go_on_with_is_not_the_end(written: str):
    assert not is_sentinel(written)
