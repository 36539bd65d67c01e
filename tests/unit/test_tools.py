"""Tools: what a model reads of a function, and how its arguments are checked and passed."""

import json
import threading
from typing import Any

import pytest
from pydantic import BaseModel, JsonValue

from agents.kit import Approval, EffectKey, Fact, Money, Secret, Tool, Turn, always, over, tool
from agents.kit.tool import said
from agents.kit.values.errors import AuthorError, BadToolCall
from agents.kit.values.model import ToolSpec
from tests.fakes.records import FakeRecords
from tests.fakes.turns import NOON, SELDO, NoHttp

LoggedIn = Fact("logged_in", "being logged in")
BalanceSeen = Fact("balance_seen", "having seen the balance")


class Address(BaseModel):
    """Where something is sent."""

    street: str
    number: int


@tool
def look_up(text: str, limit: int = 5) -> str:
    """Look something up."""
    return f"{limit} x {text}"


@tool(effect=True)
async def pay(
    turn: Turn, to_account: str, amount: Money, password: Secret, key: EffectKey
) -> dict[str, Any]:
    """Pay somebody."""
    return {
        "who": turn.person.user,
        "to": to_account,
        "amount": amount,
        "password": password.reveal(),
        "key": key,
    }


def a_turn() -> Turn:
    return Turn(SELDO, "", NOON, FakeRecords(), NoHttp(), progress=lambda _text: None)


@pytest.mark.proves("S1-30")
def test_the_types_of_a_function_become_what_a_model_reads():
    parameters: dict[str, JsonValue] = {
        "type": "object",
        "properties": {
            "text": {"type": "string"},
            "limit": {"type": "integer", "default": 5},
        },
        "required": ["text"],
        "additionalProperties": False,
    }

    assert look_up.spec == ToolSpec("look_up", "Look something up.", parameters)


def test_no_secret_no_turn_and_no_key_is_shown_to_a_model():
    assert pay.spec.parameters == {
        "type": "object",
        "properties": {
            "to_account": {"type": "string"},
            "amount": {
                "type": "string",
                "format": "money",
                "description": "an amount such as 25.50",
            },
        },
        "required": ["to_account", "amount"],
        "additionalProperties": False,
    }
    assert (pay.takes_turn, pay.secrets, pay.takes_key) == ("turn", ("password",), "key")


@pytest.mark.parametrize("name", ["turn", "password", "key"])
def test_a_model_cannot_fill_in_what_it_is_not_shown(name: str):
    with pytest.raises(BadToolCall, match=name):
        pay.read({"to_account": "1234324", "amount": "5", name: "sneaky"})


@pytest.mark.proves("S1-42")
def test_the_decorator_adds_what_code_needs_to_know():
    rule, look = always(), lambda _turn, _given: None

    @tool(
        requires=[LoggedIn, BalanceSeen],
        provides=[BalanceSeen],
        effect=True,
        approval=rule,
        ends_task=True,
        risk="high",
        reversible=False,
        version=3,
        settles_within_seconds=2.0,
        destinations=["text"],
        check=look,
        unmet=look,
        outcome=look,
    )
    def transfer(text: str) -> str:
        """Transfer money."""
        return text

    assert isinstance(transfer, Tool)
    assert (transfer.requires, transfer.provides) == ((LoggedIn, BalanceSeen), (BalanceSeen,))
    assert (transfer.effect, transfer.approval, transfer.ends_task) == (True, rule, True)
    assert (transfer.risk, transfer.reversible, transfer.version) == ("high", False, 3)
    assert (transfer.settles_within_seconds, transfer.destinations) == (2.0, ("text",))
    assert None not in {transfer.check, transfer.unmet, transfer.outcome}


def test_a_plain_tool_requires_nothing_and_changes_nothing():
    assert (look_up.requires, look_up.provides, look_up.approval) == ((), (), None)
    assert (look_up.effect, look_up.ends_task) == (False, False)


def test_a_parameter_without_a_type_is_the_authors_mistake():
    def untyped(text) -> str:  # noqa: ANN001 - the mistake
        return str(text)

    with pytest.raises(AuthorError, match="“text” of tool untyped needs a type"):
        tool(untyped)


@pytest.mark.parametrize("raw", ['{"text": "AAPL", "limit": "2"}', {"text": "AAPL", "limit": 2}])
def test_arguments_that_fit_are_read(raw: str | dict[str, JsonValue]):
    assert look_up.read(raw) == {"text": "AAPL", "limit": 2}


def test_what_is_left_out_takes_its_default():
    assert look_up.read('{"text": "AAPL"}') == {"text": "AAPL", "limit": 5}


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        ("{}", "text: Field required"),
        ("", "text: Field required"),
        ('{"text": "AAPL", "limit": "many"}', "limit: .*valid integer"),
        ('{"text": "AAPL", "limit": "m", "color": "red"}', "limit: .*; color: Extra inputs"),
        ('{"text": ["AAPL"]}', "text: .*valid string"),
        ('{"text": "AAP', "arguments: Invalid JSON"),
        ('["AAPL"]', "arguments: .*object"),
        ("null", "arguments: .*object"),
    ],
)
def test_arguments_that_do_not_fit_are_explained(raw: str, words: str):
    with pytest.raises(BadToolCall, match=rf"look_up was not run\. Arguments do not fit: {words}"):
        look_up.read(raw)


def test_an_amount_that_is_none_is_explained():
    with pytest.raises(BadToolCall, match=r"amount: .*“lots” is not an amount"):
        pay.read({"to_account": "1234324", "amount": "lots"})


def test_a_complaint_does_not_repeat_what_was_typed_where_it_does_not_belong():
    with pytest.raises(BadToolCall) as complaint:
        pay.read({"to_account": "1234324", "amount": "5", "password": "monkey"})

    assert "monkey" not in str(complaint.value)


def test_checked_arguments_have_one_canonical_form():
    written: list[dict[str, JsonValue]] = [
        {"to_account": "1234324", "amount": "1000"},
        {"amount": "1000.00 USD", "to_account": "1234324"},
        {"amount": 1000, "to_account": "1234324"},
    ]

    shown = [pay.as_json(pay.read(raw)) for raw in written]

    assert shown == [{"to_account": "1234324", "amount": "1000.00 USD"}] * 3
    assert [pay.as_json(pay.read(again)) for again in shown] == shown


def test_nested_arguments_are_checked_and_shown_too():
    @tool
    def send(address: Address, copies: list[int]) -> str:
        """Send something."""
        return f"{address} {copies}"

    raw: dict[str, JsonValue] = {"address": {"street": "High St", "number": 7}, "copies": [1, 2]}

    assert send.read(raw) == {"address": Address(street="High St", number=7), "copies": [1, 2]}
    assert send.as_json(send.read(raw)) == raw
    with pytest.raises(BadToolCall, match=r"address\.number: Field required"):
        send.read({"address": {"street": "High St"}, "copies": []})


async def test_an_async_function_is_given_the_turn_the_secret_and_the_key():
    arguments = pay.read({"to_account": "1234324", "amount": "5"})

    result = await pay.call(a_turn(), arguments, {"password": Secret("monkey")}, "turn-1:effect:1")

    assert result == {
        "who": "U-seldo",
        "to": "1234324",
        "amount": Money("5"),
        "password": "monkey",
        "key": "turn-1:effect:1",
    }


async def test_a_plain_function_runs_beside_the_loop():
    @tool
    def where() -> int:
        """Tell where this runs."""
        return threading.get_ident()

    elsewhere = await where.call(a_turn(), where.read(""), {}, "")

    assert elsewhere != threading.get_ident()


async def test_a_tool_whose_author_forgot_an_await_is_awaited():
    async def later() -> str:
        return "done"

    @tool
    async def at_once() -> object:
        """Do it."""
        return later()

    assert await at_once.call(a_turn(), at_once.read(""), {}, "") == "done"


@pytest.mark.parametrize(
    ("effect", "takes_key", "repeatable"),
    [(False, None, True), (True, "key", True), (True, None, False)],
)
def test_only_an_effect_without_a_key_must_not_be_repeated(
    *, effect: bool, takes_key: str | None, repeatable: bool
):
    made = Tool("t", "T.", print, BaseModel, look_up.spec, effect=effect, takes_key=takes_key)

    assert made.repeatable is repeatable


def test_what_always_needs_an_approval_says_why():
    rule = always("this sends a letter")

    assert rule.needed({})
    assert (rule.because, rule.policy, rule.approvers) == ("this sends a letter", "confirm", ())
    assert rule.expires_after_seconds == 24 * 60 * 60


@pytest.mark.parametrize(
    ("amount", "needed"),
    [("599.99", False), ("600.00", False), ("600.01", True), ("1000000", True), ("1 EUR", True)],
)
def test_an_amount_above_the_limit_or_in_another_currency_needs_an_approval(
    amount: str, *, needed: bool
):
    rule = over(Money("600.00"))

    assert rule.needed({"to_account": "1234324", "amount": Money(amount)}) is needed


def test_the_largest_of_several_amounts_counts():
    rule = over(Money("600.00"))

    assert rule.needed({"fee": Money("1.00"), "amount": Money("700.00")})


def test_a_limit_says_why_it_asks():
    assert "$600.00" in over(Money("600.00")).because


def test_nobody_approves_by_default_when_a_second_person_must():
    rule = Approval(needed=lambda _arguments: True, because="it is risky", policy="four_eyes")

    assert rule.approvers == ()


@pytest.mark.proves("S1-32")
def test_a_structured_result_is_written_out_as_text():
    address = Address(street="High St", number=7)

    assert json.loads(said(address)) == {"street": "High St", "number": 7}


def test_a_text_is_said_as_it_is():
    assert said("  as\nit is ") == "  as\nit is "
    assert said({"a": None}) == '{"a":null}'


def test_a_secret_is_never_said():
    assert "monkey" not in said(Secret("monkey"))
    assert "monkey" not in repr({"password": Secret("monkey")})
