"""Who the bot is, where the gateway is, and who else is there: users, guilds, members, roles."""

from tests.fakes.discord import errors
from tests.fakes.discord.errors import refuse
from tests.fakes.discord.registry import Answer, Asked, route
from tests.fakes.discord.rows import Json
from tests.fakes.discord.shapes import (
    channel_json,
    full_member,
    guild_json,
    role_json,
    user_json,
)
from tests.fakes.discord.world import World

IDENTIFIES_A_DAY = 1000
PRESENCE_LIMITED, MEMBERS_LIMITED, CONTENT_LIMITED = 1 << 13, 1 << 15, 1 << 19


@route("GET /users/@me")
def _me(asked: Asked) -> Answer:
    return user_json(asked.world.app.bot) | {"verified": True, "mfa_enabled": True, "email": None}


@route("GET /users/{user}")
def _user(asked: Asked) -> Answer:
    found = asked.world.users.get(asked.id("user"))
    if found is None:
        raise refuse(errors.UNKNOWN_USER)
    return user_json(found)


@route("GET /oauth2/applications/@me")
def _old_application(asked: Asked) -> Answer:
    return application_json(asked.world)


@route("GET /applications/@me")
def _application(asked: Asked) -> Answer:
    return application_json(asked.world)


@route("PATCH /applications/@me")
def _change_application(asked: Asked) -> Answer:
    asked.world.app.endpoint_url = asked.body.get("interactions_endpoint_url") or None
    return application_json(asked.world)


def application_json(world: World) -> Json:
    """The bot's application."""
    app = world.app
    return {
        "id": str(app.id),
        "name": app.bot.name,
        "icon": None,
        "description": "",
        "bot_public": False,
        "bot_require_code_grant": False,
        "owner": user_json(app.bot),
        "team": None,
        "verify_key": app.public_key,
        "flags": application_flags(world),
        "interactions_endpoint_url": app.endpoint_url,
        "approximate_guild_count": len(world.guilds),
    }


def application_flags(world: World) -> int:
    """Which privileged intents the portal shows as switched on."""
    app = world.app
    flags = CONTENT_LIMITED if app.allows_content else 0
    flags |= MEMBERS_LIMITED if app.allows_members else 0
    return flags | (PRESENCE_LIMITED if app.allows_presences else 0)


@route("GET /gateway/bot")
def _gateway(asked: Asked) -> Answer:
    return {
        "url": asked.world.base_url.replace("http://", "ws://") + "/gateway",
        "shards": asked.world.shards,
        "session_start_limit": {
            "total": IDENTIFIES_A_DAY,
            "remaining": IDENTIFIES_A_DAY,
            "reset_after": 0,
            "max_concurrency": asked.world.max_concurrency,
        },
    }


@route("GET /users/@me/guilds")
def _my_guilds(asked: Asked) -> Answer:
    bot_id = asked.world.app.bot.id
    return [
        {"id": str(row.id), "name": row.name, "icon": None, "owner": False, "features": []}
        for row in asked.world.guilds.values()
        if bot_id in row.members
    ]


@route("DELETE /users/@me/guilds/{guild}")
def _leave(asked: Asked) -> Answer:
    del asked.guild().members[asked.world.app.bot.id]
    return None


@route("GET /guilds/{guild}")
def _guild(asked: Asked) -> Answer:
    return guild_json(asked.guild())


@route("GET /guilds/{guild}/channels")
def _channels(asked: Asked) -> Answer:
    guild = asked.guild()
    rows = [row for row in asked.world.channels.values() if row.guild_id == guild.id]
    return [channel_json(asked.world, row) for row in rows if not row.is_thread]


@route("GET /guilds/{guild}/members/{user}")
def _member(asked: Asked) -> Answer:
    return full_member(asked.world.member(asked.id("guild"), asked.id("user")))


@route("GET /guilds/{guild}/members")
def _members(asked: Asked) -> Answer:
    if not asked.world.app.allows_members:
        raise refuse(errors.MISSING_ACCESS)
    rows = sorted(asked.guild().members.items())
    after, limit = asked.number("after", 0), asked.number("limit", 1)
    return [full_member(row) for user_id, row in rows if user_id > after][:limit]


@route("GET /guilds/{guild}/roles")
def _roles(asked: Asked) -> Answer:
    return [role_json(row) for row in asked.guild().roles.values()]


@route("GET /guilds/{guild}/roles/{role}")
def _role(asked: Asked) -> Answer:
    found = asked.guild().roles.get(asked.id("role"))
    if found is None:
        raise refuse(errors.UNKNOWN_ROLE)
    return role_json(found)
