"""What people do with messages: say, mention, edit, delete, paste links, upload files."""

from collections.abc import Iterable
from typing import Any

from tests.fakes.slack.core import Core, Who
from tests.fakes.slack.delivery import Delivery
from tests.fakes.slack.errors import NotPossible
from tests.fakes.slack.methods.files import new_file
from tests.fakes.slack.payloads import (
    changed_event,
    deleted_event,
    event_callback,
    mention_event,
    message_event,
)
from tests.fakes.slack.people import Channel, User
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Message
from tests.fakes.slack.shapes import message_json, quoted

Upload = tuple[str, bytes]


class MessageActs(Core):
    """Messages of people, and what Slack makes of them."""

    async def say(  # noqa: PLR0913 - all that one message can have
        self,
        user: Who,
        channel: str | None,
        text: str,
        *,
        thread_ts: str | None = None,
        files: Iterable[Upload] = (),
        wait: bool = True,
    ) -> Message:
        """Type a message; `channel=None` is the direct message with the bot.

        The bot is told by a `message` event and, when a channel's message names it, by
        `app_mention` too; see `deliveries` of the message.
        """
        person = self.who(user)
        if person.deleted:
            raise NotPossible(f"{person.id} is deactivated and says nothing any more.")
        place = self.where(person, channel)
        message = self._typed(person, place, text, thread_ts)
        self._attach(message, files)
        self.world.add(message)
        await self._tell_message(message, place, wait=wait)
        return message

    async def mention(
        self,
        user: Who,
        channel: str,
        text: str,
        *,
        thread_ts: str | None = None,
        wait: bool = True,
    ) -> Message:
        """Say something to the bot by name."""
        bot = self.world.directory.teams[self.who(user).team].bot_user_id
        words = f"<@{bot}> {text}"
        return await self.say(user, channel, words, thread_ts=thread_ts, wait=wait)

    async def forward(
        self,
        user: Who,
        message: Message,
        channel: str | None,
        *,
        thread_ts: str | None = None,
        **quoted_as: Any,
    ) -> Message:
        """Bring a message from elsewhere, without a word; `quoted_as` is how Slack tells it."""
        person = self.who(user)
        place = self.where(person, channel)
        forwarding = self._typed(person, place, "", thread_ts)
        forwarding.attachments = [quoted(self.world, message, is_forwarded=True) | quoted_as]
        self.world.add(forwarding)
        await self._tell_message(forwarding, place, wait=True)
        return forwarding

    async def edit(self, user: Who, message: Message, text: str, *, wait: bool = True) -> Delivery:
        """Change one's own message."""
        person = self._author(user, message)
        previous = message_json(self.world, message)
        message.text, message.edits = text, message.edits + 1
        message.edited_by, message.edited_ts = person.id, self.world.new_ts()
        return await self._tell_change(message, previous, wait=wait)

    async def delete(self, user: Who, message: Message, *, wait: bool = True) -> Delivery:
        """Delete a message: one's own, or anybody's as an admin."""
        person = self.who(user, message.team)
        if message.user != person.id and not (person.is_admin or person.is_owner):
            raise NotPossible("Only its author or an admin deletes a message.")
        previous = message_json(self.world, message)
        message.is_deleted = True
        self.world.changed()
        place = self.world.directory.channel(message.team, message.channel)
        event = deleted_event(self.world, message, previous, place)
        return await self.event(message.team, event, place, wait=wait)

    async def link_preview(self, message: Message, url: str, *, wait: bool = True) -> Delivery:
        """Let Slack add a preview: the message is changed although nobody edited it."""
        previous = message_json(self.world, message)
        preview: Json = {"from_url": url, "original_url": url, "title": url, "fallback": url}
        preview |= {"id": 1, "service_name": "Preview", "title_link": url, "text": "A page"}
        message.attachments = [*message.attachments, preview]
        return await self._tell_change(message, previous, wait=wait)

    async def message_preview(self, message: Message, linked: Message) -> Delivery:
        """Let Slack show the message that another one holds a link to."""
        previous = message_json(self.world, message)
        message.attachments = [quoted(self.world, linked, is_forwarded=False)]
        return await self._tell_change(message, previous, wait=True)

    async def repeat(
        self,
        delivery: Delivery,
        *,
        retry_num: int = 0,
        retry_reason: str = "",
        is_new_event: bool = False,
        wait: bool = True,
    ) -> Delivery:
        """Send the same thing once more: as a retry, or as a twin with an event id of its own."""
        payload = dict(delivery.payload)
        if is_new_event:
            payload["event_id"] = self.world.new_id("Ev")
        copy = Delivery(delivery.kind, payload, delivery.wants_payload)
        copy.first_number, copy.first_reason = retry_num, retry_reason
        return await self.tell(copy, wait=wait)

    def lose(self, attempts: int = 1) -> None:
        """Let the next attempts get lost on the way, so that only a retry arrives."""
        self.courier.loses += attempts

    def _typed(self, user: User, place: Channel, text: str, thread_ts: str | None) -> Message:
        message = Message(user.team, place.id, self.world.new_ts(), user.id, text)
        message.thread_ts = thread_ts
        if user.is_bot:  # Slack signs what another app says
            message.bot_id, message.app_id = f"B-of-{user.id}", f"A-of-{user.id}"
        return message

    def _attach(self, message: Message, files: Iterable[Upload]) -> None:
        for name, content in files:
            file = new_file(self.world, message.team, str(message.user), name)
            file.content, file.is_complete = content, True
            file.shared_in.append((message.channel, message.thread_ts))
            message.file_ids.append(file.id)
            message.subtype = "file_share"

    async def _tell_message(self, message: Message, place: Channel, *, wait: bool) -> None:
        bot = self.world.directory.teams[message.team].bot_user_id
        events: list[Json] = []
        is_here = bot in place.members
        if is_here and self._listens(place):
            events.append(message_event(self.world, message, place))
        is_named = f"<@{bot}>" in message.text and not place.is_direct
        if is_here and is_named and self.world.listens_to("app_mention"):
            events.append(mention_event(self.world, message, place))
        for event in events:
            payload = event_callback(self.world, message.team, event, place)
            message.deliveries.append(Delivery("events_api", payload))
        for delivery in message.deliveries:
            await self.tell(delivery, wait=wait)

    async def _tell_change(self, message: Message, previous: Json, *, wait: bool) -> Delivery:
        self.world.changed()
        place = self.world.directory.channel(message.team, message.channel)
        event = changed_event(self.world, message, previous, place)
        return await self.event(message.team, event, place, wait=wait)

    def _listens(self, place: Channel) -> bool:
        words = {"public": "channels", "private": "groups"}
        return self.world.listens_to(f"message.{words.get(place.kind, place.kind)}")

    def _author(self, user: Who, message: Message) -> User:
        person = self.who(user, message.team)
        if message.user != person.id:
            raise NotPossible("Nobody edits the message of somebody else.")
        return person
