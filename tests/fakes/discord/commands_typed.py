"""Turns a slash command as somebody typed it into what the bot is told."""

from dataclasses import dataclass
from typing import Any

from tests.fakes.discord.errors import NotPossible
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel, Json
from tests.fakes.discord.world import World

SLASH, SUBCOMMAND, GROUP = 1, 1, 2
PLAIN: dict[int, tuple[type, ...]] = {3: (str,), 4: (int,), 5: (bool,), 10: (int, float)}
"""What the options take that name nobody and nothing."""


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed."""

    channel: Channel
    words: list[str]
    options: dict[str, Any]
    is_typing: bool = False
    """Whether the last option is still being typed."""


def find_command(world: World, typed: Typed, granted: Can) -> Json:
    """The registered command, if it is offered here to somebody with these permissions."""
    guild_id = typed.channel.guild_id
    here = [*world.commands.get(guild_id, {}).values(), *world.commands.get(None, {}).values()]
    named = [row for row in here if (row["type"], row["name"]) == (SLASH, typed.words[0])]
    if not named:
        raise NotPossible(f"There is no command /{typed.words[0]} here.")
    command = named[0]
    needed = command.get("default_member_permissions")
    if guild_id is None and not _works_alone(command):
        raise NotPossible(f"/{typed.words[0]} is not offered in direct messages.")
    if guild_id is not None and needed is not None and int(granted) & int(needed) != int(needed):
        raise NotPossible(f"/{typed.words[0]} is not offered to everybody.")
    return command


def _works_alone(command: Json) -> bool:
    contexts = command.get("contexts")
    return bool(command.get("dm_permission", True)) if contexts is None else 1 in contexts


def read_options(world: World, command: Json, typed: Typed) -> tuple[Json, list[Any]]:
    """What the bot is told of a command, and the rows its options name."""
    told: Json = {name: command[name] for name in ("id", "name", "type")}
    if "guild_id" in command:
        told["guild_id"] = command["guild_id"]
    node, inner = command, told
    for word in typed.words[1:]:
        node = _named(node, word)
        below: Json = {"name": word, "type": node["type"]}
        inner["options"] = [below]
        inner = below
    parts = node.get("options") or []
    if any(one["type"] in (SUBCOMMAND, GROUP) for one in parts):
        raise NotPossible(f"/{' '.join(typed.words)} needs one more word.")
    inner["options"], rows = _filled(parts, typed)
    return told, rows


def _named(node: Json, word: str) -> Json:
    for option in node.get("options") or []:
        if option["name"] == word and option["type"] in (SUBCOMMAND, GROUP):
            return dict(option)
    raise NotPossible(f"There is no {word!r} under {node['name']!r}.")


def _filled(parts: list[Json], typed: Typed) -> tuple[list[Json], list[Any]]:
    left, sent, rows = dict(typed.options), list[Json](), list[Any]()
    focused = list(typed.options)[-1] if typed.is_typing and typed.options else None
    for part in parts:
        if part["name"] not in left:
            if part.get("required") and not typed.is_typing:
                raise NotPossible(f"Discord asks for {part['name']!r} first.")
            continue
        value = left.pop(part["name"])
        shape: Json = {"name": part["name"], "type": part["type"], "value": value}
        if part["name"] == focused:
            if not part.get("autocomplete"):
                raise NotPossible(f"{part['name']!r} offers nothing while one types.")
            shape["focused"] = True
        else:
            shape["value"] = _value(part, value, rows)
        sent.append(shape)
    if left:
        raise NotPossible(f"There is no option {', '.join(left)}.")
    return sent, rows


def _value(part: Json, value: Any, rows: list[Any]) -> Any:
    wanted = PLAIN.get(part["type"])
    if wanted is not None:
        if not isinstance(value, wanted):
            raise NotPossible(f"{part['name']!r} takes no {type(value).__name__}.")
        return _choice(part, value)
    rows.append(value)
    return str(value.id)


def _choice(part: Json, value: Any) -> Any:
    choices = part.get("choices") or []
    found = [one["value"] for one in choices if value in (one["name"], one["value"])]
    if choices and not found:
        raise NotPossible(f"{value!r} is not among the choices of {part['name']!r}.")
    if isinstance(value, str) and len(value) > int(part.get("max_length") or 6000):
        raise NotPossible(f"Discord lets nobody type so much into {part['name']!r}.")
    return found[0] if found else value
