"""Every verb of a request in Slack: by buttons and forms, in private, in a thread, on the Home."""

from pathlib import Path

import pytest

from tests.fakes.slack import Message, View
from tests.fakes.slack.rows import controls
from tests.platforms.kept import MOVED, moved
from tests.platforms.slack.bot import Bot
from tests.platforms.slack.desk import (
    CHANNEL,
    PRIVATE,
    a_bank,
    card_of,
    request_of,
    until_shown,
    until_told,
    whispers,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R1", "R2")]


async def bens(bot: Bot, place: str) -> tuple[Message, Message | View]:
    """The card in Ann's conversation, and what Ben sees of it: the same, or his home."""
    card = card_of(await with_a_card(bot, CHANNEL if place == "channel" else PRIVATE))
    if place == "channel":
        return card, card
    await bot.fake.open_home("U2")
    await bot.fake.until(lambda: bot.fake.home("U2"))
    home = bot.fake.home("U2")
    assert home is not None
    return card, home


async def the_form(bot: Bot, on: Message | View, label: str, user: str = "U2") -> View:
    """Press a button and return the form it opened."""
    await bot.fake.press(user, on, label)
    form = bot.fake.modal(user)
    assert form is not None
    return form


async def test_approve_on_the_home(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, seen = await bens(bot, "home")

        await bot.fake.press("U2", seen, "Approve")
        await until_shown(bot, card, "✅ *Approved* by <@U2>")

        assert await moved(bot) == [MOVED]
        assert card.labels == []
        assert bot.fake.findings() == []


async def test_edit_on_the_home(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, seen = await bens(bot, "home")
        form = await the_form(bot, seen, "Edit")

        await bot.fake.submit("U2", form, {"amount": "650"})
        await until_shown(bot, card, "✅ *Edited and approved: amount 650* by <@U2>")

        assert await moved(bot) == [("1234567890", "1234324", 65_000)]
        assert bot.fake.modals("U2") == []
        assert bot.fake.findings() == []


async def test_reject_on_the_home_with_a_reason(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, seen = await bens(bot, "home")
        form = await the_form(bot, seen, "Reject")

        await bot.fake.submit("U2", form, {"reason": "far too much"})
        await until_shown(bot, card, "❌ *Rejected: far too much* by <@U2>")

        assert await moved(bot) == []
        assert bot.fake.findings() == []


async def test_reject_without_a_reason(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, seen = await bens(bot, "channel")
        form = await the_form(bot, seen, "Reject")

        await bot.fake.submit("U2", form, {})
        await until_shown(bot, card, "❌ *Rejected* by <@U2>")

        assert await moved(bot) == []


async def test_respond_on_the_home(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        _card, seen = await bens(bot, "home")
        form = await the_form(bot, seen, "Respond")
        assert "• amount: `700.00 USD`" in form.shown

        await bot.fake.submit("U2", form, {"text": "make it 650"})

        # What an approver remarks is told; it changes no value, and runs nothing.
        assert await moved(bot) == []
        assert bot.fake.findings() == []


async def test_what_is_wrong_with_an_edit_is_shown_in_its_form(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, seen = await bens(bot, "channel")
        form = await the_form(bot, seen, "Edit")

        first = await bot.fake.submit("U2", form, {"amount": "lots"})
        second = await bot.fake.submit("U2", form, {"amount": "100000"})

        assert "“lots” is not an amount" in first.errors["amount"]
        assert list(second.errors) == ["amount"]
        assert (form.trouble, await moved(bot)) == (None, [])
        await bot.fake.submit("U2", form, {"amount": "620"})
        await until_shown(bot, card, "Edited and approved")
        assert await moved(bot) == [("1234567890", "1234324", 62_000)]


async def test_an_edit_that_changes_nothing_approves_what_the_form_showed(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, seen = await bens(bot, "channel")
        form = await the_form(bot, seen, "Edit")

        await bot.fake.submit("U2", form, {})
        await until_shown(bot, card, "✅ *Approved* by <@U2>")

        assert await moved(bot) == [MOVED]


async def test_a_secret_is_typed_into_a_form_and_seen_by_nobody(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = bot.talk("U1", "C1")
        await talk.say("log me in", mention=True)
        await talk.say("seldo")
        form = await the_form(bot, talk.with_button("Open the form"), "Open the form", "U1")

        await bot.fake.submit("U1", form, {"password": "monkey"})
        await until_told(bot, "U1", "You are logged in as seldo.")

        assert "monkey" not in str(bot.fake.record.calls)
        assert bot.fake.findings() == []


async def test_a_secret_that_was_not_typed_is_asked_for_in_the_form(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = bot.talk("U1")
        await talk.say("log me in")
        await talk.say("seldo")
        form = await the_form(bot, talk.with_button("Open the form"), "Open the form", "U1")

        sent = await bot.fake.submit("U1", form, {"password": "  "})

        assert sent.errors == {"password": "Nothing was typed; please try again."}


async def test_a_question_on_the_home_is_answered_there(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = bot.talk("U1", "C1")
        await talk.say("log me in", mention=True)
        await bot.fake.open_home("U1")
        await bot.fake.until(lambda: bot.fake.home("U1"))
        home = bot.fake.home("U1")
        assert home is not None
        form = await the_form(bot, home, "Respond", "U1")

        await bot.fake.submit("U1", form, {"text": "seldo"})
        await until_told(bot, "U1", "Please type your password.")

        assert bot.fake.findings() == []


async def test_a_home_shows_what_became_of_its_requests(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, home = await bens(bot, "home")
        assert "• amount: `700.00 USD`" in home.shown

        await bot.fake.press("U2", home, "Approve")
        await until_shown(bot, card, "Approved")
        await bot.fake.until(lambda: "700.00 USD" not in shown_home(bot))

        assert "Waiting for you" not in shown_home(bot)


async def test_a_home_offers_nobody_what_others_decide(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        await with_a_card(bot, PRIVATE)

        await bot.fake.open_home("U1")
        await bot.fake.until(lambda: bot.fake.home("U1"))
        home = bot.fake.home("U1")

        assert home is not None
        assert "Waiting for you" not in home.shown
        assert "Waiting for others" in home.shown
        assert controls(home.blocks) == []


def shown_home(bot: Bot) -> str:
    """What Ben's home shows now."""
    home = bot.fake.home("U2")
    return home.shown if home else ""


async def test_a_quorum_is_counted_on_the_card(tmp_path: Path):
    async with a_bank(tmp_path, approvers="U2,U3", FRONTDESK_QUORUM=2) as bot:
        talk = await with_a_card(bot)
        card = card_of(talk)
        assert "Waiting for 2 of <@U2>, <@U3>" in card.shown

        await bot.fake.press("U2", card, "Approve")
        await until_shown(bot, card, "1 of 2 approved")
        assert "Waiting for <@U3>" in card.shown
        await bot.fake.press("U2", card, "Approve")
        await until_told(bot, "U2", "You have approved this already")
        assert await moved(bot) == []
        await bot.fake.press("U3", card, "Approve")
        await until_shown(bot, card, "✅ *Approved* by <@U2>, <@U3>")

        assert await moved(bot) == [MOVED]
        assert bot.fake.findings() == []


async def test_a_group_decides_as_it_is_at_the_click(tmp_path: Path):
    async with a_bank(tmp_path, approvers="group:S7") as bot:
        bot.fake.called.add("S7")
        bot.fake.group("S7", ["U2"], name="Payments")
        talk = await with_a_card(bot)
        card = card_of(talk)
        assert "Waiting for <!subteam^S7>" in card.shown

        bot.fake.group("S7", ["U3"])
        await bot.fake.press("U2", card, "Approve")
        await until_told(bot, "U2", "You cannot decide this; it is waiting for the group Payments")
        assert await moved(bot) == []
        await bot.fake.press("U3", card, "Approve")
        await until_shown(bot, card, "Approved")

        assert await moved(bot) == [MOVED]


async def test_whoever_does_not_know_is_told_in_private(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        card, _seen = await bens(bot, "channel")
        for label in ("Approve", "Edit", "Reject", "Respond"):
            await bot.fake.press("U9", card, label)
        told = "You cannot decide this; it is waiting for ben."
        await bot.fake.until(lambda: whispers(bot, "U9").count(told) == 4)

        assert bot.fake.modals("U9") == []
        assert request_of(card)
