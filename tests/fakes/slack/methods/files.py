"""Uploading files in three steps, and looking at them."""

import mimetypes

from tests.fakes.slack import limits
from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.people import Channel
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import File, Message
from tests.fakes.slack.shapes import file_json
from tests.fakes.slack.world import World


def new_file(world: World, team: str, user: str, name: str) -> File:
    """Make a file without content."""
    mimetype = mimetypes.guess_type(name)[0] or "application/octet-stream"
    file = File(world.new_id("F"), team, name, name, user, mimetype, int(world.clock.now()))
    world.files[file.id] = file
    return file


@method("files.getUploadURLExternal")
def _get_upload_url(asked: Asked) -> Json:
    asked.need("filename", "length")
    length = int(asked.args["length"])
    if length <= 0:
        raise SlackRefuses("missing_argument")
    if length > limits.UPLOAD_BYTES:
        raise SlackRefuses("file_upload_size_restricted")
    if len(str(asked.args.get("alt_txt") or "")) > limits.ALT_TEXT:
        raise SlackRefuses("alt_txt_too_large")
    file = new_file(asked.world, asked.grant.team, asked.grant.user, str(asked.args["filename"]))
    file.announced_length = length
    return {"upload_url": f"{asked.world.base_url}/upload/v1/{file.id}", "file_id": file.id}


@method("files.completeUploadExternal")
def _complete(asked: Asked) -> Json:
    asked.need("files")
    rows = [_uploaded(asked, str(entry.get("id"))) for entry in asked.args["files"]]
    channels = _channels(asked)
    for row, entry in zip(rows, asked.args["files"], strict=True):
        row.title = entry.get("title") or row.name
        row.is_complete = True
    for channel in channels:
        _share(asked, channel, rows)
    asked.world.changed()
    return {"files": [file_json(asked.world, row) for row in rows]}


def _uploaded(asked: Asked, file_id: str) -> File:
    file = asked.world.files.get(file_id)
    if file is None or file.is_complete or not file.content:
        raise SlackRefuses("file_not_found")
    return file


def _channels(asked: Asked) -> list[Channel]:
    names = str(asked.args.get("channels") or asked.args.get("channel_id") or "")
    found: list[Channel] = []
    for name in filter(None, names.split(",")):
        channel = asked.world.channel_for(asked.grant, name)
        if asked.team.bot_user_id not in channel.members:
            raise SlackRefuses("not_in_channel")
        found.append(channel)
    return found


def _share(asked: Asked, channel: Channel, files: list[File]) -> None:
    thread_ts = asked.args.get("thread_ts") or None
    for file in files:
        file.shared_in.append((channel.id, thread_ts))
    message = Message(
        team=asked.grant.team,
        channel=channel.id,
        ts=asked.world.new_ts(),
        user=asked.team.bot_user_id,
        text=str(asked.args.get("initial_comment") or ""),
        blocks=asked.args.get("blocks") or [],
        thread_ts=thread_ts,
        subtype="file_share",
        bot_id=asked.team.bot_id,
        app_id=asked.world.app.id,
        file_ids=[file.id for file in files],
    )
    asked.world.add(message)
    asked.world.echo("posted", message, {})


@method("files.info")
def _info(asked: Asked) -> Json:
    asked.need("file")
    file = asked.world.files.get(str(asked.args["file"]))
    if file is None or file.team != asked.grant.team or not file.is_complete:
        raise SlackRefuses("file_not_found")
    return {"file": file_json(asked.world, file), "comments": []}
