"""Application commands: list, make, change, delete, and overwrite them all at once."""

from tests.fakes.discord import errors, limits
from tests.fakes.discord.commandkit import command_problems, counted
from tests.fakes.discord.errors import refuse
from tests.fakes.discord.registry import Answer, Asked, check, route
from tests.fakes.discord.rows import Json

DAY_SECONDS = 24 * 3600
EVERYWHERE = "/applications/{application}/commands"
HERE = "/applications/{application}/guilds/{guild}/commands"
DEFAULTS: Json = {
    "type": 1,
    "description": "",
    "options": [],
    "default_member_permissions": None,
    "dm_permission": True,
    "nsfw": False,
}


def _both(verb: str, tail: str = "") -> tuple[str, str]:
    return f"{verb} {EVERYWHERE}{tail}", f"{verb} {HERE}{tail}"


def _list(asked: Asked) -> Answer:
    return list(_mine(asked).values())


def _overwrite(asked: Asked) -> Answer:
    wanted = asked.body["list"]
    for number, one in enumerate(wanted):
        check(command_problems(one, f"{number}"))
    check(counted(wanted))
    old = {(row["type"], row["name"]): row for row in _mine(asked).values()}
    rows = [_kept(asked, one, old.get((one.get("type", 1), one["name"]))) for one in wanted]
    asked.world.commands[_guild_id(asked)] = {int(row["id"]): row for row in rows}
    return rows


def _kept(asked: Asked, wanted: Json, old: Json | None) -> Json:
    if old is None:
        return _made(asked, wanted)
    fields = {name: old[name] for name in ("id", "application_id", "version")}
    new = DEFAULTS | wanted | fields
    if new != old:
        new["version"] = str(asked.world.new_id())
    return new


def _made(asked: Asked, wanted: Json) -> Json:
    world, guild_id = asked.world, _guild_id(asked)
    since = world.clock.now() - DAY_SECONDS
    today = sum(one == guild_id and at > since for one, at in world.commands_made)
    if today >= limits.COMMANDS_A_DAY:
        raise refuse(errors.TOO_MANY_COMMANDS_A_DAY)
    world.commands_made.append((guild_id, world.clock.now()))
    row = DEFAULTS | wanted | {"id": str(world.new_id()), "application_id": str(world.app.id)}
    row["version"] = row["id"]
    if guild_id is not None:
        row["guild_id"] = str(guild_id)
    return row


def _make(asked: Asked) -> Answer:
    check(command_problems(asked.body, ""))
    mine = _mine(asked)
    key = (asked.body.get("type", 1), asked.body["name"])
    old = next((row for row in mine.values() if (row["type"], row["name"]) == key), None)
    row = _kept(asked, asked.body, old)
    check(counted([*(one for one in mine.values() if one is not old), row]))
    mine[int(row["id"])] = row
    return row


def _read(asked: Asked) -> Answer:
    return _one(asked)


def _change(asked: Asked) -> Answer:
    row = _one(asked)
    new = row | asked.body
    check(command_problems(new, ""))
    _mine(asked)[int(row["id"])] = new | {"version": str(asked.world.new_id())}
    return _one(asked)


def _delete(asked: Asked) -> Answer:
    del _mine(asked)[int(_one(asked)["id"])]
    return None


def _one(asked: Asked) -> Json:
    found = _mine(asked).get(asked.id("command"))
    if found is None:
        raise refuse(errors.UNKNOWN_COMMAND)
    return found


def _mine(asked: Asked) -> dict[int, Json]:
    if asked.id("application") != asked.world.app.id:
        raise refuse(errors.MISSING_ACCESS)
    return asked.world.commands.setdefault(_guild_id(asked), {})


def _guild_id(asked: Asked) -> int | None:
    return asked.guild().id if "guild" in asked.call.path else None


for _name in _both("GET"):
    route(_name)(_list)
for _name in _both("PUT"):
    route(_name)(_overwrite)
for _name in _both("POST"):
    route(_name, status=201)(_make)
for _name in _both("GET", "/{command}"):
    route(_name)(_read)
for _name in _both("PATCH", "/{command}"):
    route(_name)(_change)
for _name in _both("DELETE", "/{command}"):
    route(_name)(_delete)
