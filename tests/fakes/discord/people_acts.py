"""What people do with messages and threads: write, change, delete, react, open and close."""

from typing import Any

from tests.fakes.discord.core import Core
from tests.fakes.discord.errors import NotPossible
from tests.fakes.discord.limits import CONTENT, THREAD_NAME
from tests.fakes.discord.mentions import pinged
from tests.fakes.discord.message_shape import forwarded, message_json
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.posting import announce, open_again, remove
from tests.fakes.discord.routes.messages import tell_reaction
from tests.fakes.discord.routes.places import hang_thread, note_thread, tell_thread
from tests.fakes.discord.rows import (
    SPOKEN,
    Attachment,
    Channel,
    ChannelKind,
    Flag,
    Interaction,
    Json,
    Message,
    MessageKind,
    User,
)
from tests.fakes.discord.shapes import channel_json, thread_member_json
from tests.fakes.discord.world import Happening

Files = tuple[tuple[str, bytes], ...]


class PeopleActs(Core):
    """Acts that the gateway only tells of; nobody has to answer them."""

    async def say(
        self,
        user: User,
        channel: Channel | None,
        content: str = "",
        *,
        files: Files = (),
        forged: bool = False,
        **fields: Any,
    ) -> Message:
        """Write a message; without a channel it goes to the bot alone.

        Args:
            user: who writes.
            channel: where.
            content: the words.
            files: names and contents of what hangs on it.
            forged: whether what no client lets a person do is done all the same.
            fields: more fields of `Message`, for instance `embeds`.
        """
        place = self.where(user, channel)
        if not forged:
            holds = content.strip() or files or fields.keys() & {"more", "poll", "embeds"}
            self._may_write(user, place, content, is_empty=not holds)
        world = self.world
        message = Message(world.new_id(), place, user, content, **fields)
        told: Json = {"content": content}
        if message.reply_to is not None:
            told["message_reference"] = {"message_id": str(message.reply_to)}
        message.attachments = [self.upload(place, name, content) for name, content in files]
        message.pinged = pinged(world, place, user, told, quiet=False)
        if place.is_thread:
            place.member_ids.add(user.id)
        open_again(world, place)
        world.add(message)
        announce(world, "MESSAGE_CREATE", message)
        return message

    async def reply(self, user: User, message: Message, content: str, **more: Any) -> Message:
        """Answer a message, which calls its author."""
        more |= {"kind": MessageKind.REPLY, "reply_to": message.id}
        return await self.say(user, message.channel, content, **more)

    async def mention(self, user: User, channel: Channel, content: str, **more: Any) -> Message:
        """Write a message that calls the bot."""
        return await self.say(user, channel, f"{self.world.app.bot.mention} {content}", **more)

    async def forward(self, user: User, message: Message, place: Channel | None) -> Message:
        """Bring a message from elsewhere; words to it a client sends apart."""
        return await self.say(user, place, more=forwarded(self.world, message))

    async def stick(self, user: User, place: Channel | None, name: str, **more: Any) -> Message:
        """Send a sticker alone."""
        sticker = {"id": str(self.world.new_id()), "name": name, "format_type": 1}
        return await self.say(user, place, more={"sticker_items": [sticker]}, **more)

    def _may_write(self, user: User, place: Channel, content: str, *, is_empty: bool) -> None:
        is_thread = place.is_thread
        self.need(user, place, Can.SEND_MESSAGES_IN_THREADS if is_thread else Can.SEND_MESSAGES)
        if place.kind is ChannelKind.FORUM:
            raise NotPossible(f"#{place.name} takes posts only.")
        if place.is_locked:
            raise NotPossible(f"The thread {place.name!r} is locked.")
        if len(content) > CONTENT:
            raise NotPossible("Discord lets nobody type so much; a long text becomes a file.")
        if is_empty:
            raise NotPossible("Discord sends no empty message.")

    def upload(self, channel: Channel, name: str, content: bytes) -> Attachment:
        """Put a file at Discord's."""
        kind = "text/plain; charset=utf-8" if name.endswith(".txt") else "application/octet-stream"
        attachment = Attachment(self.world.new_id(), channel.id, name, content, kind)
        self.world.attachments[attachment.id] = attachment
        return attachment

    async def edit(self, user: User, message: Message, content: str) -> None:
        """Change the words of one's own message."""
        if message.author is not user or message.is_deleted:
            raise NotPossible("Nobody changes what others wrote, or what is gone.")
        message.content = content
        told: Json = {"content": content}
        message.pinged = pinged(self.world, message.channel, user, told, quiet=False)
        message.edited_at, message.edits = self.world.clock.now(), message.edits + 1
        self.world.changed()
        announce(self.world, "MESSAGE_UPDATE", message)

    async def link_preview(self, message: Message, url: str) -> None:
        """Discord adds a preview to a message, which tells as if it had changed."""
        message.embeds = [{"type": "link", "url": url, "title": url}]
        announce(self.world, "MESSAGE_UPDATE", message)

    async def delete(self, user: User, message: Message) -> None:
        """Delete a message: one's own, or any if one may manage them."""
        if message.author is not user:
            self.need(user, message.channel, Can.MANAGE_MESSAGES)
        remove(self.world, message)

    async def react(self, user: User, message: Message, emoji: str) -> None:
        """Put a reaction on a message."""
        self.need(user, message.channel, Can.ADD_REACTIONS)
        message.reactions.setdefault(emoji, set()).add(user.id)
        tell_reaction(self.world, "MESSAGE_REACTION_ADD", message, (user.id, emoji))

    async def start_thread(
        self,
        user: User,
        place: Channel | Message,
        name: str,
        *,
        is_private: bool = False,
        with_bot: bool = False,
    ) -> Channel:
        """Open a thread in a channel or under a message."""
        world = self.world
        parent = place.channel if isinstance(place, Message) else place
        self.need(user, parent, Can.CREATE_PUBLIC_THREADS)
        if not 1 <= len(name) <= THREAD_NAME or parent.kind is not ChannelKind.TEXT:
            raise NotPossible("A thread has a name of at most 100 characters, and a channel.")
        thread = Channel(
            place.id if isinstance(place, Message) else world.new_id(),
            ChannelKind.PRIVATE_THREAD if is_private else ChannelKind.PUBLIC_THREAD,
            parent.guild_id,
            name,
            parent.id,
            owner_id=user.id,
            member_ids={user.id, world.app.bot.id} if with_bot else {user.id},
            made_at=world.clock.now(),
        )
        world.channels[thread.id] = thread
        if isinstance(place, Message):
            hang_thread(world, place, thread)
        tell_thread(world, thread)
        note_thread(world, thread, place if isinstance(place, Message) else None)
        return thread

    async def post(self, user: User, forum: Channel, name: str, content: str) -> Channel:
        """Begin a post of a forum: a thread, whose first message has the same id."""
        world = self.world
        self.need(user, forum, Can.SEND_MESSAGES)
        if forum.kind is not ChannelKind.FORUM:
            raise NotPossible(f"#{forum.name} has no posts.")
        thread = Channel(
            world.new_id(),
            ChannelKind.PUBLIC_THREAD,
            forum.guild_id,
            name,
            forum.id,
            owner_id=user.id,
            member_ids={user.id},
            made_at=world.clock.now(),
        )
        world.channels[thread.id] = thread
        tell_thread(world, thread)
        message = Message(thread.id, thread, user, content)
        told: Json = {"content": content}
        message.pinged = pinged(world, thread, user, told, quiet=False)
        world.add(message)
        announce(world, "MESSAGE_CREATE", message)
        return thread

    async def add_to_thread(self, thread: Channel, user: User) -> None:
        """Bring somebody, the bot for instance, into a thread."""
        thread.member_ids.add(user.id)
        if user is self.world.app.bot:
            tell_thread(self.world, thread)
        body = {
            "id": str(thread.id),
            "guild_id": str(thread.guild_id),
            "member_count": len(thread.member_ids),
            "added_members": [thread_member_json(thread, user.id) | {"presence": None}],
        }
        self.world.tell(Happening("THREAD_MEMBERS_UPDATE", body, thread.guild_id, channel=thread))

    async def archive(self, thread: Channel, *, is_locked: bool = False) -> None:
        """Close a thread, as time or a moderator does."""
        thread.is_archived, thread.is_locked = True, is_locked
        shape = channel_json(self.world, thread)
        self.world.tell(Happening("THREAD_UPDATE", shape, thread.guild_id, channel=thread))

    async def delete_thread(self, thread: Channel) -> None:
        """Delete a thread with all that was said in it, as a moderator does."""
        shape = channel_json(self.world, thread)
        del self.world.channels[thread.id]
        for message in self.world.posted.get(thread.parent_id or 0, {}).values():
            if message.thread_id == thread.id:
                message.thread_id, message.flags = None, message.flags & ~Flag.HAS_THREAD
        self.world.tell(Happening("THREAD_DELETE", shape, thread.guild_id))

    async def type(self, user: User, channel: Channel | None) -> None:
        """Show that somebody writes."""
        place = self.where(user, channel)
        body: Json = {
            "channel_id": str(place.id),
            "user_id": str(user.id),
            "timestamp": int(self.world.clock.now()),
        }
        if place.guild_id is not None:
            body["guild_id"] = str(place.guild_id)
        self.world.tell(Happening("TYPING_START", body, place.guild_id, channel=place))

    async def repeat(self, what: Message | Interaction) -> None:
        """Tell of something once more, as Discord says may happen."""
        if isinstance(what, Message):
            announce(self.world, "MESSAGE_CREATE", what)
        else:
            self.send(what)

    def sees(self, user: User, channel: Channel | None = None) -> list[Message]:
        """What was said in a channel as somebody sees it, in order."""
        place = self.where(user, channel)
        wanted = Can.VIEW_CHANNEL | Can.READ_MESSAGE_HISTORY
        if self.world.permissions(user, place) & wanted != wanted:
            return []
        rows = [row for row in self.world.posted.get(place.id, {}).values() if not row.is_deleted]
        said = [row for row in rows if row.kind in SPOKEN]
        return [row for row in said if row.only_for in (None, user.id)]

    def as_bot_reads(self, message: Message) -> Json:
        """The JSON of a message, for tests of translation."""
        return message_json(self.world, message, as_event=True)
