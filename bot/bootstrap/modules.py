"""Finds agents in modules, and says in which line of its author's one fails to be imported."""

import importlib
import re
import sys
import sysconfig
import traceback
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from agents.kit import Agent, Recipe
from agents.kit import __file__ as kit_file
from agents.kit.values.errors import KitError
from bot.bootstrap.places import shown_path

MOST_NAMES = 8

_NO_MODULE = re.compile(r"[/\\;\s]|\.py$")

# What an author cannot mend: the machinery of imports, Python itself, packages, the kit.
_FOREIGN = (
    Path(__file__).parent,
    Path(kit_file).parent,
    *(Path(sysconfig.get_path(name)) for name in ("stdlib", "platstdlib", "purelib", "platlib")),
)


def agents_of(source: str) -> tuple[Agent, ...]:
    """Find the agents in `module` or `module:name`.

    Raises:
        KitError: there are none.
        Exception, SystemExit: whatever the module does when it is imported.
    """
    _refuse_no_module(source)
    if str(Path.cwd()) not in sys.path:
        sys.path.append(str(Path.cwd()))  # a folder of one's own beside the bot
    module_name, _, name = source.partition(":")
    holds: Mapping[str, Any] = vars(importlib.import_module(module_name))
    if name:
        found = _agents(_named(holds, name), source)
    elif "AGENTS" in holds:
        found = _agents(holds["AGENTS"], f"{source}:AGENTS")
    else:
        found = _speakers(holds.values())
    if not found:
        message = "it holds no Agent; name the module that makes one, as agents.weather.agent"
        raise KitError(message)
    return found


def why_not(source: str, error: BaseException) -> str:
    """Say that a source cannot be loaded, where, and why."""
    reason = " ".join(str(error.msg if isinstance(error, SyntaxError) else error).split())
    if isinstance(error, SystemExit):
        reason = "it leaves the program when it is imported"
    place = _place_of(error, source.partition(":")[0].partition(".")[0])
    return f"{source} cannot be loaded ({place}{type(error).__name__}: {reason})."


def _refuse_no_module(source: str) -> None:
    """Refuse a file, and several that are not told apart, with how to name them.

    Raises:
        KitError: it is no module.
    """
    if not _NO_MODULE.search(source):
        return
    paths = (part.removesuffix(".py").strip("./\\") for part in re.split(r"[;\s]+", source))
    modules = ",".join(re.sub(r"[/\\]+", ".", path) for path in paths if path)
    message = f"FRONTDESK_AGENTS names modules of Python, such as {modules}"
    raise KitError(message)


def _named(holds: Mapping[str, Any], name: str) -> Any:
    if name in holds:
        return holds[name]
    known = [key for key, value in holds.items() if isinstance(value, Agent)]
    instead = f"its agents are {', '.join(known[:MOST_NAMES])}" if known else "it holds no Agent"
    message = f"it holds nothing called {name}; {instead}"
    raise KitError(message)


def _agents(value: Any, where: str) -> tuple[Agent, ...]:
    """One agent, or a list of nothing else."""
    several = (value,) if isinstance(value, Agent | Recipe) else value
    if not isinstance(several, Iterable) or isinstance(several, str):
        message = f"{where} is {type(value).__name__}, neither an Agent nor a list of them"
        raise KitError(message)
    agents = tuple(_itself(one) for one in several)
    for agent in agents:
        if not isinstance(agent, Agent):
            message = f"{where} lists {type(agent).__name__}, which is no Agent"
            raise KitError(message)
    return agents


def _speakers(values: Iterable[Any]) -> tuple[Agent, ...]:
    """Find the agents people can be sent to: not those that only another one's script plays."""
    found = map(_itself, values)
    agents = tuple(value for value in found if isinstance(value, Agent))
    played = {id(actor) for agent in agents for actor in agent.inner}
    return tuple(agent for agent in agents if id(agent) not in played)


def _itself(value: Any) -> Any:
    """A recipe as the agent that it is."""
    return value.agent if isinstance(value, Recipe) else value


def _place_of(error: BaseException, package: str) -> str:
    """Where it happened in code that the author wrote, if anywhere: `file:line: `.

    That is beside the bot, or in their package where it is installed.
    """
    places = [*_frames(error)]
    if isinstance(error, SyntaxError) and error.filename:
        places.append((error.filename, error.lineno or 1))
    own = [place for place in places if _is_of_author(place[0], package)]
    if not own:
        return ""
    file, line = own[-1]
    return f"{shown_path(Path(file))}:{line}: "


def _frames(error: BaseException) -> Iterator[tuple[str, int]]:
    for frame in traceback.extract_tb(error.__traceback__):
        yield frame.filename, frame.lineno or 1


def _is_of_author(file: str, package: str) -> bool:
    path = Path(file)
    if file.startswith("<") or any(path.is_relative_to(folder) for folder in _FOREIGN[:2]):
        return False
    return package in path.parts or not any(path.is_relative_to(folder) for folder in _FOREIGN)
