"""The envelopes and payloads Slack sends, field by field as recorded ones have them."""

from typing import Any

from tests.fakes.slack.people import Channel, User
from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Message, View
from tests.fakes.slack.shapes import message_json
from tests.fakes.slack.world import World


def event_callback(world: World, team: str, event: Json, channel: Channel | None = None) -> Json:
    """Wrap an event as the Events API does."""
    bot = world.directory.teams[team].bot_user_id
    authorization = {
        "enterprise_id": world.directory.teams[team].organisation,
        "team_id": team,
        "user_id": bot,
        "is_bot": True,
        "is_enterprise_install": False,
    }
    place = channel.id if channel is not None else "none"
    return {
        "token": world.app.verification_token,
        "team_id": team,
        "context_team_id": team,
        "context_enterprise_id": None,
        "api_app_id": world.app.id,
        "event": event,
        "type": "event_callback",
        "event_id": world.new_id("Ev"),
        "event_time": int(world.clock.now()),
        "authorizations": [authorization],
        "is_ext_shared_channel": channel is not None and channel.is_ext_shared,
        "event_context": f"4-{event['type']}-{team}-{place}",
    }


def message_event(world: World, message: Message, channel: Channel) -> Json:
    """A new message in a conversation."""
    shape = message_json(world, message)
    shape |= _partner(world, message, channel)
    place = {"channel": channel.id, "channel_type": channel.type, "event_ts": message.ts}
    return shape | place


def _partner(world: World, message: Message, channel: Channel) -> Json:
    """Whose member its author is, where several share a channel: maybe an organisation's."""
    user = world.directory.users.get((message.team, message.user or ""))
    organisation = world.directory.teams[message.team].organisation
    is_at_home = user is None or user.home_team == user.team
    if user is None or (is_at_home and not (organisation and channel.is_ext_shared)):
        return {}
    home = organisation if is_at_home else user.home_team
    return {"team": home, "user_team": home, "source_team": home}


def mention_event(world: World, message: Message, channel: Channel) -> Json:
    """The second event Slack sends for a message that names the bot."""
    event = message_event(world, message, channel) | {"type": "app_mention"}
    del event["channel_type"]
    event.pop("subtype", None)
    return event


def changed_event(world: World, message: Message, previous: Json, channel: Channel) -> Json:
    """A message is now different."""
    ts = world.new_ts()
    return {
        "type": "message",
        "subtype": "message_changed",
        "message": message_json(world, message),
        "previous_message": previous,
        "channel": channel.id,
        "hidden": True,
        "ts": ts,
        "event_ts": ts,
        "channel_type": channel.type,
    }


def deleted_event(world: World, message: Message, previous: Json, channel: Channel) -> Json:
    """A message is gone."""
    ts = world.new_ts()
    return {
        "type": "message",
        "subtype": "message_deleted",
        "previous_message": previous,
        "channel": channel.id,
        "hidden": True,
        "deleted_ts": message.ts,
        "ts": ts,
        "event_ts": ts,
        "channel_type": channel.type,
    }


def person(user: User) -> Json:
    """The user of an interaction."""
    return {"id": user.id, "username": user.name, "name": user.name, "team_id": user.home_team}


def interaction(world: World, kind: str, user: User, trigger_id: str | None) -> Json:
    """What every interaction has."""
    team = world.directory.teams[user.team]
    payload: Json = {
        "type": kind,
        "user": person(user),
        "api_app_id": world.app.id,
        "token": world.app.verification_token,
        "team": {"id": team.id, "domain": team.domain},
        "enterprise": None,
        "is_enterprise_install": False,
    }
    return payload if trigger_id is None else payload | {"trigger_id": trigger_id}


def message_press(message: Message, channel: Channel, shape: Json, *, is_stub: bool) -> Json:
    """Where a press on a message happened; an ephemeral one carries no message."""
    is_ephemeral = message.only_for is not None
    container = {
        "type": "message",
        "message_ts": message.ts,
        "channel_id": message.channel,
        "is_ephemeral": is_ephemeral,
    }
    if message.thread_ts is not None:
        container["thread_ts"] = message.thread_ts
    where: Json = {
        "container": container,
        "channel": {"id": channel.id, "name": channel.name},
        "state": {"values": {}},
    }
    if is_ephemeral:
        return where
    stub = {"type": "message", "ts": message.ts}
    return where | {"message": stub if is_stub else shape}


def view_press(view: View, state: Json) -> Json:
    """Where a press in a modal or Home happened."""
    shape = view.as_json() | {"state": {"values": state}}
    return {"container": {"type": "view", "view_id": view.id}, "view": shape}


def action(control: Json, ts: str, **chosen: Any) -> Json:
    """One pressed control, as `actions` holds it."""
    pressed = {
        "type": control["type"],
        "action_id": control.get("action_id", ""),
        "block_id": control.get("block_id") or "auto",
        "action_ts": ts,
    }
    for name in ("text", "value", "style", "url"):
        if name in control:
            pressed[name] = control[name]
    return pressed | chosen


def submission(world: World, user: User, view: View, state: Json, trigger_id: str) -> Json:
    """A modal sent off."""
    payload = interaction(world, "view_submission", user, trigger_id)
    shape = view.as_json() | {"state": {"values": state}, "app_installed_team_id": view.team}
    home = {"id": user.home_team, "domain": user.home_team.lower()}
    return payload | {"team": home, "view": shape, "response_urls": []}


def closing(world: World, user: User, view: View, *, is_cleared: bool) -> Json:
    """A modal dismissed."""
    payload = interaction(world, "view_closed", user, None)
    return payload | {"view": view.as_json(), "is_cleared": is_cleared}


def slash_command(
    world: World, user: User, channel: Channel, words: tuple[str, str], hook: str
) -> Json:
    """A slash command as a form; `words` are the command and its text."""
    team = world.directory.teams[user.team]
    return {
        "token": world.app.verification_token,
        "team_id": team.id,
        "team_domain": team.domain,
        "channel_id": channel.id,
        "channel_name": channel.name,
        "user_id": user.id,
        "user_name": user.name,
        "command": words[0],
        "text": words[1],
        "api_app_id": world.app.id,
        "is_enterprise_install": "false",
        "response_url": hook,
        "trigger_id": world.new_trigger(user.id, user.team),
    }
