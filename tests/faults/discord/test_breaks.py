"""R18 on Discord: its gateway breaks in eight ways; nothing is missed, nothing answered twice."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.platforms.discord.receive import gateway
from tests.effort import IN_FULL
from tests.fakes.discord import FakeDiscord
from tests.platforms.discord.bot import Talk, running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900), pytest.mark.proves("R18")]

PATIENCE_SECONDS = 40.0
ROUNDS = 25 if IN_FULL else 1
Break = Callable[[FakeDiscord], object]


def _forgotten(fake: FakeDiscord) -> None:
    fake.gateway.forget_sessions()
    fake.gateway.reset()


BREAKS: dict[str, Break] = {
    "reset": lambda fake: fake.gateway.reset(),
    "hung up": lambda fake: fake.gateway.hang_up(),
    "hung up for an unknown reason": lambda fake: fake.gateway.hang_up(4000),
    "cut in a frame": lambda fake: fake.gateway.cut_mid_frame(),
    "asked to reconnect": lambda fake: fake.gateway.ask_to_reconnect(),
    "invalid, to be resumed": lambda fake: fake.gateway.invalidate(resumable=True),
    "invalid": lambda fake: fake.gateway.invalidate(),
    "reset and forgotten": _forgotten,
}


async def test_no_break_of_the_gateway_loses_a_message(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
):
    monkeypatch.setattr(gateway, "HEARTBEAT_SECONDS", 2.0)
    async with FakeDiscord() as fake, running(fake, tmp_path) as bot:
        talk = bot.talk(fake.user("ann"), fake.general)
        await talk.say("hello")
        for number, (name, breaks) in enumerate(tuple(BREAKS.items()) * ROUNDS):
            await fake.until(lambda: fake.gateway.open_connections, PATIENCE_SECONDS)
            before = _answers(talk)

            breaks(fake)
            await fake.say(talk.user, talk.place, "agents")

            await fake.until(lambda: _answers(talk) > before, PATIENCE_SECONDS)  # noqa: B023
            await bot.ends.until(number + 2)
            assert bot.ends.count == number + 2, name
        record_property("faults:gateway_breaks_on_discord", ROUNDS * len(BREAKS))
        assert set(Counter(row.id for row in talk.answers).values()) == {1}
        assert _answers(talk) == ROUNDS * len(BREAKS) + 1


def _answers(talk: Talk) -> int:
    """How many answers stand in the thread."""
    return len(talk.bot.fake.answers(talk.place))
