"""Forms: what a press opens, for whom, and what is said of values before they are sent."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from agents.kit import Agent, EffectKey, ToolFailed, Turn, four_eyes, tool
from agents.kit.values.model import ModelCall, ToolCall
from bot.core.ports.directory import MemberStatus
from bot.core.requests import edits
from bot.core.verdicts.request_forms import RequestForm, find_problems, open_form
from bot.domain.errors import Refused
from bot.domain.ids import RequestId
from bot.domain.messages import Field
from bot.domain.requests import RequestStatus
from tests.fakes.directory import FakeDirectory
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import asks, directed
from tests.journeys.bank.talking import ANAS, CHECKING, moved
from tests.journeys.conversation import Conversation, a_conversation, a_person
from tests.journeys.requests.deciding import BY_BEN, TWO_OF_THREE, button, the_request, with_a_card


async def opened(conversation: Conversation, verb: str, user: str = "ben") -> RequestForm:
    request = the_request(conversation)
    return await open_form(conversation.services, request.id, a_person(user), verb)


async def problems(
    conversation: Conversation, verb: str, user: str = "ben", **values: Any
) -> dict[str, str]:
    request = the_request(conversation)
    return await find_problems(conversation.services, request.id, a_person(user), verb, values)


async def test_the_form_of_an_edit_shows_what_would_run():
    conversation = await with_a_card(BY_BEN)

    form = await opened(conversation, "edit")

    assert form.button == button(conversation, "edit")
    assert form.text == the_request(conversation).text
    assert form.fields == (
        Field("to_account", "to account", value=ANAS),
        Field("amount", "amount", value="700.00 USD"),
    )


@pytest.mark.parametrize(
    ("verb", "field"),
    [
        (
            "reject",
            Field("reason", "Why not? The agent reads it.", multiline=True, required=False),
        ),
        ("respond", Field("text", "What do you want to say about it?", multiline=True)),
    ],
)
async def test_the_forms_of_words(verb: str, field: Field):
    conversation = await with_a_card(BY_BEN)

    form = await opened(conversation, verb)

    assert form.fields == (field,)
    assert form.button == button(conversation, verb)


@pytest.mark.parametrize("user", ["ben", "ana"])
async def test_a_card_can_be_read_in_full_by_who_decides_and_who_asked(user: str):
    conversation = await with_a_card(BY_BEN)

    form = await opened(conversation, "read", user)

    assert (form.text, form.fields, form.button) == (the_request(conversation).text, (), "")


async def test_a_secret_is_asked_for_without_showing_one():
    conversation = await a_conversation()
    await conversation.say("log me in as seldo")

    form = await opened(conversation, "submit", "ana")

    assert form.fields == (Field("password", "Password", secret=True),)
    assert form.button == button(conversation, "submit")
    assert await problems(conversation, "submit", "ana", password=" ") == {
        "password": "Nothing was typed; please try again."
    }
    assert await problems(conversation, "submit", "ana", password="monkey") == {}


async def test_an_open_question_is_answered_in_free_words():
    agents = [asks("claim")]
    conversation = await a_conversation(directed({"claim": "claim"}), agents=agents)
    await conversation.say("my claim")
    assert [b.label for b in conversation.last.buttons] == ["Respond"]

    form = await opened(conversation, "respond", "ana")
    said = await conversation.press("Respond", text="K-7, api key: abcdefghijk")

    assert form.fields == (Field("text", "Your answer", multiline=True),)
    assert said.startswith("The claim is K-7, api key: [secret].")
    assert conversation.pending == []


@pytest.mark.parametrize("verb", ["edit", "reject", "respond", "read"])
@pytest.mark.parametrize("user", ["eve", "ana"])
async def test_no_form_opens_for_who_may_not(verb: str, user: str):
    conversation = await with_a_card(BY_BEN)
    if (verb, user) == ("read", "ana"):
        return

    with pytest.raises(Refused, match="waiting for ben"):
        await opened(conversation, verb, user)


async def test_no_form_opens_for_a_guest_or_while_nobody_knows():
    directory = FakeDirectory({a_person("ben"): MemberStatus(is_guest=True)})
    conversation = await with_a_card(BY_BEN, directory)

    with pytest.raises(Refused, match="as a guest"):
        await opened(conversation, "edit")
    directory.is_away = True
    with pytest.raises(Refused, match="try again"):
        await opened(conversation, "edit")


async def test_no_form_opens_for_what_is_closed_over_unknown_or_gone():
    conversation = await with_a_card(BY_BEN)
    request = the_request(conversation)

    async def refused(id_: str) -> str:
        with pytest.raises(Refused) as caught:
            await open_form(conversation.services, RequestId(id_), a_person("ben"), "edit")
        return str(caught.value)

    assert "do not know that button" in await refused("nothing")
    requests = conversation.store.tables.requests
    requests[request.id] = request.close(RequestStatus.CANCELLED, replaced=True)
    assert "replaced by a newer request" in await refused(request.id)
    requests[request.id] = request
    conversation.clock.pass_time(hours=24)
    assert "expired" in await refused(request.id)


@pytest.mark.parametrize("verb", ["approve", "submit", "banana"])
async def test_a_button_without_a_form_is_pressed_alone(verb: str):
    conversation = await with_a_card(BY_BEN)

    with pytest.raises(Refused, match="press it alone"):
        await opened(conversation, verb)


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"amount": "lots"}, "amount", "amount"),
        ({"to_account": "nowhere"}, "to_account", "does not fit; give the account id to send to"),
        ({"banana": "5"}, "banana", "Extra"),
        ({"amount": "999999"}, "amount", "cannot be done"),
        ({"amount": "700.00 USD", "to_account": ANAS}, "amount", "Nothing was changed"),
        ({}, "to_account", "give new values"),
    ],
)
async def test_what_is_wrong_is_said_beside_its_field(
    values: dict[str, str], field: str, words: str
):
    conversation = await with_a_card(BY_BEN)

    found = await problems(conversation, "edit", **values)

    assert list(found) == [field]
    assert words in found[field]


async def test_what_fits_has_no_problems_and_changes_nothing():
    conversation = await with_a_card(BY_BEN)
    before = the_request(conversation)

    assert await problems(conversation, "edit", amount="650", to_account=ANAS) == {}
    assert await problems(conversation, "approve") == {}
    assert await problems(conversation, "reject", reason="") == {}

    assert the_request(conversation) == before
    assert await moved(conversation) == []


async def test_a_field_that_is_sent_as_it_was_shown_stays_exactly_as_it_was():
    conversation = await with_a_card(BY_BEN)
    form = await opened(conversation, "edit")
    values = {field.name: field.value for field in form.fields}

    await conversation.press_id(form.button, user="ben", **{**values, "amount": "650"})

    assert await moved(conversation) == [(CHECKING, ANAS, 65_000)]


async def test_who_has_approved_may_still_change_it():
    conversation = await with_a_card(TWO_OF_THREE)
    await conversation.press_id(button(conversation, "approve"), user="ben")

    assert (await opened(conversation, "edit")).button
    with pytest.raises(Refused, match="approved this already"):
        await problems(conversation, "approve")


checks: list[str] = []


async def check(turn: Turn, arguments: Any) -> None:
    """A check that changes what it should not, and one that cannot look."""
    checks.append(arguments["note"])
    if arguments["note"] == "asks":
        await turn.http.post_json("https://tools.example/check", {})
    if arguments["note"] == "slow":
        await asyncio.Event().wait()
    if arguments["note"] == "bad":
        message = "a bad note"
        raise ToolFailed(message)


@tool(effect=True, ends_task=True, check=check, approval=four_eyes(approvers=["ben"]))
async def post(note: str, copies: list[str], key: EffectKey, urgent: bool = False) -> str:  # noqa: FBT001, FBT002 - a tool's own
    """Post a note."""
    return f"Posted {note} to {copies}, urgent: {urgent}."


POSTER = Agent(
    name="post", description="Posts notes.", prompt="Post.", tools=(post,), style="talk"
)


def posts(call: ModelCall) -> ScriptedAnswer:
    arguments = '{"note": "he\u200bllo", "copies": ["ann", "b\u200bob"], "urgent": true}'
    return ToolCall("c1", "post", arguments)


async def with_a_note() -> Conversation:
    conversation = await a_conversation(directed({"post": "post"}, act=posts), agents=[POSTER])
    await conversation.say("post it")
    return conversation


async def test_hidden_characters_and_lists_survive_a_form_that_shows_them():
    conversation = await with_a_note()
    form = await opened(conversation, "edit")
    shown = {field.name: field.value for field in form.fields}
    assert shown == {
        "note": "he⟨U+200B⟩llo",
        "copies": '["ann", "b⟨U+200B⟩ob"]',
        "urgent": "True",
    }

    said = await conversation.press_id(form.button, user="ben", **{**shown, "urgent": "false"})

    copies = ["ann", "b\u200bob"]
    assert said.startswith(f"Posted he\u200bllo to {copies}, urgent: False.")


async def test_a_list_is_typed_over_as_it_is_shown_and_what_may_be_left_out_is_emptied():
    conversation = await with_a_note()

    said = await conversation.press_id(
        button(conversation, "edit"), user="ben", copies='["cleo"]', urgent=""
    )

    assert said.startswith("Posted he\u200bllo to ['cleo'], urgent: False.")


@pytest.mark.parametrize(("note", "problem"), [("bad", {"note": "a bad note"}), ("asks", {})])
async def test_a_check_has_a_look_and_nothing_goes_out(note: str, problem: dict[str, str]):
    conversation = await with_a_note()
    asked = conversation.services.http

    assert await problems(conversation, "edit", note=note) == problem
    assert checks[-1] == note
    assert getattr(asked, "asked", None) == []


async def test_a_check_that_takes_too_long_holds_up_no_form(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(edits, "LOOK_SECONDS", 0.01)
    conversation = await with_a_note()

    assert await problems(conversation, "edit", note="slow") == {}


async def test_a_tool_that_is_gone_has_no_form_to_send():
    conversation = await with_a_note()
    gone = replace(conversation.services.catalogue, agents={})
    conversation.services = replace(conversation.services, catalogue=gone)

    with pytest.raises(Refused, match="no longer open"):
        await problems(conversation, "edit", note="x")
