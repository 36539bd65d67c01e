"""Webhooks of channels: make, read, change, delete, and speak through them."""

import re
from collections.abc import Iterator

from tests.fakes.discord import errors, limits
from tests.fakes.discord.components import length
from tests.fakes.discord.errors import Problem, refuse
from tests.fakes.discord.message_shape import message_json
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.posting import Voice, change, make, remove
from tests.fakes.discord.registry import Answer, Asked, check, route
from tests.fakes.discord.routes import answers
from tests.fakes.discord.rows import Channel, Interaction, Json, Message, Webhook
from tests.fakes.discord.shapes import webhook_json
from tests.fakes.discord.world import Happening, World

HOOK = "/webhooks/{webhook}"
SECRET = HOOK + "/{token}"
SAID = SECRET + "/messages/{message}"
FORBIDDEN_NAME = re.compile("clyde|discord", re.IGNORECASE)


@route("POST /channels/{channel}/webhooks")
def _make(asked: Asked) -> Answer:
    world, channel = asked.world, asked.channel()
    world.need(channel, Can.MANAGE_WEBHOOKS)
    check(_name_problems(asked.body, "name", least=1))
    if sum(row.channel is channel for row in world.webhooks.values()) >= limits.WEBHOOKS:
        raise refuse(errors.TOO_MANY_WEBHOOKS)
    hook_id = world.new_id()
    bot = world.app.bot
    hook = Webhook(
        hook_id, f"hook-token-{hook_id}", channel, str(asked.body["name"]), world.app.id, bot
    )
    world.webhooks[hook_id] = hook
    _tell(world, channel)
    return webhook_json(hook)


def _name_problems(body: Json, name: str, least: int) -> Iterator[Problem]:
    yield from length(body, name, "", least, limits.WEBHOOK_NAME)
    if FORBIDDEN_NAME.search(str(body.get(name) or "")):
        text = 'Username cannot contain "clyde" or "discord"'
        yield Problem(name, "USERNAME_INVALID_CONTAINS", text)


def _tell(world: World, channel: Channel) -> None:
    body = {"guild_id": str(channel.guild_id), "channel_id": str(channel.id)}
    world.tell(Happening("WEBHOOKS_UPDATE", body, channel.guild_id))


@route("GET /channels/{channel}/webhooks")
def _of_channel(asked: Asked) -> Answer:
    channel = asked.channel()
    asked.world.need(channel, Can.MANAGE_WEBHOOKS)
    return [_known(asked, row) for row in asked.world.webhooks.values() if row.channel is channel]


@route("GET /guilds/{guild}/webhooks")
def _of_guild(asked: Asked) -> Answer:
    rows = asked.world.webhooks.values()
    return [_known(asked, row) for row in rows if row.channel.guild_id == asked.id("guild")]


@route(f"GET {HOOK}")
def _one(asked: Asked) -> Answer:
    return _known(asked, _managed(asked))


@route(f"GET {SECRET}", is_open=True)
def _one_by_token(asked: Asked) -> Answer:
    shape = webhook_json(_by_token(asked))
    shape.pop("user")
    return shape


def _known(asked: Asked, hook: Webhook) -> Json:
    """Its token is for the application that made it."""
    return webhook_json(hook, is_secret=hook.application_id != asked.world.app.id)


@route(f"PATCH {HOOK}")
def _change(asked: Asked) -> Answer:
    hook = _managed(asked)
    check(_name_problems(asked.body, "name", least=0))
    hook.name = str(asked.body.get("name", hook.name))
    if asked.body.get("channel_id"):
        hook.channel = asked.world.channel(int(asked.body["channel_id"]))
    _tell(asked.world, hook.channel)
    return _known(asked, hook)


@route(f"PATCH {SECRET}", is_open=True)
def _change_by_token(asked: Asked) -> Answer:
    hook = _by_token(asked)
    check(_name_problems(asked.body, "name", least=0))
    hook.name = str(asked.body.get("name", hook.name))
    _tell(asked.world, hook.channel)
    return webhook_json(hook)


@route(f"DELETE {HOOK}")
def _delete(asked: Asked) -> Answer:
    _forget(asked.world, _managed(asked))
    return None


@route(f"DELETE {SECRET}", is_open=True)
def _delete_by_token(asked: Asked) -> Answer:
    _forget(asked.world, _by_token(asked))
    return None


def _forget(world: World, hook: Webhook) -> None:
    del world.webhooks[hook.id]
    _tell(world, hook.channel)


def _managed(asked: Asked) -> Webhook:
    hook = asked.world.webhooks.get(asked.id("webhook"))
    if hook is None:
        raise refuse(errors.UNKNOWN_WEBHOOK)
    asked.world.need(hook.channel, Can.MANAGE_WEBHOOKS)
    return hook


def _by_token(asked: Asked) -> Webhook:
    hook = asked.world.webhooks.get(asked.id("webhook"))
    if hook is None:
        raise refuse(errors.UNKNOWN_WEBHOOK)
    if hook.token != asked.call.path["token"]:
        raise refuse(errors.INVALID_WEBHOOK_TOKEN)
    return hook


@route(f"POST {SECRET}", is_open=True)
def _execute(asked: Asked) -> Answer:
    interaction = answers.by_webhook(asked)
    if interaction is not None:
        return message_json(asked.world, answers.follow_up(asked, interaction))
    hook, body = _by_token(asked), asked.body
    check(_name_problems(body, "username", least=0))
    voice = Voice(
        hook.id, body.get("username") or hook.name, body.get("avatar_url"), is_quiet=True
    )
    message = make(asked, _destination(asked, hook), body, voice)
    return message_json(asked.world, message) if asked.call.query.get("wait") else None


def _destination(asked: Asked, hook: Webhook) -> Channel:
    thread_id = asked.call.query.get("thread_id")
    if thread_id is None:
        return hook.channel
    thread = asked.world.channels.get(int(thread_id))
    if thread is None or thread.parent_id != hook.channel.id:
        raise refuse(errors.UNKNOWN_CHANNEL)
    if thread.is_locked:
        raise refuse(errors.THREAD_LOCKED)
    return thread


@route(f"GET {SAID}", is_open=True)
def _read_said(asked: Asked) -> Answer:
    return message_json(asked.world, _said(asked))


@route(f"PATCH {SAID}", is_open=True)
def _change_said(asked: Asked) -> Answer:
    message = change(asked, _said(asked), asked.body)
    return message_json(asked.world, message)


@route(f"DELETE {SAID}", is_open=True)
def _delete_said(asked: Asked) -> Answer:
    remove(asked.world, _said(asked))
    return None


def _said(asked: Asked) -> Message:
    """A message of the webhook or interaction whose token is in the path."""
    interaction: Interaction | None = answers.by_webhook(asked)
    if interaction is not None:
        return answers.said(asked, interaction)
    hook = _by_token(asked)
    found = asked.world.posted.get(_destination(asked, hook).id, {}).get(asked.id("message"))
    if found is None or found.is_deleted or found.webhook_id != hook.id:
        raise refuse(errors.UNKNOWN_MESSAGE)
    return found
