"""R1 in Slack: only the right person's click counts; thirteen kinds of impostors try all verbs."""

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from tests.fakes.slack import Message
from tests.fakes.slack.delivery import Delivery
from tests.platforms.kept import MOVED, audited, moved, the_request, until_audited
from tests.platforms.slack.bot import Bot
from tests.platforms.slack.desk import (
    a_bank,
    card_of,
    request_of,
    until_shown,
    until_told,
    whispers,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(120), pytest.mark.proves("R1")]

VERBS = ("approve", "reject", "edit")
APPROVERS = "U1,U2,group:S7"

Attack = Callable[[Bot, Message, str], Awaitable[int]]
"""Presses and sends forms as somebody else; how many refusals the audit must hold for it."""


async def press(bot: Bot, card: Message, verb: str, by: str, **payload: Any) -> int:
    """Press a button, and send the form behind it as if it had been opened."""
    label = verb.capitalize()
    await bot.fake.press(by, card, label, forged=True, payload=payload)
    if verb == "approve":
        return 1
    await form(bot, card, verb, by, **payload)
    return 2


async def form(bot: Bot, card: Message, verb: str, by: str, **payload: Any) -> None:
    """Send a form that the bot never opened for this person."""
    person = bot.fake.who(by)
    field, value = ("amount", "650") if verb == "edit" else ("reason", "no")
    origin = {"request": request_of(card), "channel": card.channel, "message": card.ts}
    view = {
        "id": bot.fake.world.new_id("V"),
        "type": "modal",
        "callback_id": verb,
        "private_metadata": json.dumps(origin),
        "state": {"values": {field: {field: {"type": "plain_text_input", "value": value}}}},
        "blocks": [{"type": "input", "element": {"action_id": field}}],
    }
    who = {"id": person.id, "name": person.name, "team_id": person.home_team}
    given = {"type": "view_submission", "user": who, "team": {"id": "T1"}, "view": view}
    await bot.fake.tell(Delivery("interactive", given | payload, wants_payload=True))


async def the_requester(bot: Bot, card: Message, verb: str) -> int:
    """Who is even on the list."""
    return await press(bot, card, verb, "U1")


async def another_member(bot: Bot, card: Message, verb: str) -> int:
    return await press(bot, card, verb, "U9")


async def a_guest(bot: Bot, card: Message, verb: str) -> int:
    return await as_ben(bot, card, verb, is_restricted=True)


async def one_of_a_partner(bot: Bot, card: Message, verb: str) -> int:
    return await as_ben(bot, card, verb, is_stranger=True)


async def a_bot(bot: Bot, card: Message, verb: str) -> int:
    return await as_ben(bot, card, verb, is_bot=True)


async def one_who_left(bot: Bot, card: Message, verb: str) -> int:
    return await as_ben(bot, card, verb, deleted=True)


async def as_ben(bot: Bot, card: Message, verb: str, **standing: bool) -> int:
    """Press as Ben, who is something else since the card was posted."""
    bot.fake.user("U2", **cast("Any", standing))
    before = len(await audited(bot, "press_refused"))
    count = await press(bot, card, verb, "U2")
    await until_audited(bot, "press_refused", before + count)
    bot.fake.user("U2", **cast("Any", dict.fromkeys(standing, False)))
    return count


async def same_id_elsewhere(bot: Bot, card: Message, verb: str) -> int:
    ben = {"id": "U2", "name": "ben", "team_id": "T2"}
    return await press(bot, card, verb, "U2", user=ben, team={"id": "T2", "domain": "t2"})


async def another_tenant(bot: Bot, card: Message, verb: str) -> int:
    dora = {"id": "U8", "name": "dora", "team_id": "T2"}
    return await press(bot, card, verb, "U2", user=dora, team={"id": "T2", "domain": "t2"})


async def one_taken_off(bot: Bot, card: Message, verb: str) -> int:
    """The group had Cleo in it when the card was posted."""
    bot.fake.group("S7", [])
    return await press(bot, card, verb, "U3")


async def a_look_alike(bot: Bot, card: Message, verb: str) -> int:
    bot.fake.user("U22", name="ben")
    return await press(bot, card, verb, "U22")


async def another_ones_button(bot: Bot, card: Message, verb: str) -> int:
    """Ben presses his own card, with the id of a request that nobody has."""
    id_ = f"{request_of(card)}0:{verb}"
    changes = {"action_id": id_, "value": id_}
    await bot.fake.press("U2", card, verb.capitalize(), forged=True, changes=changes)
    return 1


async def a_replay(bot: Bot, card: Message, verb: str) -> int:
    """A click that was refused while Ben was a guest comes again, as it was."""
    bot.fake.user("U2", is_restricted=True)
    before = len(await audited(bot, "press_refused"))
    click = await bot.fake.press("U2", card, verb.capitalize())
    await until_audited(bot, "press_refused", before + 1)
    bot.fake.user("U2", is_restricted=False)
    if verb == "approve":
        await bot.fake.repeat(click)
    return 1


async def a_copied_card(bot: Bot, card: Message, verb: str) -> int:
    """The card was forwarded, and is pressed where it stands now."""
    where = {"type": "message", "message_ts": "1795000000.000100", "channel_id": "C1"}
    copy = {"type": "message", "ts": "1795000000.000100", "thread_ts": card.thread_ts}
    label = verb.capitalize()
    await bot.fake.press("U2", card, label, payload={"container": where, "message": copy})
    return 1


ATTACKS: tuple[Attack, ...] = (
    the_requester,
    another_member,
    a_guest,
    one_of_a_partner,
    same_id_elsewhere,
    another_tenant,
    a_bot,
    one_who_left,
    one_taken_off,
    a_look_alike,
    another_ones_button,
    a_replay,
    a_copied_card,
)


async def test_no_impostor_decides(tmp_path: Path, record_property: Callable[[str, object], None]):
    """R1: 39 refused, each told of in the audit; the card stays open, the ledger empty."""
    async with a_bank(tmp_path, approvers=APPROVERS) as bot:
        bot.fake.called.add("S7")
        bot.fake.team("T2")
        bot.fake.user("U2", team="T2")
        bot.fake.group("S7", ["U3"])
        card = card_of(await with_a_card(bot))
        before = await the_request(bot, request_of(card))
        refused = 0
        for attack in ATTACKS:
            for verb in VERBS:
                noted = len(await audited(bot, "press_refused"))
                count = await attack(bot, card, verb)
                await until_audited(bot, "press_refused", noted + count)

                assert await the_request(bot, before.id) == before, (attack.__name__, verb)
                assert await moved(bot) == [], (attack.__name__, verb)
                assert len(await audited(bot, "press_refused")) == noted + count
                refused += 1
        assert refused == 39
        record_property("faults:impostors_refused_in_slack", refused)

        await bot.fake.press("U2", card, "Approve")
        await until_shown(bot, card, "*Approved* by <@U2>")
        assert await moved(bot) == [MOVED]


@pytest.mark.parametrize("verb", VERBS)
async def test_the_right_person_decides(
    tmp_path: Path, verb: str, record_property: Callable[[str, object], None]
):
    """R1: 3 accepted."""
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot))

        await bot.fake.press("U2", card, verb.capitalize())
        if verb != "approve":
            shown = bot.fake.modal("U2")
            assert shown is not None
            await bot.fake.submit("U2", shown, {"amount": "650"} if verb == "edit" else {})
        await until_shown(bot, card, "by <@U2>")

        amounts = [amount for _source, _target, amount in await moved(bot)]
        assert amounts == {"approve": [70_000], "reject": [], "edit": [65_000]}[verb]
        [decision] = [d for d in await audited(bot, "decision") if d["kind"] == "approval"]
        assert (decision["asked"], decision["by"]) == ("slack/T1/U1", "slack/T1/U2")
        record_property("faults:rightful_clicks_accepted_in_slack", 1)


@pytest.mark.parametrize("user", ["U1", "U2", "U9"])
async def test_where_the_group_is_empty_nobody_decides(tmp_path: Path, user: str):
    async with a_bank(tmp_path, approvers="group:S7") as bot:
        bot.fake.called.add("S7")
        card = card_of(await with_a_card(bot))

        await bot.fake.press(user, card, "Approve")
        await until_told(bot, user, "You cannot decide this")

        assert await moved(bot) == []


@pytest.mark.parametrize("label", ["Approve", "Edit", "Reject"])
async def test_where_the_directory_cannot_be_read_nobody_decides(tmp_path: Path, label: str):
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot))
        before = await the_request(bot, request_of(card))
        bot.fake.grant({"chat:write", "im:write", "im:history", "channels:history"})

        await bot.fake.press("U2", card, label)
        await until_told(bot, "U2", "I cannot check just now whether you may decide this")

        assert await the_request(bot, before.id) == before
        assert (await moved(bot), bot.fake.modals("U2")) == ([], [])
        bot.fake.record.calls.clear()  # of calls without their scope


async def test_every_refusal_is_for_the_eyes_of_who_pressed(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot)
        card = card_of(talk)
        for verb in VERBS:
            await press(bot, card, verb, "U9")
        await until_audited(bot, "press_refused", 5)
        await bot.fake.until(lambda: len(whispers(bot, "U9")) == 5)

        assert set(whispers(bot, "U9")) == {"You cannot decide this; it is waiting for ben."}
        assert "cannot decide" not in str([m.shown for m in bot.fake.messages("C1")])
