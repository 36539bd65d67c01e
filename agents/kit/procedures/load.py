"""Reads a procedure from YAML: everything that is wrong with it, and all that is left out.

The keys are those of the project this form of procedure comes from, and a few of our own. What
cannot be done here is refused, with the key and what to write instead.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

import yaml
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from agents.kit.procedures.checks import doubts, faults
from agents.kit.procedures.components import Piece
from agents.kit.procedures.file_format import CastReader, refused, strangers, worded
from agents.kit.procedures.procedure import HISTORY, Procedure, Sheet, Toolbox

MOST_NODES = 200_000
DEEPEST = 50

_MERGE = "tag:yaml.org,2002:merge"


class WrittenWrong(ValueError):
    """A text is not YAML, or none that is worth reading; the words say where."""


def read_yaml(text: str) -> Any:
    """Read a text of YAML; JSON is YAML too.

    Raises:
        WrittenWrong: it is no YAML, writes a key twice, or stands for far too much.
    """
    with _in_words():
        loader = yaml.SafeLoader(text)
        return _constructed(loader, loader.get_single_node())


def read_documents(text: str) -> list[Any]:
    """Read all documents of a text, which “---” divides.

    Raises:
        WrittenWrong: one is no YAML, writes a key twice, or stands for far too much.
    """
    found = []
    with _in_words():
        loader = yaml.SafeLoader(text)
        while loader.check_node():
            found.append(_constructed(loader, loader.get_node()))
    return found


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except yaml.YAMLError as error:
        raise WrittenWrong(f"this is not YAML: {_at(error)}") from error
    except RecursionError:
        raise _too_deep() from None


def _constructed(loader: yaml.SafeLoader, node: yaml.Node | None) -> Any:
    if node is None:
        return None
    _MeasuredNodes().size(node)
    try:
        return loader.construct_document(node)
    except ValueError as error:  # a day or a number that there is not
        raise WrittenWrong(f"a value in it cannot be read: {error}") from error


@dataclass
class _MeasuredNodes:
    """What nodes stand for, each counted once; those being counted contain what comes now."""

    known: dict[int, int] = field(default_factory=dict)
    around: list[int] = field(default_factory=list)

    def size(self, node: yaml.Node) -> int:
        if id(node) in self.around:
            raise WrittenWrong(f"what begins in {_line(node)} contains itself")
        if id(node) not in self.known:
            self.around.append(id(node))
            self.known[id(node)] = self._counted(node)
            self.around.pop()
        return self.known[id(node)]

    def _counted(self, node: yaml.Node) -> int:
        if len(self.around) > DEEPEST:
            raise _too_deep()
        if isinstance(node, yaml.MappingNode):
            _refuse_repeats(node)
        size = 1 + sum(self.size(inner) for inner in _inside(node))
        if size > MOST_NODES:
            raise WrittenWrong(
                f"what begins in {_line(node)} stands for more than {MOST_NODES:,} values"
            )
        return size


def _inside(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        yield from node.value
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key
            yield value


def _refuse_repeats(node: yaml.MappingNode) -> None:
    """The last of two would hold, unseen."""
    seen: set[str] = set()
    for key, _value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.tag == _MERGE:
            continue
        if key.value in seen:
            raise WrittenWrong(f"the key {key.value} stands twice, again in {_line(key)}")
        seen.add(key.value)


def _too_deep() -> WrittenWrong:
    return WrittenWrong(f"it is nested more than {DEEPEST} deep")


def _line(node: yaml.Node) -> str:
    return f"line {node.start_mark.line + 1}"


def _at(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or "it cannot be read"
    return f"{what} in line {mark.line + 1}" if mark else str(what)


class ProcedureWrong(ValueError):
    """A procedure cannot be played; `problems` are all that was found."""

    def __init__(self, name: str, problems: tuple[str, ...]) -> None:
        lines = "\n".join(f"  - {problem}" for problem in problems)
        super().__init__(f"The procedure {name} cannot be used:\n{lines}")
        self.problems = problems


def no_files(path: str) -> str:
    """Read no files: what a procedure needs must stand in it."""
    raise OSError(f"{path} cannot be read here; write its pieces under `knowledge`")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a procedure's file may refer to.

    `name` is taken where the file has none, `read` gives the text of a file beside it and
    raises OSError, `history` holds where `MAX_CHAT_HISTORY` is not set.
    """

    name: str = "procedure"
    tools: Toolbox = field(default_factory=dict)
    read: Callable[[str], str] = no_files
    history: int = HISTORY


@dataclass(frozen=True, slots=True)
class Reading:
    """What came of reading: a procedure, unless there are problems; and warnings."""

    procedure: Procedure | None
    problems: tuple[str, ...] = ()
    warnings: tuple[str, ...] = ()


def read_procedure(text: str, surroundings: Surroundings | None = None) -> Reading:
    """Read a procedure; JSON is YAML too."""
    around = surroundings or Surroundings()
    try:
        raw = read_yaml(text)
    except WrittenWrong as error:
        return Reading(None, (f"{error}.",))
    if not isinstance(raw, Mapping):
        return Reading(None, ("this is no procedure: it has no keys such as `states`.",))
    problems = refused(raw)
    try:
        sheet = Sheet.model_validate(dict(raw))
    except ValidationError as error:
        return Reading(None, (*problems, *explained(error, raw)))
    return _put_together(sheet, around, problems)


def procedure_of(text: str, surroundings: Surroundings | None = None) -> Procedure:
    """Read a procedure that must be right.

    Raises:
        ProcedureWrong: with everything that is not.
    """
    reading = read_procedure(text, surroundings)
    if reading.procedure is None:
        name = surroundings.name if surroundings else "procedure"
        raise ProcedureWrong(name, reading.problems)
    return reading.procedure


def _put_together(sheet: Sheet, around: Surroundings, problems: tuple[str, ...]) -> Reading:
    casting = CastReader(around.tools).of(sheet)
    named = sheet if sheet.name else sheet.model_copy(update={"name": around.name})
    procedure = Procedure(
        sheet=named,
        casts=casting.casts,
        players=players(sheet),
        tools=around.tools,
        default_history=around.history,
    )
    library = _Library(around.read)
    knowledge = library.of(procedure)
    found = (*problems, *casting.problems, *library.problems, *faults(procedure))
    warned = (*strangers(sheet), *casting.warnings, *doubts(procedure))
    if found:
        return Reading(None, found, warned)
    stocked = replace(procedure, knowledge=knowledge, warnings=warned)
    return Reading(stocked, (), warned)


def players(sheet: Sheet) -> dict[str, dict[str, str]]:
    """Who plays which role, state by state."""
    found: dict[str, dict[str, str]] = {}
    for name, agent in sheet.agents.items():
        for state, role in agent.roles.items():
            found.setdefault(state, {})[role] = name
    return found


def explained(error: ValidationError, raw: object = None) -> tuple[str, ...]:
    """Say of each value that does not fit which key it stands under, or is missing."""
    return tuple(
        f"{'.'.join(str(part) for part in found['loc'])}: "
        f"{worded(found, found['input'])}{_meant(found, raw)}."
        for found in error.errors(include_url=False)
    )


def _meant(found: ErrorDetails, raw: object) -> str:
    """Name the key that was likely written in place of a missing one."""
    if found["type"] != "missing" or len(found["loc"]) > 1 or not isinstance(raw, Mapping):
        return ""
    strange = [key for key in map(str, raw) if key not in Sheet.model_fields]
    near = get_close_matches(str(found["loc"][0]), strange, n=1)
    return f" (it has {near[0]} instead)" if near else ""


@dataclass
class _Library:
    """Fetches the pieces of knowledge bases that stand in files."""

    read: Callable[[str], str]
    problems: list[str] = field(default_factory=list)

    def of(self, procedure: Procedure) -> dict[tuple[str, str], tuple[Piece, ...]]:
        found: dict[tuple[str, str], tuple[Piece, ...]] = {}
        for state, casts in procedure.casts.items():
            for role, cast in casts.items():
                base: Any = cast.get("KnowledgeBaseComponent")
                if base is not None:
                    where = f"states.{state}.agent_states.{role}.KnowledgeBaseComponent"
                    pieces = (*base.knowledge, *self._file(base.path, where))
                    found[state, role] = pieces
                    if not pieces and not self.problems:
                        self.problems.append(f"{where}: holds nothing; write `knowledge`.")
        return found

    def _file(self, path: str, where: str) -> tuple[Piece, ...]:
        if not path:
            return ()
        try:
            return pieces_of(self.read(path))
        except (OSError, ValueError) as error:
            self.problems.append(f"{where}.knowledge_path: {error}.")
            return ()


def pieces_of(text: str) -> tuple[Piece, ...]:
    """Read the pieces of a knowledge base: a list of questions and answers, or plain paragraphs.

    Raises:
        ValueError: it is a list of something else.
    """
    try:
        listed = read_yaml(text)
    except WrittenWrong:
        listed = None
    if not isinstance(listed, list):
        paragraphs = (paragraph.strip() for paragraph in text.split("\n\n"))
        return tuple(Piece(answer=paragraph) for paragraph in paragraphs if paragraph)
    try:
        return tuple(Piece.model_validate(entry) for entry in listed)
    except ValidationError as error:
        raise ValueError(
            f"each entry needs an `answer`: {explained(error)[0].rstrip('.')}"
        ) from error
