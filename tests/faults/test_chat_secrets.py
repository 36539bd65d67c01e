"""R8: a password that comes in by a platform reaches its tool, and is found nowhere else."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.faults.canaries import Canary, canaries, leaks
from tests.faults.chats import Chat
from tests.faults.conftest import Count, asked_kills
from tests.faults.discord.chat import DiscordChat
from tests.faults.logins import known_at_the_bank, logs_in
from tests.faults.sinks import LOUDLY, sinks
from tests.faults.slack.chat import SlackChat

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R8")]

FEW = 9
FORM, LOGGED_IN = "Open the form", "You are logged in as"

Way = Callable[[Chat, Canary], Awaitable[None]]


async def _asked(chat: Chat, bird: Canary) -> None:
    await chat.say("log me in", "username")
    await chat.say(bird.user, "password")


async def _typed(chat: Chat, bird: Canary) -> None:
    await _asked(chat, bird)
    await chat.say(bird.password, LOGGED_IN)


async def _form(chat: Chat, bird: Canary) -> None:
    await _asked(chat, bird)
    await chat.open(FORM)
    await chat.fill_in(password=bird.password)
    await chat.until_said(LOGGED_IN)


async def _lost_form(chat: Chat, bird: Canary) -> None:
    """The form comes when nothing waits for it any more."""
    await _asked(chat, bird)
    await chat.open(FORM)
    await chat.say("cancel")
    await chat.fill_in(password=bird.password)


async def _volunteered(chat: Chat, bird: Canary) -> None:
    await chat.say("log me in")
    await chat.say(f"{bird.user} {bird.password}")


async def _command(chat: Chat, bird: Canary) -> None:
    await _asked(chat, bird)
    await chat.command(f"decide my password is {bird.password}")
    await chat.say("cancel")


async def _edited(chat: Chat, bird: Canary) -> None:
    await _asked(chat, bird)
    await chat.say("wrong-77")
    await chat.edit("wrong-77", bird.password)
    await chat.say("cancel")


WAYS: dict[str, tuple[Way, bool]] = {
    "typed in private": (_typed, False),
    "typed in a channel": (_typed, True),
    "in the form": (_form, False),
    "in the form in a channel": (_form, True),
    "in a form that came too late": (_lost_form, False),
    "volunteered*": (_volunteered, False),
    "in a command*": (_command, False),
    "in an edit": (_edited, False),
}
"""How a password comes in, and whether others are there; with a star, one without spaces."""
LOGS_IN = tuple(WAYS)[:4]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("kind", [SlackChat, DiscordChat], ids=["slack", "discord"])
async def test_a_password_is_found_nowhere(
    tmp_path: Path, kind: type[Chat], way: str, count: Count
):
    comes_in, is_shared = WAYS[way]
    birds = _chosen(way, canaries(spaces="*" not in way))
    async with kind.running(tmp_path, script=logs_in, FRONTDESK_AGENTS="", **LOUDLY) as bot:
        await asyncio.to_thread(known_at_the_bank, tmp_path, birds)
        told = []
        for number, bird in enumerate(birds):
            chat = kind.of(bot, f"name {number}", shared=is_shared)
            await comes_in(chat, bird)
            told += chat.shown
        places = await asyncio.to_thread(sinks, tmp_path)
        places["platform"] = json.dumps(chat.sent, ensure_ascii=False).encode()
        asked = [[one.headers, one.body] for one in bot.asked]
        places["model"] = json.dumps(asked, ensure_ascii=False).encode()

    assert leaks(places, birds) == []
    assert asked
    if way in LOGS_IN:
        assert sum(LOGGED_IN in text for text in told) == len(birds)
    count(
        **{f"secrets_{kind.where}_looked_for": len(birds)},
        places_looked_at_for_them=len(birds) * len(places),
    )


def _chosen(way: str, birds: list[Canary]) -> list[Canary]:
    """All in full; otherwise a few, other ones for each way in."""
    return birds if asked_kills() else birds[list(WAYS).index(way) % FEW :: FEW]
