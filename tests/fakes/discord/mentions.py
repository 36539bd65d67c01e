"""Who is called by a message: what its text names, cut down to what was allowed."""

import re

from tests.fakes.discord.links import outside_code
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel, Flag, Guild, Json, Pinged, User, texts
from tests.fakes.discord.world import World

USER = re.compile(r"<@!?(\d+)>")
ROLE = re.compile(r"<@&(\d+)>")
EVERYONE = re.compile(r"@(?:everyone|here)\b")
ALL_KINDS = ["users", "roles", "everyone"]


def pinged(world: World, channel: Channel, author: User, body: Json, *, quiet: bool) -> Pinged:
    """Say who a new message calls.

    Args:
        world: the world it is said in.
        channel: where it is said.
        author: who says it; somebody who may mention everyone also reaches every role.
        body: the message as it was sent.
        quiet: whether only people are called when the body does not say, as with webhooks
            and answers to interactions.
    """
    if int(body.get("flags") or 0) & Flag.EPHEMERAL:
        return Pinged()
    text = outside_code("\n".join(_words(body)))
    allowed = body.get("allowed_mentions")
    if allowed is None:
        allowed = {"parse": ["users"] if quiet else ALL_KINDS}
    guild = None if channel.guild_id is None else world.guilds[channel.guild_id]
    is_loud = bool(world.permissions(author, channel) & Can.MENTION_EVERYONE)
    return Pinged(
        _users(world, text, allowed) | _replied_to(world, channel, body, allowed),
        _roles(guild, text, allowed, is_loud=is_loud),
        is_loud and "everyone" in (allowed.get("parse") or []) and bool(EVERYONE.search(text)),
    )


def _words(body: Json) -> list[str]:
    shown = (str(one.get("content", "")) for one in texts(body.get("components") or []))
    return [str(body.get("content") or ""), *shown]


def _named(pattern: re.Pattern[str], text: str, allowed: Json, kind: str) -> set[int]:
    named = {int(one) for one in pattern.findall(text)}
    if kind in (allowed.get("parse") or []):
        return named
    return named & {int(one) for one in allowed.get(kind) or []}


def _users(world: World, text: str, allowed: Json) -> frozenset[int]:
    return frozenset(one for one in _named(USER, text, allowed, "users") if one in world.users)


def _replied_to(world: World, channel: Channel, body: Json, allowed: Json) -> frozenset[int]:
    reference = body.get("message_reference") or {}
    is_called = allowed.get("replied_user", "allowed_mentions" not in body)
    found = world.posted.get(channel.id, {}).get(int(reference.get("message_id") or 0))
    return frozenset({found.author.id} if found is not None and is_called else ())


def _roles(guild: Guild | None, text: str, allowed: Json, *, is_loud: bool) -> frozenset[int]:
    if guild is None:
        return frozenset()
    named = _named(ROLE, text, allowed, "roles")
    rows = (guild.roles[one] for one in named if one in guild.roles)
    return frozenset(row.id for row in rows if is_loud or row.is_mentionable)
