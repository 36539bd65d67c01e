"""Takes in what Slack tells of: messages, the Stop button, an opened home, an uninstallation."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from agents.kit.identity import Person
from bot.core.overview import overview_of
from bot.domain.messages import Incoming, Kind, Thread
from bot.platforms.slack import progress
from bot.platforms.slack.cards import RequestView
from bot.platforms.slack.conversation import Conversations
from bot.platforms.slack.desk import Desk
from bot.platforms.slack.home import HomeView, Introduction, home
from bot.platforms.slack.inbound import PLATFORM, read_message, team_of
from bot.platforms.slack.reading import happened_at, part, word
from bot.platforms.slack.rendering import again

STOP = "stop"
LANES = 256


@dataclass
class Hearing:
    """Events of the Events API, each handled so far that it may be acknowledged."""

    desk: Desk
    conversations: Conversations
    _order: tuple[asyncio.Lock, ...] = field(
        default_factory=lambda: tuple(asyncio.Lock() for _lane in range(LANES))
    )

    async def take(self, body: Mapping[str, Any]) -> None:
        """Handle one event.

        Raises:
            StoreAway: it could not be kept.
        """
        match word(body, "event", "type"):
            case "message" | "app_mention":
                await self._message(body)
            case "agent_session_stopped":
                await self._stopped(body)
            case "app_home_opened":
                self._opened(body)
            case "app_uninstalled" | "tokens_revoked":
                await self._left(body)
            case _:
                pass  # not asked for

    async def _message(self, body: Mapping[str, Any]) -> None:
        channel = word(body, "event", "channel")
        # What was sent first is kept first; channels that share a lane only wait a little.
        async with self._order[hash(channel) % LANES]:
            me = await self.desk.workspaces.me(team_of(body))
            heard = read_message(body, me)
            if heard is None:
                return
            thread = await self.conversations.thread_of(heard)
            if thread is not None:
                await self.desk.engine.accept(heard.event(thread))

    async def _stopped(self, body: Mapping[str, Any]) -> None:
        """Slack's own Stop button is the word “stop”, said by whoever pressed it."""
        event = part(body, "event")
        user = word(event, "user") or word(event, "user_id")
        channel = word(event, "channel") or word(event, "channel_id")
        team, root = team_of(body), word(event, "thread_ts")
        if not (user and channel and root):
            return
        place = Thread(PLATFORM, team, channel, root)
        session = await self.desk.posts.session_at(place.session)
        moment = word(event, "event_ts") or word(body, "event_id")
        await self.desk.engine.accept(
            Incoming(
                id=f"stop.{channel}.{root}.{moment}",
                thread=Thread.of(session),
                person=Person(PLATFORM, team, user),
                kind=Kind.COMMAND,
                text=f"/frontdesk {STOP}",
                shared=not channel.startswith("D"),
            )
        )

    def _opened(self, body: Mapping[str, Any]) -> None:
        event, team = part(body, "event"), team_of(body)
        person = Person(PLATFORM, team, word(event, "user"))
        if word(event, "tab") == "messages":
            self.desk.apart(self._suggest(team, word(event, "channel")))
        elif word(event, "tab") == "home":
            self.desk.apart(self.show_home(person))

    async def _suggest(self, team: str, channel: str) -> None:
        web = await self.desk.workspaces.web(team)
        prompts = progress.prompts(self.desk.hints)
        await web.call("assistant.threads.setSuggestedPrompts", channel_id=channel, **prompts)

    async def show_home(self, person: Person) -> None:
        """Publish somebody's home: what is open for them, and what the bot can do."""
        overview = await overview_of(self.desk.overviews, self.desk.services.directory, person)
        web = await self.desk.workspaces.web(person.workspace)
        shown = HomeView(
            tasks=tuple(self.desk.titles.get(agent, agent) for _session, agent in overview.tasks),
            requests=tuple((again(r), RequestView.of(r)) for r in overview.requests),
            agents=tuple(
                Introduction(card.name, card.introduction or card.description, card.examples)
                for card in self.desk.services.catalogue.cards
                if card.exposed
            ),
        )
        await web.call("views.publish", user_id=person.user, view=home(shown))

    async def _left(self, body: Mapping[str, Any]) -> None:
        team = team_of(body)
        tokens = part(body, "event", "tokens")
        if word(body, "event", "type") == "tokens_revoked" and not tokens.get("bot"):
            return
        self.desk.workspaces.forget(team)
        if self.desk.leavers is not None:
            await self.desk.leavers.forget(team, happened_at(body))
