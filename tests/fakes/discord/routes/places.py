"""Channels and threads: read, change, open, close, and who is in them."""

from tests.fakes.discord import errors, limits
from tests.fakes.discord.components import length
from tests.fakes.discord.errors import Problem, refuse
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.posting import announce
from tests.fakes.discord.registry import Answer, Asked, check, route
from tests.fakes.discord.rows import Channel, ChannelKind, Flag, Json, Message, MessageKind
from tests.fakes.discord.shapes import channel_json, thread_member_json
from tests.fakes.discord.world import Happening, World

CHANNEL = "/channels/{channel}"


@route(f"GET {CHANNEL}")
def _read(asked: Asked) -> Answer:
    return channel_json(asked.world, asked.channel())


@route("POST /users/@me/channels")
def _open_direct(asked: Asked) -> Answer:
    user = asked.world.users.get(int(asked.body["recipient_id"]))
    if user is None:
        raise refuse(errors.UNKNOWN_USER)
    if user.is_bot:
        raise refuse(errors.CANNOT_MESSAGE_USER)
    return channel_json(asked.world, asked.world.direct(user))


@route(f"PATCH {CHANNEL}")
def _change(asked: Asked) -> Answer:
    world, channel, body = asked.world, asked.channel(), asked.body
    check(_place_problems(body))
    if channel.is_thread:
        is_own = channel.owner_id == world.app.bot.id
        if not is_own or "locked" in body:
            world.need(channel, Can.MANAGE_THREADS)
    else:
        world.need(channel, Can.MANAGE_CHANNELS)
    if channel.is_archived and not set(body) <= {"archived", "locked"}:
        raise refuse(errors.THREAD_ARCHIVED)
    if channel.is_archived and body.get("archived") is False:
        _need_room(world, channel)
    channel.name = str(body.get("name", channel.name))
    channel.topic = body.get("topic", channel.topic)
    channel.is_archived = bool(body.get("archived", channel.is_archived))
    channel.is_locked = bool(body.get("locked", channel.is_locked))
    channel.auto_archive_minutes = body.get("auto_archive_duration", channel.auto_archive_minutes)
    event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
    _tell(world, event, channel)
    return channel_json(world, channel)


@route(f"DELETE {CHANNEL}")
def _close(asked: Asked) -> Answer:
    world, channel = asked.world, asked.channel()
    shape = channel_json(world, channel)
    if channel.person is None:
        world.need(channel, Can.MANAGE_THREADS if channel.is_thread else Can.MANAGE_CHANNELS)
        event = "THREAD_DELETE" if channel.is_thread else "CHANNEL_DELETE"
        _tell(world, event, channel)
        del world.channels[channel.id]
    return shape


@route(f"POST {CHANNEL}/threads", status=201)
def _start(asked: Asked) -> Answer:
    world, channel, body = asked.world, asked.channel(), asked.body
    check(_place_problems(body, is_new=True))
    kind = ChannelKind(int(body.get("type", ChannelKind.PRIVATE_THREAD)))
    is_private = kind is ChannelKind.PRIVATE_THREAD
    world.need(channel, Can.CREATE_PRIVATE_THREADS if is_private else Can.CREATE_PUBLIC_THREADS)
    thread = new_thread(world, channel, kind, world.new_id())
    return _started(world, thread, body)


@route(f"POST {CHANNEL}/messages/{{message}}/threads", status=201)
def _start_from_message(asked: Asked) -> Answer:
    world, channel, body = asked.world, asked.channel(), asked.body
    message = asked.message(channel)
    world.need(channel, Can.CREATE_PUBLIC_THREADS)
    check(_place_problems(body, is_new=True))
    if message.thread_id is not None:
        raise refuse(errors.THREAD_EXISTS)
    thread = new_thread(world, channel, ChannelKind.PUBLIC_THREAD, message.id)
    hang_thread(world, message, thread)
    return _started(world, thread, body, message)


def hang_thread(world: World, message: Message, thread: Channel) -> None:
    """Show under a message that a thread was started from it."""
    message.thread_id = thread.id
    message.flags |= Flag.HAS_THREAD
    announce(world, "MESSAGE_UPDATE", message)


def new_thread(world: World, parent: Channel, kind: ChannelKind, thread_id: int) -> Channel:
    """Open a thread of the bot's, or refuse to."""
    if parent.kind not in (ChannelKind.TEXT, ChannelKind.NEWS):
        raise refuse(errors.WRONG_CHANNEL_TYPE)
    _need_room(world, parent)
    if parent.kind is ChannelKind.NEWS:
        kind = ChannelKind.NEWS_THREAD
    bot_id = world.app.bot.id
    thread = Channel(
        thread_id,
        kind,
        parent.guild_id,
        parent_id=parent.id,
        owner_id=bot_id,
        member_ids={bot_id},
        made_at=world.clock.now(),
    )
    world.channels[thread.id] = thread
    return thread


def _started(world: World, thread: Channel, body: Json, message: Message | None = None) -> Json:
    thread.name = str(body["name"])
    thread.auto_archive_minutes = int(body.get("auto_archive_duration") or 1440)
    tell_thread(world, thread)
    note_thread(world, thread, message)
    return channel_json(world, thread)


def tell_thread(world: World, thread: Channel) -> None:
    """Tell the gateway of a new thread."""
    shape = channel_json(world, thread) | {"newly_created": True}
    world.tell(Happening("THREAD_CREATE", shape, thread.guild_id, channel=thread))
    world.changed()


def note_thread(world: World, thread: Channel, message: Message | None) -> None:
    """Leave Discord's own note: in the thread what it hangs on, else above that it was made."""
    if message is not None:
        kind, place, author = MessageKind.THREAD_STARTER, thread, message.author
        note = Message(world.new_id(), place, author, kind=kind, reply_to=message.id)
    elif thread.kind is ChannelKind.PUBLIC_THREAD:
        place, author = world.channels[thread.parent_id or 0], world.users[thread.owner_id or 0]
        note = Message(world.new_id(), place, author, thread.name, thread_id=thread.id)
        note.kind = MessageKind.THREAD_CREATED
    else:
        return
    world.add(note)
    announce(world, "MESSAGE_CREATE", note)


def _need_room(world: World, place: Channel) -> None:
    if len(world.threads_of(int(place.guild_id or 0))) >= world.active_threads:
        raise refuse(errors.TOO_MANY_THREADS)


def _place_problems(body: Json, *, is_new: bool = False) -> list[Problem]:
    found = list(
        length(body, "name", "", 1 if is_new or "name" in body else 0, limits.THREAD_NAME)
    )
    minutes = body.get("auto_archive_duration")
    if minutes is not None and minutes not in limits.ARCHIVE_MINUTES:
        text = f"Value must be one of {limits.ARCHIVE_MINUTES}."
        found.append(Problem("auto_archive_duration", "BASE_TYPE_CHOICES", text))
    return found


def _tell(world: World, event: str, channel: Channel) -> None:
    world.changed()
    seen_by = channel if channel.is_thread else None
    world.tell(Happening(event, channel_json(world, channel), channel.guild_id, channel=seen_by))


@route(f"PUT {CHANNEL}/thread-members/{{user}}")
def _join(asked: Asked) -> Answer:
    channel = _thread(asked)
    channel.member_ids.add(_who(asked))
    _tell_members(asked.world, channel, {"added_members": [_member(channel, _who(asked))]})
    return None


@route(f"DELETE {CHANNEL}/thread-members/{{user}}")
def _leave(asked: Asked) -> Answer:
    channel, user_id = _thread(asked), _who(asked)
    if user_id != asked.world.app.bot.id:
        asked.world.need(channel, Can.MANAGE_THREADS)
    channel.member_ids.discard(user_id)
    _tell_members(asked.world, channel, {"removed_member_ids": [str(user_id)]})
    return None


@route(f"GET {CHANNEL}/thread-members")
def _members(asked: Asked) -> Answer:
    channel = _thread(asked)
    return [thread_member_json(channel, one) for one in sorted(channel.member_ids)]


@route(f"GET {CHANNEL}/thread-members/{{user}}")
def _one_member(asked: Asked) -> Answer:
    channel, user_id = _thread(asked), _who(asked)
    if user_id not in channel.member_ids:
        raise refuse(errors.UNKNOWN_MEMBER)
    return thread_member_json(channel, user_id)


def _thread(asked: Asked) -> Channel:
    channel = asked.channel()
    if not channel.is_thread:
        raise refuse(errors.WRONG_CHANNEL_TYPE)
    if channel.is_archived:
        raise refuse(errors.THREAD_ARCHIVED)
    return channel


def _who(asked: Asked) -> int:
    if asked.call.path["user"] == "@me":
        return asked.world.app.bot.id
    user_id = asked.id("user")
    if user_id not in asked.world.users:
        raise refuse(errors.UNKNOWN_USER)
    return user_id


def _member(channel: Channel, user_id: int) -> Json:
    return thread_member_json(channel, user_id) | {"presence": None}


def _tell_members(world: World, channel: Channel, what: Json) -> None:
    body: Json = {"id": str(channel.id), "guild_id": str(channel.guild_id)} | what
    body["member_count"] = len(channel.member_ids)
    world.changed()
    world.tell(Happening("THREAD_MEMBERS_UPDATE", body, channel.guild_id, channel=channel))


@route("GET /guilds/{guild}/threads/active")
def _active(asked: Asked) -> Answer:
    world = asked.world
    rows = world.threads_of(asked.guild().id)
    seen = [row for row in rows if world.permissions(world.app.bot, row) & Can.VIEW_CHANNEL]
    mine = [row for row in seen if world.app.bot.id in row.member_ids]
    return {
        "threads": [channel_json(world, row) for row in seen],
        "members": [thread_member_json(row, world.app.bot.id) for row in mine],
    }


@route(f"GET {CHANNEL}/threads/archived/public")
def _archived(asked: Asked) -> Answer:
    world, channel = asked.world, asked.channel()
    world.need(channel, Can.READ_MESSAGE_HISTORY)
    rows = [row for row in world.channels.values() if row.parent_id == channel.id]
    old = [row for row in rows if row.is_archived and row.kind is ChannelKind.PUBLIC_THREAD]
    shapes = [channel_json(world, row) for row in reversed(old)]
    return {"threads": shapes, "members": [], "has_more": False}
