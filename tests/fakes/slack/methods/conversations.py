"""Reading conversations, people and groups; opening direct messages; reactions."""

from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.people import Channel
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Message
from tests.fakes.slack.shapes import message_json

DEFAULT_PAGE = 100
MAX_DIRECT = 8


@method("conversations.replies")
def _replies(asked: Asked) -> Json:
    asked.need("channel", "ts")
    channel = _readable(asked)
    rows = asked.world.in_channel(asked.grant.team, channel.id)
    row = rows.get(str(asked.args["ts"]))
    if row is None or row.is_deleted:
        raise SlackRefuses("thread_not_found")
    thread = asked.world.thread(asked.grant.team, channel.id, row.root)
    root = [one for one in thread if one.thread_ts is None]
    replies = [one for one in thread if one.thread_ts is not None and _is_within(asked, one)]
    return _page(asked, [*root, *replies])


@method("conversations.history")
def _history(asked: Asked) -> Json:
    asked.need("channel")
    channel = _readable(asked)
    rows = asked.world.in_channel(asked.grant.team, channel.id).values()
    top = [row for row in rows if not row.is_deleted and row.thread_ts is None]
    return _page(asked, [row for row in reversed(top) if _is_within(asked, row)])


def _readable(asked: Asked) -> Channel:
    channel = asked.channel()
    if asked.team.bot_user_id not in channel.members:
        raise SlackRefuses("not_in_channel")
    return channel


def _is_within(asked: Asked, row: Message) -> bool:
    oldest = float(asked.args.get("oldest") or 0)
    latest = float(asked.args.get("latest") or "inf")
    ts = float(row.ts)
    if asked.args.get("inclusive"):
        return oldest <= ts <= latest
    return oldest < ts < latest


def _page(asked: Asked, rows: list[Message]) -> Json:
    start = int(asked.args.get("cursor") or 0)
    end = start + int(asked.args.get("limit") or DEFAULT_PAGE)
    is_full = bool(asked.args.get("include_all_metadata"))
    shown = [message_json(asked.world, row, with_metadata=is_full) for row in rows[start:end]]
    answer: Json = {"messages": shown, "has_more": end < len(rows)}
    if end < len(rows):
        answer["response_metadata"] = {"next_cursor": str(end)}
    return answer


@method("conversations.info")
def _info(asked: Asked) -> Json:
    asked.need("channel")
    return {"channel": asked.channel().as_json()}


@method("conversations.members")
def _members(asked: Asked) -> Json:
    asked.need("channel")
    members = sorted(asked.channel().members)
    start = int(asked.args.get("cursor") or 0)
    end = start + int(asked.args.get("limit") or DEFAULT_PAGE)
    cursor = str(end) if end < len(members) else ""
    return {"members": members[start:end], "response_metadata": {"next_cursor": cursor}}


@method("conversations.open")
def _open(asked: Asked) -> Json:
    if asked.args.get("channel"):
        return {"channel": {"id": asked.channel().id}}
    users = [name.strip() for name in str(asked.args.get("users") or "").split(",") if name]
    if not users:
        raise SlackRefuses("users_list_not_supplied")
    if len(users) > MAX_DIRECT:
        raise SlackRefuses("too_many_users")
    for name in users:
        row = asked.world.directory.users.get((asked.grant.team, name))
        if row is None:
            raise SlackRefuses("user_not_found")
        if row.deleted:
            raise SlackRefuses("user_disabled")
    if len(users) > 1:
        raise SlackRefuses("method_not_supported_for_channel_type")
    channel = asked.world.directory.direct_channel(asked.grant.team, users[0])
    return {"channel": channel.as_json() if asked.args.get("return_im") else {"id": channel.id}}


@method("users.info")
def _user(asked: Asked) -> Json:
    asked.need("user")
    user = asked.world.directory.users.get((asked.grant.team, str(asked.args["user"])))
    if user is None:
        raise SlackRefuses("user_not_found")
    return {"user": user.as_json()}


@method("usergroups.list")
def _groups(asked: Asked) -> Json:
    groups = asked.world.directory.groups.values()
    return {"usergroups": [row.as_json() for row in groups if row.team == asked.grant.team]}


@method("usergroups.users.list")
def _group(asked: Asked) -> Json:
    asked.need("usergroup")
    group = asked.world.directory.groups.get((asked.grant.team, str(asked.args["usergroup"])))
    if group is None:
        raise SlackRefuses("no_such_subteam")
    return {"users": list(group.members)}


@method("bots.info")
def _bot(asked: Asked) -> Json:
    team = asked.team
    if asked.args.get("bot") not in (None, team.bot_id):
        raise SlackRefuses("bot_not_found")
    bot = {"id": team.bot_id, "deleted": False, "name": team.name, "user_id": team.bot_user_id}
    return {"bot": bot | {"app_id": asked.world.app.id}}


@method("team.info")
def _team(asked: Asked) -> Json:
    team = asked.team
    return {"team": {"id": team.id, "name": team.name, "domain": team.domain}}


@method("reactions.add")
def _add_reaction(asked: Asked) -> Json:
    asked.need("channel", "timestamp", "name")
    message, reaction = _reaction(asked)
    if reaction in message.reactions:
        raise SlackRefuses("already_reacted")
    message.reactions.append(reaction)
    asked.world.changed()
    return {}


@method("reactions.remove")
def _remove_reaction(asked: Asked) -> Json:
    asked.need("channel", "timestamp", "name")
    message, reaction = _reaction(asked)
    if reaction not in message.reactions:
        raise SlackRefuses("no_reaction")
    message.reactions.remove(reaction)
    asked.world.changed()
    return {}


def _reaction(asked: Asked) -> tuple[Message, tuple[str, str]]:
    channel = asked.channel()
    message = asked.world.existing(asked.grant.team, channel.id, str(asked.args["timestamp"]))
    name = str(asked.args["name"]).strip(":")
    if not name.replace("_", "").replace("-", "").replace("+", "").isalnum():
        raise SlackRefuses("invalid_name")
    return message, (name, asked.grant.user)
