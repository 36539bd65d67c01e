"""What Discord offers while one types: only what is one's own, few and short, and at once."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.domain.ids import PlanId
from bot.platforms.discord.receive import interactions
from bot.storage.turns.admin import SqlAdmin
from bot.storage.turns.plans import SqlPlans
from tests.fakes.discord import Can, FakeDiscord, Interaction, User
from tests.fakes.plans import a_plan
from tests.fakes.stand_in import StandIn
from tests.platforms.discord.bot import running
from tests.platforms.discord.desk import a_bank
from tests.platforms.slack.plans import ONBOARDING

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("S1-70", "R5")]

MOST, LONGEST = 25, 100


async def choices(fake: FakeDiscord, user: User, words: str, about: str = "") -> dict[str, str]:
    """What is offered to somebody in the general channel: values by their names."""
    before = len(fake.interactions)
    await fake.autocomplete(user, fake.general, words, about=about)
    [asked] = fake.interactions[before:]
    assert asked.trouble is None
    return {str(one["name"]): str(one["value"]) for one in asked.choices}


async def chosen(fake: FakeDiscord, user: User, words: str, value: str) -> Interaction:
    """Give the command with a value that was offered."""
    given = await fake.command(user, fake.general, words, about=value)
    await fake.until(lambda: given.messages and given.messages[0].shown)
    return given


async def test_plans_are_offered_to_whose_they_are(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path, model=StandIn()) as bot:
        ann, ben = fake.user("ann"), fake.user("ben")
        await bot.talk(ann, fake.general).say(ONBOARDING)

        anns = await choices(fake, ann, "frontdesk plan", "show")
        assert await choices(fake, ben, "frontdesk plan", "") == {}
        assert await choices(fake, ann, "frontdesk plan", "of nothing known") == {}

        [value] = anns.values()
        given = await chosen(fake, ann, "frontdesk plan", value)
        assert "Jessica Smith" in given.messages[0].shown


async def test_admins_are_offered_the_sessions_of_their_own_server(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        boss = fake.user("boss", roles=(fake.role("boss", Can.MANAGE_GUILD),))
        ann = fake.user("ann")
        await bot.talk(ann, fake.general).say("hello")
        other = fake.guild("other")
        cleo = fake.stranger("cleo")
        fake.join(cleo, other)
        await bot.talk(cleo, fake.channel("talk", guild=other)).say("hello")
        for command in fake.world.commands[None].values():
            command["default_member_permissions"] = None  # as an admin may change it

        for verb in ("show", "sessions"):
            words = f"frontdesk-admin {verb}"
            offered = await choices(fake, boss, words)
            people = {name.partition(" ")[0] for name in offered}
            assert "ann" in people <= {"ann", "boss"}
            assert await choices(fake, ann, words) == {}
            for name, value in offered.items():
                given = await chosen(fake, boss, words, value)
                assert name.partition(" ")[0] in given.messages[0].shown


async def test_requests_are_offered_to_who_may_decide_them(tmp_path: Path):
    async with a_bank(tmp_path) as bank:
        await bank.with_a_card(bank.fake.general)

        bens = await choices(bank.fake, bank.ben, "frontdesk decide")

        assert [len(name) for name in bens] == [LONGEST]
        assert all(name.startswith("approve: ") and name.endswith("…") for name in bens)
        for nobody in (bank.ann, bank.cleo, bank.eve):
            assert await choices(bank.fake, nobody, "frontdesk decide") == {}


async def test_no_question_is_offered_to_be_approved(tmp_path: Path):
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        ann = fake.user("ann")
        talk = bot.talk(ann, fake.general)
        assert "username" in await talk.say("log me in")
        assert await choices(fake, ann, "frontdesk decide") == {}

        await talk.say("seldo")

        assert await choices(fake, ann, "frontdesk decide") == {}


async def test_no_more_and_no_longer_ones_are_offered_than_discord_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    goals = ["Onboard Jessica", "Onboard Jessica", *(f"{'x' * 300}{n}" for n in range(40))]
    plans = [replace(a_plan(), id=PlanId(f"p{n}"), goal=goal) for n, goal in enumerate(goals)]

    async def many(_plans: SqlPlans, *_args: Any) -> Any:
        return plans

    async with FakeDiscord() as fake, running(fake, tmp_path):
        monkeypatch.setattr(SqlPlans, "of_person", many)

        offered = await choices(fake, fake.user("ann"), "frontdesk plan")

        assert len(offered) == MOST
        assert max(map(len, [*offered, *offered.values()])) == LONGEST
        assert offered["show Onboard Jessica"] == "show p0"
        assert offered["show Onboard Jessica (2)"] == "show p1"


async def test_nothing_is_offered_in_time_when_the_store_is_slow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    never = asyncio.Event()

    async def slow(_store: object, *_args: Any) -> Any:
        await never.wait()

    async with FakeDiscord() as fake, running(fake, tmp_path):
        boss = fake.user("boss", roles=(fake.role("boss", Can.MANAGE_GUILD),))
        monkeypatch.setattr(interactions, "ANSWER_SECONDS", 0.05)
        monkeypatch.setattr(SqlPlans, "of_person", slow)
        monkeypatch.setattr(SqlAdmin, "seen", slow)

        assert await choices(fake, boss, "frontdesk plan") == {}
        assert await choices(fake, boss, "frontdesk-admin show") == {}
