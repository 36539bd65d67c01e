"""Loads procedures from files and folders; each becomes an agent people can ask for."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from agents.kit import Agent
from agents.kit.procedures import (
    ProcedureScript,
    Surroundings,
    procedure_agent,
    read_procedure,
    toolbox,
)
from bot.settings import Settings

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
