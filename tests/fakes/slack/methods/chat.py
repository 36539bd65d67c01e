"""`chat.postMessage`, `update`, `delete` and `postEphemeral`."""

from tests.fakes.slack import limits
from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.methods.content import Content, read_content
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.people import Channel
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Message
from tests.fakes.slack.shapes import message_json


@method("chat.postMessage")
def _post_message(asked: Asked) -> Json:
    asked.need("channel")
    channel = asked.writable_channel()
    content = read_content(asked.args)
    if content.is_empty:
        raise SlackRefuses("no_text")
    message = _message(asked, channel, content)
    message.thread_ts = thread_root(asked, channel)
    asked.world.add(message)
    asked.world.echo("posted", message, {})
    return {
        "channel": channel.id,
        "ts": message.ts,
        "message": message_json(asked.world, message),
        **content.response_metadata,
    }


@method("chat.postEphemeral")
def _post_ephemeral(asked: Asked) -> Json:
    asked.need("channel", "user")
    channel = asked.writable_channel()
    content = read_content(asked.args, longest=limits.POST_TEXT)
    if content.is_empty:
        raise SlackRefuses("no_text")
    user = str(asked.args["user"])
    if (asked.grant.team, user) not in asked.world.directory.users:
        raise SlackRefuses("user_not_found")
    if user not in channel.members:
        raise SlackRefuses("user_not_in_channel")
    message = _message(asked, channel, content)
    message.only_for = user
    message.thread_ts = thread_root(asked, channel)
    asked.world.add(message)
    return {"message_ts": message.ts}


@method("chat.update")
def _update(asked: Asked) -> Json:
    asked.need("channel", "ts")
    channel = asked.writable_channel()
    message = own_message(asked, channel, "cant_update_message")
    if message.stream is not None and message.stream.is_open:
        raise SlackRefuses("streaming_state_conflict")
    content = read_content(asked.args, longest=limits.UPDATE_TEXT)
    previous = message_json(asked.world, message)
    _change(asked, message, content)
    asked.world.shown(message)
    asked.world.echo("changed", message, previous)
    return {
        "channel": channel.id,
        "ts": message.ts,
        "text": message.text,
        "message": message_json(asked.world, message),
    }


def _change(asked: Asked, message: Message, content: Content) -> None:
    """Apply an update: text alone removes blocks; blocks alone keep the text."""
    if content.is_empty and content.blocks is None and content.attachments is None:
        raise SlackRefuses("no_text")
    if content.blocks is not None:
        message.blocks = content.blocks
    elif content.text is not None:
        message.blocks = []
    if content.text is not None:
        message.text = content.text
    if content.attachments is not None:
        message.attachments = content.attachments
    if content.metadata is not None:
        message.metadata = content.metadata or None
    message.unfurls_links = asked.args.get("unfurl_links", True)
    message.unfurls_media = asked.args.get("unfurl_media", True)
    message.edits += 1
    if not message.blocks:
        message.edited_by, message.edited_ts = asked.grant.user, asked.world.new_ts()


@method("chat.delete")
def _delete(asked: Asked) -> Json:
    asked.need("channel", "ts")
    channel = asked.channel()
    message = own_message(asked, channel, "cant_delete_message")
    previous = message_json(asked.world, message)
    message.is_deleted = True
    asked.world.changed()
    asked.world.echo("deleted", message, previous)
    return {"channel": channel.id, "ts": message.ts}


def own_message(asked: Asked, channel: Channel, error: str) -> Message:
    """Find a message of the calling bot; one of somebody else is refused with `error`."""
    message = asked.world.existing(asked.grant.team, channel.id, str(asked.args["ts"]))
    if message.bot_id != asked.team.bot_id:
        raise SlackRefuses(error)
    return message


def thread_root(asked: Asked, channel: Channel) -> str | None:
    """The thread a call wants to write in; a reply's ts leads to its root."""
    thread_ts = asked.args.get("thread_ts")
    if not thread_ts:
        return None
    row = asked.world.in_channel(asked.grant.team, channel.id).get(str(thread_ts))
    if row is None:
        raise SlackRefuses("thread_not_found")
    return row.root


def _message(asked: Asked, channel: Channel, content: Content) -> Message:
    args = asked.args
    return Message(
        team=asked.grant.team,
        channel=channel.id,
        ts=asked.world.new_ts(),
        user=asked.team.bot_user_id,
        text=content.text or "",
        blocks=content.blocks or [],
        attachments=content.attachments or [],
        bot_id=asked.team.bot_id,
        app_id=asked.world.app.id,
        username=args.get("username"),
        icon=args.get("icon_emoji") or args.get("icon_url"),
        metadata=content.metadata or None,
        unfurls_links=args.get("unfurl_links", True),
        unfurls_media=args.get("unfurl_media", True),
    )
