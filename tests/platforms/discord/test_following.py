"""What the bot hears on Discord: which messages are for it, edits, deletions, copies."""

import asyncio
from pathlib import Path

import pytest

from bot.domain.requests import RequestStatus
from tests.fakes.discord import Can, FakeDiscord
from tests.fakes.discord.rows import controls
from tests.platforms.discord.bot import Bot, running
from tests.platforms.discord.desk import a_bank, card_of, request_of
from tests.platforms.kept import moved, the_request

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R20")]


async def settled(bot: Bot) -> None:
    """Let what is under way end; what is not answered leaves nothing to wait for."""
    last = -1
    while last != bot.ends.count or len(bot.fake.record.calls) == 0:
        last = bot.ends.count
        await asyncio.sleep(0.3)


async def test_a_mention_opens_a_thread_that_is_followed(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)

        await talk.say("hello there")
        said = await talk.say("agents")

        [thread] = fake.threads(fake.general)
        assert thread.name == "hello there"
        assert fake.answers(fake.general) == []
        assert said


@pytest.mark.parametrize("words", ["log me in as seldo with password {}", "my password is {}"])
async def test_a_secret_in_a_mention_is_no_part_of_the_name_of_its_thread(
    tmp_path: Path, words: str
):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)

        await talk.say(words.format("monkey"))

        [thread] = fake.threads(fake.general)
        assert thread.name == words.format("[secret]")


async def test_where_no_thread_can_be_opened_the_answer_is_a_reply(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        fake.deny(fake.general, fake.bot, Can.CREATE_PUBLIC_THREADS)

        message = await fake.mention(ann, fake.general, "hello")
        await bot.ends.until(1)

        answer = fake.answers(fake.general)[0]
        assert answer.reply_to == message.id
        await fake.reply(ann, answer, "agents")
        await bot.ends.until(2)
        assert fake.answers(fake.general)[1].reply_to == message.id
        assert fake.threads(fake.general) == []


async def test_a_private_question_is_answered_by_a_reply_where_it_was_brought(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        fake, ann = bank.fake, bank.ann
        talk = bank.bot.talk(ann, fake.general)
        await talk.say("log me in")
        question = talk.with_button("Respond")
        assert "answer there, or here by the button or in a reply to this" in question.shown

        ended = bank.bot.ends.count
        answer = await fake.reply(ann, question, "seldo")
        await bank.bot.ends.until(ended + 1)
        assert "Please type your password" in talk.with_button("Open the form").shown
        assert all("seldo" not in row.shown for row in fake.answers(talk.place))

        await fake.edit(ann, answer, "ann")
        await bank.bot.ends.until(ended + 2)
        assert "You changed your message" in "".join(row.shown for row in fake.answers(ann))
        told = len(fake.answers(talk.place))
        await fake.reply(ann, question, "what can you do?")
        await bank.bot.ends.until(ended + 3)
        assert len(fake.answers(talk.place)) == told == 3


async def test_what_is_not_for_the_bot_is_not_heard(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann, ben = fake.user("ann"), fake.user("ben")
        robo = fake.user("robo", is_bot=True)
        talk = bot.talk(ann, fake.general)
        await talk.say("hello")
        ended = bot.ends.count

        await fake.say(ann, fake.general, "hello everybody")
        await fake.mention(robo, fake.general, "hello")
        await fake.say(ann, talk.place, f"{ben.mention} what do you think?")
        await fake.say(ann, talk.place, "@everyone lunch?")
        await fake.say(ann, fake.general, f"write `{fake.bot.mention}` to call it")
        other = await fake.say(ben, fake.general, "x")
        await fake.link_preview(other, "https://example.com")
        await fake.edit(ben, other, "y")
        await fake.delete(ben, other)
        await settled(bot)

        assert bot.ends.count == ended


async def test_a_mention_beside_everybodys_addresses_no_agent(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)

        assert "$228.88" in await talk.say("@everyone what does AAPL cost?")
        assert "That is outside" in await talk.say("play chess with @everyone")


async def test_who_calls_the_bots_own_role_calls_the_bot(tmp_path: Path):
    """Its role has the bot's name, so that people pick it from Discord's list by mistake."""
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)
        own = next(role for role in fake.home.roles.values() if role.bot_id == fake.bot.id)
        await fake.say(talk.user, fake.general, f"{fake.role('ops').mention} lunch?")

        asked = await fake.say(talk.user, fake.general, f"{own.mention} what does AAPL cost?")
        await bot.ends.until(1)

        [talk.thread] = fake.threads(fake.general)
        assert (talk.thread.id, talk.thread.name) == (asked.id, "what does AAPL cost?")
        assert "$228.88" in talk.answers[0].shown
        assert "$228.88" in await talk.say(f"{own.mention}, what does AAPL cost?")


async def test_a_message_told_twice_is_answered_once(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        message = await fake.say(ann, None, "hello")
        await fake.repeat(message)
        await fake.until(lambda: fake.answers(ann))
        await settled(bot)

        assert bot.ends.count == 1
        assert len(fake.answers(ann)) == 1


async def test_an_edit_is_answered_and_a_preview_is_none(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"))
        await talk.say("hello")
        message = await fake.say(talk.user, None, "what is my balance?")
        await bot.ends.until(2)

        await fake.link_preview(message, "https://example.com")
        await settled(bot)
        assert bot.ends.count == 2

        await fake.edit(talk.user, message, "who can help me?")
        await bot.ends.until(3)


async def test_a_mention_that_an_edit_adds_calls_the_bot_once(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)
        await settled(bot)  # what was missed is read by then
        asked = await fake.say(talk.user, fake.general, "what does AAPL cost?")
        await fake.edit(talk.user, asked, f"{fake.bot.mention} what does AAPL cost?")
        await bot.ends.until(2)  # that a thread was opened changes the message once more
        [talk.thread] = fake.threads(fake.general)
        assert "$228.88" in talk.answers[0].shown
        told = len(talk.answers)

        await fake.edit(talk.user, asked, f"{fake.bot.mention}  what does AAPL cost?")
        await bot.ends.until(3)
        assert len(talk.answers) == told

        await fake.edit(talk.user, asked, f"{fake.bot.mention} what does Google cost?")
        await bot.ends.until(4)
        assert "GOOG" in talk.answers[told].shown


@pytest.mark.parametrize("known", [True, False], ids=["by mention only", "not followed yet"])
async def test_a_mention_that_an_edit_adds_in_a_thread_calls_the_bot_once(
    tmp_path: Path, *, known: bool
):
    settings = {"FRONTDESK_DISCORD_READS_MESSAGES": "false"} if known else {}
    async with FakeDiscord() as fake, running(fake, tmp_path, **settings) as bot:
        ann = fake.user("ann")
        talk = bot.talk(ann, fake.general)
        if known:
            await talk.say("hello")
        else:
            talk.thread = await fake.start_thread(ann, fake.general, "stocks", with_bot=True)
        await settled(bot)
        ended, told = bot.ends.count, len(talk.answers)
        asked = await fake.say(ann, talk.place, "what does AAPL cost?")

        await fake.edit(ann, asked, f"{fake.bot.mention} what does AAPL cost?")
        await bot.ends.until(ended + 1)
        assert "$228.88" in talk.answers[told].shown
        told = len(talk.answers)

        await fake.edit(ann, asked, f"{fake.bot.mention} what does Google cost?")
        await bot.ends.until(ended + 2)
        assert "GOOG" in talk.answers[told].shown


async def test_a_deleted_wish_withdraws_its_card(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        card = card_of(talk)
        said = [row for row in bank.fake.messages(talk.place) if row.author is bank.ann]

        await bank.fake.delete(bank.ann, said[-1])
        await bank.fake.until(lambda: not card.buttons)

        assert await moved(bank) == []


async def test_a_card_that_a_moderator_deletes_withdraws_its_request(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        card = card_of(talk)
        custom_id = str(controls(card.components)[0]["custom_id"])
        moderator = bank.fake.user("mo", roles=(bank.fake.role("mods", Can.MANAGE_MESSAGES),))

        await bank.fake.delete(moderator, card)
        await bank.fake.until(lambda: any("card is gone" in row.shown for row in talk.answers))
        await bank.fake.press(bank.ben, card, custom_id, forged=True)

        request = await the_request(bank, request_of(card))
        assert request.status is RequestStatus.CANCELLED
        assert await moved(bank) == []


async def test_a_thread_that_is_deleted_withdraws_the_requests_whose_cards_stood_in_it(
    tmp_path: Path,
):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        card = card_of(talk)
        assert talk.thread is not None
        ended = bank.bot.ends.count

        await bank.fake.delete_thread(talk.thread)
        await bank.bot.ends.until(ended + 1)

        assert (await the_request(bank, request_of(card))).status is RequestStatus.CANCELLED
        assert await moved(bank) == []


async def test_a_thread_that_is_deleted_withdraws_nothing_of_another(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        other = await bank.fake.start_thread(bank.ann, bank.fake.general, "lunch", with_bot=True)

        await bank.fake.delete_thread(other)
        await settled(bank.bot)

        assert (await the_request(bank, request_of(card_of(talk)))).status is RequestStatus.PENDING


async def test_other_messages_of_the_bot_that_are_deleted_withdraw_nothing(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        talk = await bank.with_a_card(bank.fake.general)
        card = card_of(talk)
        moderator = bank.fake.user("mo", roles=(bank.fake.role("mods", Can.MANAGE_MESSAGES),))
        others = [row for row in talk.answers if row.channel is card.channel and row is not card]

        for row in others:
            await bank.fake.delete(moderator, row)
        await settled(bank.bot)

        assert others
        assert (await the_request(bank, request_of(card))).status is RequestStatus.PENDING
