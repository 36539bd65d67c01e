"""A real client of discord.py, connected to the fake and keeping what it hears."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from typing_extensions import override

import discord
from discord import app_commands
from tests.fakes.discord.fake import FakeDiscord

PATIENCE_SECONDS = 60.0
READY_SECONDS = 0.05
"""How long the client waits for one more guild before it calls itself ready."""


class Ear(discord.Client):
    """Remembers what it is told; a test gives it more to do."""

    def __init__(self, **options: Any) -> None:
        options.setdefault("intents", discord.Intents.all())
        options.setdefault("allowed_mentions", discord.AllowedMentions.none())
        super().__init__(guild_ready_timeout=READY_SECONDS, **options)
        self.tree = app_commands.CommandTree(self)
        self.heard: list[discord.Message] = []
        self.pressed: list[discord.Interaction[Any]] = []
        self.said: list[str] = []
        """The names of other events, in order."""

    @override
    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Do not wait: the fake says how soon is too soon."""

    @property
    def texts(self) -> list[str]:
        """The words of the messages heard from others."""
        return [row.content for row in self.heard if row.author != self.user]

    async def on_message(self, message: discord.Message) -> None:
        """Keep a message."""
        self.heard.append(message)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Keep an interaction."""
        self.pressed.append(interaction)

    async def on_socket_event_type(self, event: str) -> None:
        """Keep the name of an event."""
        self.said.append(event)


@asynccontextmanager
async def listening(fake: FakeDiscord, ear: Ear | None = None) -> AsyncIterator[Ear]:
    """Connect a real client; it reconnects by itself as discord.py does."""
    client = ear or Ear()
    async with running(fake, client):
        yield client


@asynccontextmanager
async def running(fake: FakeDiscord, client: discord.Client) -> AsyncIterator[None]:
    """Connect any client for a while."""
    with fake.pointed_at():
        await client.login(fake.token)
        connecting = asyncio.create_task(client.connect())
        try:
            await asyncio.wait_for(client.wait_until_ready(), PATIENCE_SECONDS)
            yield
        finally:
            await client.close()
            await asyncio.gather(connecting, return_exceptions=True)


@asynccontextmanager
async def logged_in(fake: FakeDiscord) -> AsyncIterator[Ear]:
    """Let a real client use REST alone."""
    client = Ear()
    with fake.pointed_at():
        await client.login(fake.token)
        try:
            yield client
        finally:
            await client.close()
