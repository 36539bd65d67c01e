"""Slash commands on Discord: all verbs are there, answered to their person alone, and offered."""

from pathlib import Path

import pytest

from bot.core.commands.grammar import VERBS
from bot.platforms.discord.receive.slash_commands import commands
from tests.fakes.discord import Can, FakeDiscord, NotPossible
from tests.fakes.stand_in import StandIn
from tests.platforms.discord.bot import running
from tests.platforms.discord.desk import a_bank
from tests.platforms.slack.plans import ONBOARDING

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("S1-70")]

EVERYBODYS = sorted(name for name, verb in VERBS.items() if not verb.admin)
WITH = {"plan": "show", "decide": "r.1 approve", "forget": ""}


def test_every_verb_is_a_slash_command():
    [everybodys, admins] = commands()

    assert {one["name"] for one in everybodys["options"]} == set(EVERYBODYS)
    assert {one["name"] for one in admins["options"]} == set(VERBS) - set(EVERYBODYS)
    assert admins["default_member_permissions"] == str(int(Can.MANAGE_GUILD))


async def test_every_verb_is_answered_to_its_person_alone(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        talk = bot.talk(ann, fake.general)
        await talk.say("hello")

        for name in EVERYBODYS:
            about = {"about": WITH[name]} if WITH.get(name) else {}
            ended = bot.ends.count
            given = await fake.command(ann, talk.place, f"frontdesk {name}", **about)
            await bot.ends.until(ended + 1)
            await fake.until(lambda: given.messages and given.messages[0].shown, 5)  # noqa: B023
            assert {row.only_for for row in given.messages} == {ann.id}, name


async def test_what_a_command_begins_in_a_channel_is_told_to_nobody_else_there(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        ann = fake.user("ann")
        talk = bot.talk(ann, fake.general)
        await talk.command("frontdesk plan", about=ONBOARDING)

        assert "Approved by ann" in await talk.press("Approve all")
        await fake.until(lambda: any("plan is done" in row.shown for row in fake.answers(ann)))

        assert fake.answers(fake.general) == []
        assert not any("I told" in row.shown for row in fake.answers(ann))


async def test_a_card_that_a_command_begins_is_seen_by_who_decides_it(tmp_path: Path):
    async with FakeDiscord() as fake:
        ann, ben = fake.user("ann"), fake.user("ben")
        rule = {"FRONTDESK_FOUR_EYES": "people", "FRONTDESK_APPROVERS": str(ben.id)}
        async with running(fake, tmp_path, model=StandIn(), **rule) as bot:
            await bot.talk(ann, fake.general).command("frontdesk plan", about=ONBOARDING)

            await fake.until(lambda: fake.answers(ben))
            assert "Approve all" in fake.answers(ben)[0].buttons


async def test_admins_verbs_are_refused_to_others_also_where_they_are_offered(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        with pytest.raises(NotPossible):
            await fake.command(ann, fake.general, "frontdesk-admin audit")
        for command in fake.world.commands[None].values():
            command["default_member_permissions"] = None  # as an admin may change it

        said = await bot.talk(ann, fake.general).command("frontdesk-admin audit")

        assert "Only admins may do that" in said


async def test_an_admin_is_who_may_manage_the_server(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann", roles=(fake.role("boss", Can.MANAGE_GUILD),))

        said = await bot.talk(ann, fake.general).command("frontdesk-admin admins")

        assert "Only admins" not in said


async def test_what_may_stand_behind_a_verb_is_offered_to_whose_it_is(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        await bank.with_a_card()
        offered = bank.fake.autocomplete

        bens = await offered(bank.ben, bank.fake.general, "frontdesk decide", about="appr")
        eves = await offered(bank.eve, bank.fake.general, "frontdesk decide", about="")

        assert [name.partition(":")[0] for name in bens] == ["approve"]
        assert eves == []


async def test_commands_are_registered_once(tmp_path: Path):
    async with FakeDiscord() as fake:
        for _start in range(2):
            async with running(fake, tmp_path):
                pass

        puts = [call for call in fake.record if call.route.startswith("PUT")]
        assert len(puts) == 1
