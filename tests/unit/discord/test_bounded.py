"""What is remembered of people, channels and replies of Discord does not grow for ever."""

from typing import Any, cast

import pytest
from typing_extensions import override

from bot.platforms.chat.deduplication import REMEMBERED, Poster
from bot.platforms.chat.wire import PlatformMessage, Posting
from bot.platforms.discord.wire.discord_wire import DiscordWire
from bot.platforms.discord.wire.messages import DiscordPlace
from bot.platforms.discord.wire.personas import Personas
from bot.platforms.discord.wire.rest_client import DiscordAway, DiscordClient
from bot.platforms.discord.wire.threads import OpenThreads

NOTHING = cast("Any", None)
MORE = REMEMBERED + 5


class Counted(DiscordClient):
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


def a_wire(line: DiscordClient) -> DiscordWire:
    return DiscordWire(line, NOTHING, OpenThreads(line, str))


async def channel_of(wire: DiscordWire, user: str) -> str:
    return (await wire.direct("1", user, NOTHING)).channel


async def test_the_channels_of_the_last_people_are_known_and_those_before_are_asked_for_again():
    line = Counted()
    wire = a_wire(line)
    for number in range(MORE):
        await channel_of(wire, str(number))

    assert await channel_of(wire, str(MORE - 1)) == f"dm{MORE - 1}"
    assert line.calls == MORE
    assert await channel_of(wire, "0") == "dm0"
    assert line.calls == MORE + 1


async def test_the_webhooks_of_the_last_channels_are_known():
    line = Counted()
    personas = Personas(a_wire(line), NOTHING)
    for number in range(MORE):
        await personas._hook(str(number))  # noqa: SLF001 - saying something takes a whole platform

    assert await personas._hook(str(MORE - 1)) == (str(MORE - 1), "t")  # noqa: SLF001
    assert line.calls == MORE
    assert await personas._hook("0") == ("0", "t")  # noqa: SLF001
    assert line.calls == MORE + 1


async def test_of_replies_of_unknown_fate_the_last_are_remembered():
    poster = Poster(a_wire(Counted()), NOTHING, lambda: 0.0)
    poster.trust("event")
    place = DiscordPlace("", "5", "5", NOTHING)
    for number in range(MORE):
        with pytest.raises(DiscordAway):
            await poster.post(place, Posting(str(number), PlatformMessage("hi")), "event")

    assert len(poster._doubtful) == REMEMBERED  # noqa: SLF001
