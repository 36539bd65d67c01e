"""What is remembered of people, channels and replies of Discord does not grow for ever."""

from typing import Any, cast

import pytest
from typing_extensions import override

from bot.platforms.discord.calls.calls import DiscordAway, Line
from bot.platforms.discord.inbound.places import Spot
from bot.platforms.discord.outbound.components import Message
from bot.platforms.discord.sending.personas import Personas
from bot.platforms.discord.sending.posting import Poster, Posting
from bot.platforms.discord.sending.whispers import Whispers
from bot.platforms.shared.recent import REMEMBERED

NOTHING = cast("Any", None)
MORE = REMEMBERED + 5


class Counted(Line):
    """Opens a channel for everybody, knows a webhook of each channel, and takes no message."""

    def __init__(self) -> None:
        super().__init__("token")
        self.calls = 0

    @override
    async def application(self) -> str:
        return "1"

    @override
    async def call(self, method: str, path: str, /, **details: Any) -> Any:
        self.calls += 1
        if path == "/users/@me/channels":
            return {"id": f"dm{details['json']['recipient_id']}"}
        if method == "GET":
            return [{"id": details["channel_id"], "token": "t", "application_id": "1", "type": 1}]
        raise DiscordAway("away")


def a_poster(line: Line) -> Poster:
    return Poster(line, NOTHING, NOTHING, lambda: 0.0)


async def test_the_channels_of_the_last_people_are_known_and_those_before_are_asked_for_again():
    line = Counted()
    whispers = Whispers(a_poster(line), NOTHING, NOTHING)
    for number in range(MORE):
        await whispers.in_person(str(number))

    assert await whispers.in_person(str(MORE - 1)) == f"dm{MORE - 1}"
    assert line.calls == MORE
    assert await whispers.in_person("0") == "dm0"
    assert line.calls == MORE + 1


async def test_the_webhooks_of_the_last_channels_are_known():
    line = Counted()
    personas = Personas(a_poster(line))
    for number in range(MORE):
        await personas._hook(str(number))  # noqa: SLF001 - saying something takes a whole platform

    assert await personas._hook(str(MORE - 1)) == (str(MORE - 1), "t")  # noqa: SLF001
    assert line.calls == MORE
    assert await personas._hook("0") == ("0", "t")  # noqa: SLF001
    assert line.calls == MORE + 1


async def test_of_replies_of_unknown_fate_the_last_are_remembered():
    poster = a_poster(Counted())
    spot = Spot("", "5", "5", NOTHING)
    for number in range(MORE):
        with pytest.raises(DiscordAway):
            await poster._send(spot, "5", Posting(str(number), Message("hi")))  # noqa: SLF001

    assert len(poster._doubtful) == REMEMBERED  # noqa: SLF001
