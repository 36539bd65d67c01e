"""What happens to the app itself: Home opened, stop pressed, uninstalled, its own messages."""

import asyncio
from typing import Literal, get_args

from tests.fakes.slack.core import HOME_TEAM, Who
from tests.fakes.slack.delivery import Delivery
from tests.fakes.slack.errors import NotPossible
from tests.fakes.slack.message_acts import MessageActs
from tests.fakes.slack.payloads import (
    changed_event,
    deleted_event,
    event_callback,
    message_event,
)
from tests.fakes.slack.people import Channel
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Message
from tests.fakes.slack.shapes import message_json

SelfShape = Literal[
    "bot_id",
    "bot_message",
    "no_subtype",
    "response_url",
    "message_changed",
    "app_id",
    "user_only",
    "message_deleted",
]
ChannelEnd = Literal[
    "channel_archive", "channel_deleted", "channel_id_changed", "group_archive", "group_deleted"
]
MISSING: dict[SelfShape, set[str]] = {
    "app_id": {"bot_id"},
    "bot_id": {"user", "app_id", "bot_profile", "team"},
    "bot_message": set(),
    "no_subtype": {"subtype"},
    "response_url": {"app_id"},
    "user_only": {"bot_id", "bot_profile", "app_id"},
}
"""The fields Slack leaves out in each shape."""
SELF_SHAPES: tuple[SelfShape, ...] = get_args(SelfShape)


class AppActs(MessageActs):
    """Acts that concern the app more than a conversation."""

    async def open_home(self, user: Who, tab: str = "home", *, wait: bool = True) -> Delivery:
        """Look at the app's Home or Messages tab."""
        person = self.who(user)
        place = self.world.directory.direct_channel(person.team, person.id)
        event: Json = {
            "type": "app_home_opened",
            "user": person.id,
            "channel": place.id,
            "tab": tab,
            "event_ts": self.world.new_ts(),
        }
        home = self.world.homes.get((person.team, person.id))
        if tab == "home" and home is not None:
            event["view"] = home.as_json()
        return await self.event(person.team, event, place, wait=wait)

    async def press_stop(
        self,
        user: Who,
        channel: str,
        thread_ts: str,
        *,
        forged: bool = False,
        wait: bool = True,
    ) -> Delivery:
        """Press the native Stop button, which is there while the session is processing."""
        person = self.who(user)
        session = self.world.sessions.get((person.team, channel, thread_ts))
        if not forged and (session is None or session.status != "processing"):
            raise NotPossible("There is no Stop button: no session is processing.")
        if not forged and not self.world.listens_to("agent_session_stopped"):
            raise NotPossible("There is no Stop button: the app does not listen to it.")
        stopped = self._stop_streams(person.team, channel, thread_ts)
        event: Json = {
            "type": "agent_session_stopped",
            "channel": channel,
            "thread_ts": thread_ts,
            "user": person.id,
            "streaming_message_ts": stopped,
            "event_ts": self.world.new_ts(),
        }
        place = self.world.directory.channel(person.team, channel)
        return await self.event(person.team, event, place, wait=wait)

    def _stop_streams(self, team: str, channel: str, thread_ts: str) -> list[str]:
        stopped = []
        for message in self.world.thread(team, channel, thread_ts):
            if message.stream is not None and message.stream.is_open:
                message.stream.state = "stopped_by_user"
                stopped.append(message.ts)
        return stopped

    async def look_at(self, user: Who, channel: str) -> Delivery:
        """Look at a conversation while the app is open beside it."""
        person = self.who(user)
        seen = {"type": "slack#/types/channel_id", "value": channel, "team_id": person.team}
        event: Json = {"type": "app_context_changed", "user": person.id}
        return await self.event(person.team, event | {"context": {"entities": [seen]}})

    async def rate_limit_events(self, team: str = HOME_TEAM) -> Delivery:
        """Tell the app that Slack holds events back, which is no event in an envelope."""
        payload: Json = {
            "type": "app_rate_limited",
            "token": self.world.app.verification_token,
            "team_id": team,
            "api_app_id": self.world.app.id,
            "minute_rate_limited": int(self.world.clock.now()) // 60 * 60,
        }
        return await self.tell(Delivery("events_api", payload))

    async def end_channel(self, user: Who, channel: str, way: ChannelEnd) -> Delivery:
        """Archive or delete a channel; or share it with others, which may give it another id."""
        person = self.who(user)
        place = self.world.directory.channel(person.team, channel)
        event: Json = {"type": way, "channel": channel, "event_ts": self.world.new_ts()}
        if way == "channel_id_changed":
            event = {"old_channel_id": channel, "new_channel_id": f"{channel}NEW"} | event
            del event["channel"]
        place.is_archived = True  # whatever it is, nothing is posted under this id any more
        return await self.event(person.team, event, place)

    async def uninstall(self, team: str = HOME_TEAM) -> list[Delivery]:
        """Remove the app from a workspace: its tokens end at once, and two events follow."""
        self.world.tokens.end_team(team)
        bot = self.world.directory.teams[team].bot_user_id
        revoked: Json = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [bot]}}
        return [
            await self.event(team, {"type": "app_uninstalled"}),
            await self.event(team, revoked),
        ]

    async def choose_prompt(self, user: Who, prompt: str | int) -> Message:
        """Choose a suggested prompt in the direct message, by title or number."""
        person = self.who(user)
        place = self.world.directory.direct_channel(person.team, person.id)
        prompts = self.world.prompts.get((person.team, place.id), [])
        for number, one in enumerate(prompts):
            if prompt in (number, one["title"]):
                return await self.say(person, place.id, one["message"])
        raise NotPossible(f"No prompt {prompt!r} is suggested.")

    async def self_message(
        self,
        shape: SelfShape,
        channel: str,
        text: str = "I said this myself.",
        *,
        thread_ts: str | None = None,
        team: str = HOME_TEAM,
    ) -> Delivery:
        """Show the bot a message of its own, in one of the shapes in which Slack does."""
        place = self.world.directory.channel(team, channel)
        bot = self.world.directory.teams[team]
        message = Message(team, channel, self.world.new_ts(), bot.bot_user_id, text)
        message.thread_ts, message.bot_id = thread_ts, bot.bot_id
        message.app_id = self.world.app.id
        self.world.add(message)
        event = self._own_event(shape, message, place)
        return await self.event(team, event, place)

    def _own_event(self, shape: SelfShape, message: Message, place: Channel) -> Json:
        if shape == "message_changed":
            previous = message_json(self.world, message)
            message.text, message.edits = f"{message.text} (changed)", 1
            return changed_event(self.world, message, previous, place)
        if shape == "message_deleted":
            message.is_deleted = True
            previous = message_json(self.world, message)
            return deleted_event(self.world, message, previous, place)
        if shape in ("bot_message", "response_url"):
            message.username = self.world.directory.teams[message.team].name
        event = message_event(self.world, message, place)
        return {name: value for name, value in event.items() if name not in MISSING[shape]}

    def echo(self, kind: str, message: Message, previous: Json) -> None:
        """Tell the bot of its own doing, in the background, as Slack does."""
        place = self.world.directory.channel(message.team, message.channel)
        words = {"public": "channels", "private": "groups"}
        if self.door is None or not self.world.listens_to(
            f"message.{words.get(place.kind, place.kind)}"
        ):
            return
        if kind == "posted":
            event = message_event(self.world, message, place)
        elif kind == "changed":
            event = changed_event(self.world, message, previous, place)
        else:
            event = deleted_event(self.world, message, previous, place)
        payload = event_callback(self.world, message.team, event, place)
        delivery = Delivery("events_api", payload)
        message.deliveries.append(delivery)
        asyncio.get_running_loop().call_soon(self._carry, delivery)

    def _carry(self, delivery: Delivery) -> None:
        if self.door is not None:
            self.courier.carry(delivery, self.door)
