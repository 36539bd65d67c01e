"""R8: a password that comes in by Slack reaches its tool, and is found nowhere else."""

import asyncio
import html
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.faults.canaries import Canary, canaries, leaks
from tests.faults.conftest import Count, asked_kills
from tests.faults.logins import known_at_the_bank, logs_in
from tests.faults.sinks import LOUDLY, sinks
from tests.faults.slack_process import SlackProcess, a_bot
from tests.platforms.slack_bot import Talk

pytestmark = [pytest.mark.faults, pytest.mark.timeout(120), pytest.mark.proves("R8")]

FEW = 4
LOGGED_IN = "You are logged in as"

Way = Callable[[SlackProcess, Talk, Canary], Awaitable[None]]


async def _typed(bot: SlackProcess, talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    await talk.say(_as_slack_writes(bird.password))


async def _form(bot: SlackProcess, talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    await bot.fake.press(talk.user, talk.with_button("Open the form"), "Open the form")
    await bot.fake.until(lambda: bot.fake.modal(talk.user))
    form, turns = bot.fake.modal(talk.user), talk.turns
    assert form is not None
    await bot.fake.submit(talk.user, form, {"password": bird.password})
    await talk.until_turn(turns + 1)


async def _volunteered(bot: SlackProcess, talk: Talk, bird: Canary) -> None:
    await talk.say("log me in", mention=True)
    await talk.say(f"{bird.user} {_as_slack_writes(bird.password)}")


async def _command(bot: SlackProcess, talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    await bot.fake.command(talk.user, talk.channel, f"/frontdesk my password is {bird.password}")
    await talk.say("cancel")


async def _edited(bot: SlackProcess, talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    turns = talk.turns
    wrong = await bot.fake.say(talk.user, talk.channel, "wrong-77", thread_ts=talk.root)
    await talk.until_turn(turns + 1)
    await bot.fake.edit(talk.user, wrong, _as_slack_writes(bird.password))
    await talk.say("cancel")


def _as_slack_writes(typed: str) -> str:
    """What Slack makes of what a person types."""
    return html.escape(typed, quote=False)


async def _asked(talk: Talk, bird: Canary) -> None:
    await talk.say("log me in", mention=not talk.channel.startswith("D"))
    await talk.say(bird.user)


WAYS: dict[str, tuple[Way, str | None]] = {
    "typed in private": (_typed, None),
    "typed in a channel": (_typed, "C1"),
    "in the form": (_form, None),
    "volunteered*": (_volunteered, None),
    "in a command*": (_command, None),
    "in an edit": (_edited, None),
}
LOGS_IN = {"typed in private", "typed in a channel", "in the form"}


@pytest.mark.parametrize("way", WAYS)
async def test_a_password_from_slack_is_found_nowhere(tmp_path: Path, way: str, count: Count):
    comes_in, channel = WAYS[way]
    birds = _chosen(way, canaries(spaces="*" not in way))
    async with a_bot(tmp_path, script=logs_in, speed=4.0, FRONTDESK_AGENTS="", **LOUDLY) as bot:
        await asyncio.to_thread(known_at_the_bank, tmp_path, birds)
        told = []
        for number, bird in enumerate(birds):
            user = f"U{100 + number}"
            bot.fake.user(user, name=f"name {number}")
            talk = Talk(bot.fake, user, channel or bot.fake.dm(user))
            await comes_in(bot, talk, bird)
            told += [message.shown for message in talk.answers]
        places = await asyncio.to_thread(sinks, tmp_path)
        places["Slack"] = json.dumps([call.arguments for call in bot.fake.record]).encode()
        asked = [[one.headers, one.body] for one in bot.asked]
        places["model"] = json.dumps(asked, ensure_ascii=False).encode()

    assert leaks(places, birds) == []
    assert asked
    if way in LOGS_IN:
        assert sum(LOGGED_IN in text for text in told) == len(birds)
    count(
        secrets_from_Slack_looked_for=len(birds),
        places_looked_at_for_them=len(birds) * len(places),
    )


def _chosen(way: str, birds: list[Canary]) -> list[Canary]:
    """All in full; otherwise a few, other ones for each way in."""
    return birds if asked_kills() else birds[list(WAYS).index(way) % FEW :: FEW]
