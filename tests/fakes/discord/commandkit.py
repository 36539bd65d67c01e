"""Checks application commands against Discord's limits."""

import re
from collections import Counter
from collections.abc import Iterator

from tests.fakes.discord import limits
from tests.fakes.discord.components import bad_length, length
from tests.fakes.discord.errors import Problem
from tests.fakes.discord.rows import Json

NAME = re.compile(r"[-_'\w]{1,32}")
SLASH, SUBCOMMAND, GROUP = 1, 1, 2


def command_problems(command: Json, path: str) -> Iterator[Problem]:
    """Say what is wrong with a command."""
    if int(command.get("type", SLASH)) == SLASH:
        yield from _named(command, path)
        yield from _options(command.get("options") or [], path)
    else:
        yield from length(command, "name", path, 1, limits.COMMAND_NAME)


def counted(commands: list[Json]) -> Iterator[Problem]:
    """Say whether there are too many commands, or two of one name."""
    kinds = Counter(int(one.get("type", SLASH)) for one in commands)
    for kind, count in kinds.items():
        if count > limits.COMMANDS[kind]:
            yield bad_length("commands", 0, limits.COMMANDS[kind])
    names = Counter((one.get("type", SLASH), one["name"]) for one in commands)
    if any(count > 1 for count in names.values()):
        text = "Application command names must be unique"
        yield Problem("commands", "APPLICATION_COMMANDS_DUPLICATE_NAME", text)


def _named(node: Json, path: str) -> Iterator[Problem]:
    yield from length(node, "name", path, 1, limits.COMMAND_NAME)
    yield from length(node, "description", path, 1, limits.COMMAND_DESCRIPTION)
    name = str(node.get("name") or "")
    if name and (not NAME.fullmatch(name) or name != name.lower()):
        text = "Command name is invalid"
        yield Problem(f"{path}/name".lstrip("/"), "APPLICATION_COMMAND_INVALID_NAME", text)


def _options(options: list[Json], path: str) -> Iterator[Problem]:
    place = f"{path}/options".lstrip("/")
    if len(options) > limits.COMMAND_OPTIONS:
        yield bad_length(place, 0, limits.COMMAND_OPTIONS)
    seen_optional = False
    for number, option in enumerate(options):
        here = f"{place}/{number}"
        yield from _named(option, here)
        yield from _choices(option, here)
        if option.get("type") in (SUBCOMMAND, GROUP):
            yield from _options(option.get("options") or [], here)
        elif option.get("required") and seen_optional:
            text = "Required options must be placed before non-required options"
            yield Problem(here, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", text)
        else:
            seen_optional = seen_optional or not option.get("required")


def _choices(option: Json, path: str) -> Iterator[Problem]:
    choices = option.get("choices") or []
    if len(choices) > limits.COMMAND_CHOICES:
        yield bad_length(f"{path}/choices", 0, limits.COMMAND_CHOICES)
    if choices and option.get("autocomplete"):
        text = "Autocomplete and choices exclude each other"
        yield Problem(path, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", text)
    for number, one in enumerate(choices):
        yield from length(one, "name", f"{path}/choices/{number}", 1, limits.CHOICE_TEXT)
