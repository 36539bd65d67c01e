"""R8: a password that comes in by Discord reaches its tool, and is found nowhere else."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.discord import Channel, Message, User
from tests.faults.canaries import Canary, canaries, leaks
from tests.faults.conftest import Count, asked_kills
from tests.faults.discord_process import DiscordProcess, a_bot
from tests.faults.logins import known_at_the_bank, logs_in
from tests.faults.sinks import LOUDLY, sinks

pytestmark = [pytest.mark.faults, pytest.mark.timeout(600), pytest.mark.proves("R8")]

FEW = 5
PATIENCE_SECONDS = 120.0
FORM, WORKING = "Open the form", "-# ⏳"
LOGGED_IN = "You are logged in as"


@dataclass
class Talk:
    """Somebody and the bot, in private or in the thread that the first mention opens."""

    bot: DiscordProcess
    user: User
    channel: Channel | None = None
    thread: Channel | None = None

    @property
    def place(self) -> Channel:
        """Where it goes on."""
        return self.thread or self.channel or self.bot.fake.world.direct(self.user)

    @property
    def shown(self) -> list[Message]:
        """All that the bot has shown here or in private."""
        private = self.bot.fake.world.direct(self.user)
        places = {place.id: place for place in (private, self.place)}
        rows = [row for place in places.values() for row in self.bot.fake.sees(self.user, place)]
        return sorted((row for row in rows if row.author is self.bot.fake.bot), key=_by_id)

    async def say(self, text: str, answer: str = "") -> Message:
        """Say something and wait for what is answered, which has these words."""
        before, fake = self.answers(answer), self.bot.fake
        if self.channel is None or self.thread is not None:
            said = await fake.say(self.user, self.place, text)
        else:
            said = await fake.mention(self.user, self.channel, text)
            await fake.until(lambda: said.thread_id, PATIENCE_SECONDS)
            self.thread = fake.world.channels[said.id]
        await fake.until(lambda: self.answers(answer) > before, PATIENCE_SECONDS)
        return said

    async def open(self) -> None:
        """Open the form for a password."""
        with_button = next(row for row in reversed(self.shown) if FORM in row.buttons)
        while self.bot.fake.form(self.user) is None:  # a busy machine is too slow to open it
            await self.bot.press(self.user, with_button, FORM)

    async def fill_in(self, password: str) -> None:
        """Send the form that is open."""
        await self.bot.fake.submit(self.user, {"password": password})

    def answers(self, words: str) -> int:
        """How many answers have these words; what only shows that one is coming is none."""
        said = [row.shown for row in self.shown if not row.shown.startswith(WORKING)]
        return sum(words in text for text in said)


def _by_id(row: Message) -> int:
    return row.id


Way = Callable[[Talk, Canary], Awaitable[None]]


async def _asked(talk: Talk, bird: Canary) -> None:
    await talk.say("log me in", "username")
    await talk.say(bird.user, "password")


async def _typed(talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    await talk.say(bird.password, LOGGED_IN)


async def _form(talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    await talk.open()
    await talk.fill_in(bird.password)
    await talk.bot.fake.until(lambda: talk.answers(LOGGED_IN), PATIENCE_SECONDS)


async def _lost_form(talk: Talk, bird: Canary) -> None:
    """The form comes when nothing waits for it any more."""
    await _asked(talk, bird)
    await talk.open()
    await talk.say("cancel")
    await talk.fill_in(bird.password)


async def _volunteered(talk: Talk, bird: Canary) -> None:
    await talk.say("log me in")
    await talk.say(f"{bird.user} {bird.password}")


async def _command(talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    about = f"my password is {bird.password}"
    await talk.bot.fake.command(talk.user, talk.place, "frontdesk decide", about=about)
    await talk.say("cancel")


async def _edited(talk: Talk, bird: Canary) -> None:
    await _asked(talk, bird)
    wrong = await talk.say("wrong-77")
    await talk.bot.fake.edit(talk.user, wrong, bird.password)
    await talk.say("cancel")


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
LOGS_IN = tuple(WAYS)[:4]


@pytest.mark.parametrize("way", WAYS)
async def test_a_password_from_discord_is_found_nowhere(tmp_path: Path, way: str, count: Count):
    comes_in, is_shared = WAYS[way]
    birds = _chosen(way, canaries(spaces="*" not in way))
    async with a_bot(tmp_path, script=logs_in, FRONTDESK_AGENTS="", **LOUDLY) as bot:
        await asyncio.to_thread(known_at_the_bank, tmp_path, birds)
        told = []
        for number, bird in enumerate(birds):
            user = bot.fake.user(f"name {number}")
            talk = Talk(bot, user, bot.fake.general if is_shared else None)
            await comes_in(talk, bird)
            told += [row.shown for row in talk.shown]
        places = await asyncio.to_thread(sinks, tmp_path)
        calls = [[call.body, call.query, call.reason] for call in bot.fake.record]
        places["Discord"] = json.dumps(calls, ensure_ascii=False).encode()
        asked = [[one.headers, one.body] for one in bot.asked]
        places["model"] = json.dumps(asked, ensure_ascii=False).encode()

    assert leaks(places, birds) == []
    assert asked
    if way in LOGS_IN:
        assert sum(LOGGED_IN in text for text in told) == len(birds)
    count(
        secrets_from_Discord_looked_for=len(birds),
        places_looked_at_for_them=len(birds) * len(places),
    )


def _chosen(way: str, birds: list[Canary]) -> list[Canary]:
    """All in full; otherwise a few, other ones for each way in."""
    return birds if asked_kills() else birds[list(WAYS).index(way) % FEW :: FEW]
