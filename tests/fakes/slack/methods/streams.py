"""`chat.startStream`, `appendStream` and `stopStream`."""

from tests.fakes.slack import limits
from tests.fakes.slack.errors import SlackRefuses, refuse_with_messages
from tests.fakes.slack.methods.chat import thread_root
from tests.fakes.slack.methods.content import check_blocks
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.methods.sessions import STATUSES, set_status
from tests.fakes.slack.people import Channel
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Message, Stream, StreamMode
from tests.fakes.slack.shapes import message_json
from tests.fakes.slack.streaming import render
from tests.fakes.slack.viewkit import chunk_problems

DISPLAY_MODES = ("timeline", "plan", "dense")


@method("chat.startStream")
def _start(asked: Asked) -> Json:
    asked.need("channel", "thread_ts")
    channel = asked.writable_channel()
    recipient = _recipient(asked, channel)
    mode = str(asked.args.get("task_display_mode", "timeline"))
    if mode not in DISPLAY_MODES:
        raise refuse_with_messages("invalid_arguments", ["unknown task_display_mode"])
    added = _content(asked)
    stream = Stream(asked.world.clock.now(), recipient, mode)
    message = Message(
        team=asked.grant.team,
        channel=channel.id,
        ts=asked.world.new_ts(),
        user=asked.team.bot_user_id,
        thread_ts=thread_root(asked, channel),
        bot_id=asked.team.bot_id,
        app_id=asked.world.app.id,
        username=asked.args.get("username"),
        icon=asked.args.get("icon_emoji") or asked.args.get("icon_url"),
        stream=stream,
    )
    _append(message, stream, added)
    asked.world.add(message)
    asked.world.echo("posted", message, {})
    return {"channel": channel.id, "ts": message.ts}


@method("chat.appendStream")
def _append_stream(asked: Asked) -> Json:
    asked.need("channel", "ts")
    message, stream = _streaming(asked)
    if stream.state == "stopped_by_user":
        raise SlackRefuses("stopped_by_user")
    _refuse_closed(asked, stream)
    added = _content(asked)
    if not added:
        raise SlackRefuses("markdown_text_or_chunks_required")
    _append(message, stream, added)
    stream.appended += 1
    asked.world.shown(message)
    return {"channel": message.channel, "ts": message.ts}


@method("chat.stopStream")
def _stop(asked: Asked) -> Json:
    asked.need("channel", "ts")
    message, stream = _streaming(asked)
    if stream.state != "stopped_by_user":
        # After a person's stop the app may still close the message and move the session on.
        _refuse_closed(asked, stream)
    status = str(asked.args.get("session_status") or "active")
    if status not in STATUSES:
        raise SlackRefuses("invalid_status")
    previous = message_json(asked.world, message)
    blocks = asked.args.get("blocks") or []
    check_blocks(blocks)
    _append(message, stream, _content(asked))
    message.blocks = message.blocks + blocks
    message.metadata = asked.args.get("metadata") or message.metadata
    stream.state = "stopped"
    if (message.team, message.channel, message.root) in asked.world.sessions:
        set_status(asked.world, (message.team, message.channel, message.root), status)
    asked.world.shown(message)
    asked.world.echo("changed", message, previous)
    shown = message_json(asked.world, message)
    return {"channel": message.channel, "ts": message.ts, "message": shown}


def _recipient(asked: Asked, channel: Channel) -> str | None:
    user = asked.args.get("recipient_user_id")
    if channel.is_direct:
        return user or channel.user
    if not user:
        raise SlackRefuses("missing_recipient_user_id")
    if not asked.args.get("recipient_team_id"):
        raise SlackRefuses("missing_recipient_team_id")
    team = str(asked.args["recipient_team_id"])
    if (team, str(user)) not in asked.world.directory.users:
        raise SlackRefuses("user_not_found")
    return str(user)


def _streaming(asked: Asked) -> tuple[Message, Stream]:
    channel = asked.writable_channel()
    message = asked.world.existing(asked.grant.team, channel.id, str(asked.args["ts"]))
    if message.bot_id != asked.team.bot_id:
        raise SlackRefuses("message_not_owned_by_app")
    if message.stream is None:
        raise SlackRefuses("message_not_in_streaming_state")
    return message, message.stream


def _refuse_closed(asked: Asked, stream: Stream) -> None:
    age_seconds = asked.world.clock.now() - stream.started_at
    if age_seconds > limits.STREAM_SECONDS:
        stream.state = "stopped"
    if not stream.is_open:
        raise SlackRefuses("message_not_in_streaming_state")


def _content(asked: Asked) -> list[tuple[StreamMode, Json]]:
    """What the call adds, as chunks, each with the way in which it was sent."""
    markdown, chunks = asked.args.get("markdown_text"), asked.args.get("chunks")
    if markdown and chunks:
        raise SlackRefuses("cannot_provide_both_markdown_text_and_chunks")
    if markdown:
        if len(markdown) > limits.MARKDOWN:
            raise SlackRefuses("msg_too_long")
        return [("markdown_text", {"type": "markdown_text", "text": markdown})]
    if not chunks:
        return []
    problems = chunk_problems(chunks)
    if any("characters" in problem and "/text]" in problem for problem in problems):
        raise SlackRefuses("msg_too_long")
    if problems:
        raise refuse_with_messages("invalid_chunks", problems)
    return [("chunks", chunk) for chunk in chunks]


def _append(message: Message, stream: Stream, added: list[tuple[StreamMode, Json]]) -> None:
    for mode, chunk in added:
        if stream.mode not in (None, mode):
            raise SlackRefuses("streaming_mode_mismatch")
        stream.mode = mode
        stream.chunks.append(chunk)
    message.text, message.blocks = render(stream)
    if len(message.blocks) > limits.MESSAGE_BLOCKS:
        del stream.chunks[len(stream.chunks) - len(added) :]
        message.text, message.blocks = render(stream)
        raise SlackRefuses("msg_blocks_too_many")
