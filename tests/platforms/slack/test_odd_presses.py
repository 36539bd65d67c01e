"""Presses that come late, twice, bare or from nowhere: each is answered, and none does harm."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.platforms.chat.render.forms import NO_FORM, UNKNOWN
from tests.fakes.slack import FakeSlack, Fault, ManualClock
from tests.platforms.kept import MOVED, WISH, audited, moved, the_request
from tests.platforms.slack.bot import running
from tests.platforms.slack.desk import (
    CHANNEL,
    PRIVATE,
    a_bank,
    card_of,
    request_of,
    said,
    until_shown,
    until_told,
    whispers,
    with_a_card,
)

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]

CLOSED = "That was already answered by ben"


async def test_a_second_click_is_told_who_was_first(tmp_path: Path):
    async with a_bank(tmp_path, approvers="U2,U3") as bot:
        card = card_of(await with_a_card(bot))
        seen = replace(card)
        for user in ("U2", "U2", "U3"):
            await bot.fake.press(user, seen, "Approve")
        for user in ("U2", "U3"):
            await until_told(bot, user, CLOSED)

        assert await moved(bot) == [MOVED]
        assert len([d for d in await audited(bot, "decision") if d["kind"] == "approval"]) == 1


@pytest.mark.parametrize("label", ["Edit", "Reject", "Respond"])
async def test_a_form_that_was_overtaken_says_so_in_its_place(tmp_path: Path, label: str):
    async with a_bank(tmp_path, approvers="U2,U3") as bot:
        card = card_of(await with_a_card(bot))
        await bot.fake.press("U3", card, label)
        [form] = bot.fake.modals("U3")
        await bot.fake.press("U2", card, "Approve")
        await until_shown(bot, card, "Approved")

        values = {"Edit": {"amount": "650"}, "Reject": {}, "Respond": {"text": "wait"}}[label]
        await bot.fake.submit("U3", form, values)

        assert CLOSED in form.shown
        assert form.trouble is None
        assert await moved(bot) == [MOVED]


async def test_a_form_opened_too_late_is_not_opened_and_that_is_said(tmp_path: Path):
    clock = ManualClock()
    async with a_bank(tmp_path, fake=FakeSlack(clock=clock)) as bot:
        card = card_of(await with_a_card(bot))
        bot.fake.faults.next("views.open", Fault.UNAVAILABLE)

        await bot.fake.press("U2", card, "Edit")
        await until_told(bot, "U2", NO_FORM)

        assert bot.fake.modals("U2") == []
        await bot.fake.press("U2", card, "Edit")
        assert len(bot.fake.modals("U2")) == 1


async def test_what_has_expired_is_not_decided(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot))
        request = await the_request(bot, request_of(card))
        monkeypatch.setattr(bot.app.ports.clock, "now", lambda: request.expires_at)

        for label in ("Approve", "Edit", "Reject", "Respond"):
            await bot.fake.press("U2", card, label)
        await bot.fake.until(lambda: len(whispers(bot, "U2")) == 4)

        assert all("expired" in told for told in whispers(bot, "U2"))
        assert await moved(bot) == []


@pytest.mark.parametrize("label", ["Approve", "Reject"])
async def test_buttons_work_after_a_restart(tmp_path: Path, label: str):
    async with FakeSlack() as fake:
        rule = {"FRONTDESK_FOUR_EYES": "transfer_money", "FRONTDESK_APPROVERS": "U2"}
        async with running(fake, tmp_path, **rule) as bot:
            for user, name in (("U1", "ann"), ("U2", "ben")):
                fake.user(user, name=name)
                fake.world.directory.channel("T1", "C1").members.add(user)
            card = card_of(await with_a_card(bot))
            fake_form = None
            if label == "Reject":
                await fake.press("U2", card, label)
                [fake_form] = fake.modals("U2")
        async with running(fake, tmp_path, **rule) as bot:
            if fake_form is None:
                await fake.press("U2", card, label)
            else:
                await fake.submit("U2", fake_form, {"reason": "no"})
            await until_shown(bot, card, "by <@U2>")

            assert await moved(bot) == ([MOVED] if label == "Approve" else [])


async def test_a_card_that_was_replaced_decides_nothing(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot)
        old = replace(card_of(talk))
        await talk.say("no, make it 650")

        await bot.fake.press("U2", old, "Approve")
        await until_told(bot, "U2", "replaced by a newer")

        assert await moved(bot) == []


@pytest.mark.parametrize("is_stub", [True, False])
async def test_bare_presses_are_understood(tmp_path: Path, *, is_stub: bool):
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot))

        await bot.fake.press("U2", card, "Approve", is_stub=is_stub, without_value=True)
        await until_shown(bot, card, "Approved")

        assert await moved(bot) == [MOVED]


@pytest.mark.parametrize("name", ["nothing", "x:", ":approve", "a:b:c", "x" * 255, "<!here>:go"])
async def test_buttons_of_nobody_are_answered(tmp_path: Path, name: str):
    async with a_bank(tmp_path) as bot:
        card = card_of(await with_a_card(bot))
        before = await the_request(bot, request_of(card))

        done = await bot.fake.press("U2", card, "Approve", changes={"action_id": name})
        await until_told(bot, "U2", UNKNOWN.partition(";")[0])

        assert done.is_acked
        assert await the_request(bot, before.id) == before
        assert await moved(bot) == []


async def test_a_card_shown_by_a_command_decides_like_any_other(tmp_path: Path):
    async with a_bank(tmp_path, approvers="") as bot:
        await with_a_card(bot)
        await bot.fake.command("U1", "C1", "/frontdesk tasks")
        await bot.fake.until(lambda: "Approve" in bot.fake.ephemerals("U1")[-1].labels)

        await bot.fake.press("U1", bot.fake.ephemerals("U1")[-1], "Approve")
        await until_told(bot, "U1", "Checking now holds $300.00")

        assert await moved(bot) == [MOVED]


@pytest.mark.parametrize("place", [PRIVATE, CHANNEL])
async def test_a_card_that_an_admin_deletes_withdraws_its_request(
    tmp_path: Path, place: str | None
):
    async with a_bank(tmp_path, approvers="") as bot:
        talk = await with_a_card(bot, place)
        card = card_of(talk)
        request = request_of(card)
        bot.fake.user("U1", is_admin=True)

        await bot.fake.delete("U1", card)
        await bot.fake.until(lambda: "withdrawn" in str([m.shown for m in talk.answers]))

        assert (await the_request(bot, request)).status == "cancelled"
        assert await moved(bot) == []


async def test_of_a_card_that_was_deleted_the_home_offers_nothing(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot)
        card = card_of(talk)
        bot.fake.user("U9", is_admin=True)
        await bot.fake.delete("U9", card)
        await bot.fake.until(lambda: "withdrawn" in str([m.shown for m in talk.answers]))

        await bot.fake.open_home("U2")
        await bot.fake.until(lambda: bot.fake.home("U2"))

        home = bot.fake.home("U2")
        assert home is not None
        assert "Approve" not in home.shown


async def test_an_edited_wish_is_asked_for_anew(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot)
        old = card_of(talk)
        wish = next(m for m in bot.fake.messages("C1", talk.root) if m.text == WISH)

        await bot.fake.edit("U1", wish, "transfer 650 to 1234324")
        await bot.fake.until(lambda: "650.00 USD" in talk.answers[-1].shown)

        assert old.labels == []
        await bot.fake.press("U2", card_of(talk), "Approve")
        await until_told(bot, "U1", "Checking now holds $350.00")


async def test_a_deleted_wish_is_withdrawn(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = await with_a_card(bot)
        old = card_of(talk)
        wish = next(m for m in bot.fake.messages("C1", talk.root) if m.text == WISH)

        await bot.fake.delete("U1", wish)
        await until_shown(bot, old, "Withdrawn")

        assert old.labels == []
        assert await moved(bot) == []


async def test_thumbs_are_kept_and_thanked_for_in_private(tmp_path: Path):
    async with a_bank(tmp_path) as bot:
        talk = bot.talk("U1")
        await said(talk, "what is the price of GOOG?")
        answer = next(m for m in talk.answers if "GOOG" in m.shown)

        value = f"good.{answer.metadata['event_payload']['id']}" if answer.metadata else ""
        await bot.fake.press("U1", answer, "feedback", value=value)
        await until_told(bot, "U1", "Thank you, I have noted that.")

        assert bot.fake.ephemerals("U1")[-1].thread_ts in {None, talk.root}
