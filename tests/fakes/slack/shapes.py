"""Messages and files in the JSON in which answers and events carry them."""

from functools import partial

from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import File, Message
from tests.fakes.slack.world import World


def message_json(world: World, message: Message, *, with_metadata: bool = False) -> Json:
    """Render a message; its channel is left to whoever carries it."""
    shape: Json = {"type": "message", "ts": message.ts, "text": message.text}
    shape |= _author(world, message)
    shape |= _content(world, message)
    if message.edited_ts is not None:
        shape["edited"] = {"user": message.edited_by, "ts": message.edited_ts}
    if with_metadata and message.metadata:
        shape["metadata"] = message.metadata
    return shape | _thread(world, message) | _reactions(message)


def _author(world: World, message: Message) -> Json:
    author: Json = {"team": message.team}
    if message.subtype is not None:
        author["subtype"] = message.subtype
    if message.user is not None:
        author["user"] = message.user
    if message.bot_id is None:
        return author | {"client_msg_id": f"client-{message.ts}"}
    author["bot_id"] = message.bot_id
    if message.app_id is not None:
        author["app_id"] = message.app_id
    if message.username is not None:
        # A message under another name is of the old kind: it has no user.
        author.pop("user", None)
        return author | {"subtype": "bot_message", "username": message.username}
    return author | {"bot_profile": bot_profile(world, message)}


def bot_profile(world: World, message: Message) -> Json:
    """Describe the bot that wrote a message."""
    return {
        "id": message.bot_id,
        "deleted": False,
        "name": world.directory.teams[message.team].name,
        "updated": 1_700_000_000,
        "app_id": message.app_id,
        "icons": {},
        "team_id": message.team,
    }


def _content(world: World, message: Message) -> Json:
    content: Json = {}
    if message.blocks:
        content["blocks"] = message.blocks
    elif message.bot_id is None and message.text:
        content["blocks"] = [rich_text(message.text)]
    if message.attachments:
        content["attachments"] = message.attachments
    if message.file_ids:
        channel = world.directory.channel(message.team, message.channel)
        shape = _stub if channel.is_ext_shared else partial(file_json, world)
        content["files"] = [shape(world.files[name]) for name in message.file_ids]
        content |= {"upload": False, "display_as_bot": False}
    return content


def _stub(file: File) -> Json:
    """All that is told of a file in a channel that another workspace shares."""
    shape = {"id": file.id, "created": 0, "timestamp": 0, "user": ""}
    return shape | {"mode": "file_access", "file_access": "check_file_info"}


def quoted(world: World, message: Message, *, is_forwarded: bool) -> Json:
    """A message within another one that forwards it, or that only holds a link to it."""
    author = world.directory.users.get((message.team, message.user or ""))
    name, home = (author.name, author.home_team) if author else ("", message.team)
    content = _content(world, message)
    blocks = {"blocks": content.get("blocks", [])}
    where = {"team": message.team, "channel": message.channel, "ts": message.ts}
    link = f"{world.base_url}/archives/{message.channel}/p{message.ts.replace('.', '')}"
    shape: Json = {"id": 1, "ts": message.ts, "color": "D0D0D0", "is_msg_unfurl": True}
    shape |= {"author_id": message.user, "author_name": name, "author_subname": name}
    shape |= {"channel_id": message.channel, "channel_team": home, "from_url": link}
    shape |= {"text": message.text, "mrkdwn_in": ["text"], "footer": "Slack Conversation"}
    shape |= {"message_blocks": [where | {"message": blocks}]}
    told = f"[November 25th, 2026 8:01 AM] {name}: {message.text}"
    shape["fallback"] = told if message.text else "[no preview available]"
    if "files" in content:
        shape["files"] = content["files"]
    return shape | ({"is_share": True} if is_forwarded else {"original_url": link})


def rich_text(text: str) -> Json:
    """The block that Slack makes of what a person types."""
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "block_id": "typed", "elements": [section]}


def _thread(world: World, message: Message) -> Json:
    if message.thread_ts is not None:
        return {"thread_ts": message.thread_ts}
    replies = [
        row
        for row in world.thread(message.team, message.channel, message.ts)
        if row.ts != message.ts
    ]
    if not replies or message.only_for is not None:
        return {}
    return {
        "thread_ts": message.ts,
        "reply_count": len(replies),
        "latest_reply": replies[-1].ts,
        "reply_users": sorted({reply.user for reply in replies if reply.user}),
    }


def _reactions(message: Message) -> Json:
    if not message.reactions:
        return {}
    names = dict.fromkeys(name for name, _ in message.reactions)
    users = {name: [user for one, user in message.reactions if one == name] for name in names}
    rows = [{"name": name, "users": by, "count": len(by)} for name, by in users.items()]
    return {"reactions": rows}


def file_json(world: World, file: File) -> Json:
    """Render a file with the addresses that need the bot's token."""
    path = f"{world.base_url}/files-pri/{file.team}-{file.id}"
    kind = file.name.rpartition(".")[2].lower()
    channels = [channel for channel, _ in file.shared_in]
    return {
        "id": file.id,
        "created": file.created,
        "timestamp": file.created,
        "name": file.name,
        "title": file.title,
        "mimetype": file.mimetype,
        "filetype": kind,
        "pretty_type": kind.upper(),
        "user": file.user,
        "user_team": file.team,
        "editable": False,
        "size": len(file.content),
        "mode": "hosted",
        "is_external": False,
        "external_type": "",
        "is_public": any(name.startswith("C") for name in channels),
        "public_url_shared": False,
        "display_as_bot": False,
        "username": "",
        "url_private": f"{path}/{file.name}",
        "url_private_download": f"{path}/download/{file.name}",
        "permalink": f"{world.base_url}/files/{file.user}/{file.id}/{file.name}",
        "channels": [name for name in channels if name.startswith("C")],
        "groups": [name for name in channels if name.startswith("G")],
        "ims": [name for name in channels if name.startswith("D")],
        "file_access": "visible",
    }
