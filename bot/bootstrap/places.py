"""Finds the file and line in which each agent and tool was declared, for who has to mend it."""

import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

from agents.kit import Agent, Recipe, everyone

Places = Mapping[str, tuple[str, ...]]

_SUBJECTS = re.compile(r"([^:]+): ")


def places_of(agents: Iterable[Agent]) -> Places:
    """Say where agents, by their names, and their tools, as `agent.tool`, were declared."""
    places: defaultdict[str, list[str]] = defaultdict(list)
    holders = _holders()
    for agent in everyone(tuple(agents)):
        places[agent.name.lower()] += _of_agent(agent, holders.get(id(agent), ()))
        for tool in agent.tools:
            if code := getattr(tool.function, "__code__", None):
                place = f"{shown_path(Path(code.co_filename))}:{code.co_firstlineno}"
                places[f"{agent.name}.{tool.name}".lower()].append(place)
    return {name: tuple(dict.fromkeys(found)) for name, found in places.items()}


def with_place(finding: str, places: Places) -> str:
    """Add to what was found where those were declared whom it begins with."""
    subjects = _SUBJECTS.match(finding)
    names = subjects[1].lower().split(", ") if subjects else []
    found = dict.fromkeys(place for name in names for place in places.get(name, ()))
    return f"{finding} ({', '.join(found)})" if found else finding


def shown_path(path: Path) -> Path:
    """Write a path as short as it can be from here."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path


def _holders() -> Mapping[int, list[ModuleType]]:
    """Find the modules that hold an agent by a name of theirs."""
    holders: defaultdict[int, list[ModuleType]] = defaultdict(list)
    for module in tuple(sys.modules.values()):
        for value in tuple(getattr(module, "__dict__", {}).values()):
            agent = value.agent if isinstance(value, Recipe) else value
            if isinstance(agent, Agent):
                holders[id(agent)].append(module)
    return holders


def _of_agent(agent: Agent, holders: Iterable[ModuleType]) -> list[str]:
    """Every line that gives this name; where it is made up, the files that hold the agent."""
    files = [module.__file__ for module in holders if getattr(module, "__file__", None)]
    lines = [place for file in files if file for place in _lines(Path(file), agent.name)]
    return lines or [str(shown_path(Path(file))) for file in files if file]


def _lines(file: Path, name: str) -> Iterator[str]:
    named = re.compile(rf"\b(?:name\s*=|remote_agent\(|Recipe\()\s*[\"']{re.escape(name)}[\"']")
    for number, line in enumerate(_source(file), start=1):
        if named.search(line):
            yield f"{shown_path(file)}:{number}"


@cache
def _source(file: Path) -> tuple[str, ...]:
    try:
        return tuple(file.read_text(encoding="utf-8").splitlines())
    except (OSError, UnicodeError):  # no source beside what was compiled
        return ()
