"""Finds agents: in modules, and in procedures' files and folders; says where an author erred."""

import importlib
import re
import sys
import sysconfig
import traceback
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from agents.kit import Agent, Recipe, everyone
from agents.kit import __file__ as kit_file
from agents.kit.procedures import (
    ProcedureScript,
    Surroundings,
    procedure_agent,
    read_procedure,
    toolbox,
)
from agents.kit.values.errors import KitError
from bot.settings import Settings

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


ENDINGS = {".yaml", ".yml", ".json"}
LARGEST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Loaded:
    """The agents with those made of procedures, and what is wrong with the files."""

    agents: tuple[Agent, ...]
    problems: tuple[str, ...]


def with_procedures(agents: Sequence[Agent], settings: Settings) -> Loaded:
    """Add what FRONTDESK_PROCEDURES names; a file replaces a procedure of the same name."""
    tools = toolbox(agent for agent in agents if agent.script is None and agent.run is None)
    made: list[Agent] = []
    problems: list[str] = []
    for path in _once(_files(settings.procedures, problems)):
        around = Surroundings(
            name=path.stem,
            tools=tools,
            read=_Beside(path.parent).read,
            history=settings.max_chat_history,
        )
        found = _read(path, around)
        problems += [f"{path}: {problem}" for problem in found.problems]
        made += found.agents
    replaced = {agent.name for agent in made}
    kept = [agent for agent in agents if not (_is_procedure(agent) and agent.name in replaced)]
    return Loaded((*kept, *made), tuple(problems))


def _is_procedure(agent: Agent) -> bool:
    return isinstance(agent.script, ProcedureScript)


def _read(path: Path, around: Surroundings) -> Loaded:
    try:
        reading = read_procedure(_text_of(path), around)
    except (OSError, ValueError) as error:
        return Loaded((), (f"it cannot be read ({error}).",))
    if reading.procedure is None:
        return Loaded((), reading.problems)
    return Loaded((procedure_agent(reading.procedure),), ())


def _files(places: Sequence[str], problems: list[str]) -> Iterator[Path]:
    """Find the files that are meant: those named, and those of the folders named."""
    for place in places:
        path = Path(place)
        if path.is_dir():
            yield from sorted(entry for entry in path.iterdir() if entry.suffix in ENDINGS)
        elif path.is_file():
            yield path
        else:
            problems.append(f"FRONTDESK_PROCEDURES: there is no file or folder {place}.")


def _once(paths: Iterable[Path]) -> list[Path]:
    """Each file once, where it was named last."""
    found: dict[Path, Path] = {}
    for path in paths:
        found.pop(path.resolve(), None)
        found[path.resolve()] = path
    return list(found.values())


@dataclass(frozen=True, slots=True)
class _Beside:
    """Reads files in one folder, or below it."""

    folder: Path

    def read(self, name: str) -> str:
        """Read a file, named from here or, as files from elsewhere do it, from further up.

        Raises:
            OSError: it is not there, or not below the folder.
        """
        folder = self.folder.resolve()
        if not (folder / name).resolve().is_relative_to(folder):
            message = f"{name} is not in the procedure's folder"
            raise OSError(message)
        parts = Path(name).parts
        places = (folder.joinpath(*parts[skipped:]).resolve() for skipped in range(len(parts)))
        for path in places:
            if path.is_file() and path.is_relative_to(folder):
                return _text_of(path)
        message = f"there is no file {name} beside the procedure"
        raise OSError(message)


def _text_of(path: Path) -> str:
    if path.stat().st_size > LARGEST_BYTES:
        message = f"{path.name} is larger than {LARGEST_BYTES:,} bytes"
        raise OSError(message)
    return path.read_text(encoding="utf-8")
