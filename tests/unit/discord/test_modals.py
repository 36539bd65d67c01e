"""Forms on Discord: five fields at most, what was typed over, and errors that keep the words."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from bot.core.requests.cards import list_fields
from bot.core.verdicts.request_forms import RequestForm
from bot.domain.requests import Request, RequestKind, Subject
from bot.platforms.discord.render import modals
from bot.platforms.discord.render.modals import DiscordFormOrigin, draft_id, is_draft_of
from tests.fakes.discord.components import message_components
from tests.fakes.discord.formkit import filled
from tests.fakes.discord.modalkit import modal_problems
from tests.fakes.events import a_request
from tests.unit.slack.test_cards_laws import names, values

MANY: dict[str, JsonValue] = {name: f"value of {name}" for name in "abcdefgh"}


def an_approval(arguments: dict[str, JsonValue]) -> Request:
    subject = Subject("bank", "transfer", arguments=arguments)
    return replace(a_request(), kind=RequestKind.APPROVAL, subject=subject, text="bank wants to:")


def an_edit(request: Request) -> dict[str, Any]:
    form = RequestForm("Edit, then approve", request.text, list_fields(request))
    return modals.modal_of(request, form, "edit")


def sent(modal: dict[str, Any], typed: dict[str, str]) -> dict[str, Any]:
    return {"custom_id": modal["custom_id"], "components": filled(modal, typed)[0]}


def pressed(request: Request, typed: dict[str, str]) -> tuple[str, dict[str, JsonValue]]:
    modal = an_edit(request)
    origin = modals.origin_of(modal["custom_id"])
    assert origin is not None
    press = modals.press_of(origin, request, sent(modal, typed))
    return press.verb, press.values


def test_only_what_was_typed_over_is_changed():
    request = an_approval({"to": "Sam", "amount": "20.00 USD"})

    assert pressed(request, {"to": "Kim"}) == ("edit", {"to": "Kim"})
    assert pressed(request, {}) == ("approve", {})


def test_more_fields_than_a_form_takes_are_typed_over_in_lines():
    request = an_approval(MANY)
    modal = an_edit(request)
    assert len(modal["components"]) == 5

    lines = modal["components"][-1]["component"]["value"]
    assert lines.split("\n") == [f"{name}: value of {name}" for name in "efgh"]
    changed = lines.replace("value of g", "17: 18")

    assert pressed(request, {"others": changed, "b": "x"}) == ("edit", {"b": "x", "g": "17: 18"})
    assert pressed(request, {}) == ("approve", {})


@pytest.mark.proves("R2", "R19")
@given(st.dictionaries(names, values, min_size=1, max_size=8))
def test_any_form_is_taken_and_sent_unchanged_changes_nothing(arguments: dict[str, JsonValue]):
    request = an_approval(arguments)
    if not list_fields(request):
        return

    assert list(modal_problems(an_edit(request))) == []
    assert pressed(request, {}) == ("approve", {})


def test_a_form_with_an_error_opens_again_as_it_was_sent():
    request = an_approval({"to": "Sam", "amount": "20.00 USD"})
    modal = an_edit(request)
    typed = sent(modal, {"amount": "much"})

    problems = {"amount": "Value error, no amount"}
    answer = modals.errors(problems, draft_id(modal["custom_id"], "1"))
    again = modals.as_sent(problems, DiscordFormOrigin(request.id, "edit"), typed)

    assert answer["data"]["content"] == "amount: no amount"
    rows = answer["data"]["components"]
    assert list(message_components(rows, is_v2=False)) == []
    assert is_draft_of(rows[0]["components"][0]["custom_id"], "1")
    assert again["custom_id"] == modal["custom_id"]
    assert list(modal_problems(again)) == []
    told = {one["component"]["custom_id"]: one for one in again["components"]}
    assert told["amount"]["component"]["value"] == "much"
    assert told["amount"]["description"] == "no amount"
    assert told["to"]["component"]["value"] == "Sam"


@pytest.mark.proves("R8")
def test_a_secret_is_not_kept_for_another_try():
    request = a_request()
    shape = {"type": 4, "custom_id": "password", "value": "monkey"}
    typed = {"custom_id": f"{request.id}:submit", "components": [{"type": 18, "component": shape}]}

    again = modals.as_sent({"password": "wrong"}, DiscordFormOrigin(request.id, "submit"), typed)

    assert "monkey" not in f"{again}"


def test_a_form_that_is_only_read_approves_nothing():
    request = an_approval({"memo": "x" * 3_000})

    assert modals.full_text(request, may_approve=True)["custom_id"] == f"{request.id}:approve"
    read = modals.full_text(request, may_approve=False)
    assert read["custom_id"] == f"{request.id}:read"
    assert list(modal_problems(read)) == []


def test_what_is_too_long_for_a_form_cannot_be_approved_in_it():
    request = an_approval({"memo": "x" * 30_000})

    read = modals.full_text(request, may_approve=True)

    assert read["custom_id"] == f"{request.id}:read"
    assert "cannot be approved here" in str(read["components"][-1])
