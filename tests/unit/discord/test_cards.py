"""Cards on Discord, for any arguments: what they show is what will run, and nothing acts."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from bot.domain.ids import ReplyId, RequestId
from bot.domain.messages import Button, Reply, ReplyKind, Thread
from bot.domain.requests import RequestKind
from bot.platforms.chat.render.card_arguments import as_json
from bot.platforms.chat.render.cards import RequestEnding
from bot.platforms.chat.render.sanitize import read_hidden
from bot.platforms.chat.wire import PlatformMessage, Posting
from bot.platforms.discord.render.cards import DiscordCardView, asking, card, full_text, locked
from bot.platforms.discord.wire.discord_wire import body_of
from tests.effort import examples
from tests.fakes.discord import limits
from tests.fakes.discord.components import message_components
from tests.fakes.discord.links import links_in
from tests.unit.discord.test_text import CODE, MASKED, MENTION
from tests.unit.slack.requests import BUTTONS, LONG, TRANSFER, a_text
from tests.unit.slack.test_cards_laws import names, values
from tests.unit.slack.texts import hostile

NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
ANA = "80351110224678912"
# What code itself names: people by their ids, and moments.
OURS = re.compile(r"<@&?\d+>|<t:\d+:f>")


def a_reply(text: str, buttons: tuple[Button, ...] = BUTTONS) -> Reply:
    place = Thread("discord", "1", "2", "3")
    return Reply(ReplyId("t.1"), "7", place, ReplyKind.MESSAGE, text, buttons=buttons)


def a_view(arguments: dict[str, JsonValue]) -> DiscordCardView:
    said = a_text(arguments)
    return DiscordCardView(RequestId("r1"), RequestKind.APPROVAL, said, arguments, (ANA,), NOON)


def a_card(arguments: dict[str, JsonValue]) -> PlatformMessage:
    return card(a_view(arguments), a_reply(a_text(arguments)))


def values_on(text: str) -> dict[str, str]:
    """Read the values back from what people see."""
    found = (re.fullmatch(r"• (.*?): (?:_empty_|`(.*)`)", line) for line in text.split("\n"))
    return {one[1].replace("\\_", "_"): read_hidden(one[2] or "") for one in found if one}


def ids_on(message: PlatformMessage) -> list[str]:
    return [button["custom_id"] for row in message.parts for button in row["components"]]


def is_inert(message: PlatformMessage) -> bool:
    """Whether nothing in it acts, and Discord would take it."""
    outside = OURS.sub(" ", CODE.sub(" ", message.text))
    body: Mapping[str, Any] = body_of(Posting("k", message))
    return (
        not MENTION.search(outside)
        and not MASKED.search(outside)
        and not list(links_in(message.text))
        and 0 < len(message.text) <= limits.CONTENT
        and list(message_components(body["components"], is_v2=False)) == []
        and body["allowed_mentions"] == {"parse": [], "users": []}
    )


def test_a_card_says_what_will_run_and_who_decides():
    shown = a_card(TRANSFER)

    assert values_on(shown.text) == {"to_account": "1234324", "amount": "700.00 USD"}
    assert f"Waiting for <@{ANA}> until <t:1795176000:f>" in shown.text
    assert ids_on(shown) == ["r1:approve", "r1:edit", "r1:reject"]


def test_a_decided_card_has_no_buttons_and_says_who_decided():
    shown = locked(a_card(TRANSFER), RequestEnding("Approved", (ANA,), NOON))

    assert shown.parts == ()
    assert shown.text.endswith(f"✅ **Approved** by <@{ANA}> · <t:1795176000:f>")
    assert "1234324" in shown.text


def test_what_is_too_long_for_a_card_is_opened_first():
    shown = a_card({"memo": LONG * 20})

    assert ids_on(shown) == ["r1:read", "r1:reject"]
    assert "Open it to read everything before you decide." in shown.text


@pytest.mark.proves("R2")
@pytest.mark.timeout(60)
@examples(1_000)
@given(st.dictionaries(names, values, max_size=6))
def test_the_values_on_a_card_are_the_arguments(arguments: dict[str, JsonValue]):
    """R2: what is shown reads back as what will run, or one click does not approve it."""
    shown = a_card(arguments)

    assert is_inert(shown)
    told = {name: str(value) for name, value in arguments.items() if value is not None}
    if "r1:approve" in ids_on(shown):
        assert values_on(shown.text) == told
    else:
        assert ids_on(shown) == ["r1:read", "r1:reject"]
        assert a_view(arguments).untold or len("".join(told.values())) > 500


@given(st.dictionaries(names, values, max_size=4))
def test_the_whole_text_shows_every_argument_exactly(arguments: dict[str, JsonValue]):
    view = a_view(arguments)

    said = "\n".join(full_text(view))

    assert not MENTION.search(said)
    code = "".join(re.findall(r"```\n(.*?)\n```", said))
    assert code == "".join(as_json(one.value) for one in view.untold)
    assert [json.loads(as_json(one.value)) for one in view.untold] == [
        one.value for one in view.untold
    ]
    untold = {one.name for one in view.untold}
    told = {name: str(value) for name, value in arguments.items() if value is not None}
    assert values_on(said) == {name: text for name, text in told.items() if name not in untold}


@pytest.mark.proves("R7", "R19")
@given(hostile, st.lists(hostile, min_size=1, max_size=8), hostile)
def test_no_text_of_a_question_acts(text: str, options: list[str], outcome: str):
    buttons = tuple(Button(f"r1:option-{number}", option) for number, option in enumerate(options))
    view = DiscordCardView(RequestId("r1"), RequestKind.QUESTION, text, {}, (ANA,), NOON)
    asked = asking("Which one?", a_reply(text, buttons), view)

    assert is_inert(asked)
    assert is_inert(locked(asked, RequestEnding(outcome, (outcome,), NOON)))


@pytest.mark.proves("R19")
@pytest.mark.parametrize("sign", ["\u202e", "\u200b", "`", "*"])
def test_a_card_is_locked_however_hostile_the_reason_is(sign: str):
    closed = locked(a_card(TRANSFER), RequestEnding(f"Rejected: {sign * 1_500}", (ANA,), NOON))

    assert len(closed.text) <= limits.CONTENT
    assert f"<@{ANA}>" in closed.text
