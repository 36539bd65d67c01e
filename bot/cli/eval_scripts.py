"""A scripted conversation as written in YAML, checked before anything runs."""

from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)
from pydantic_core import ErrorDetails

from agents.kit.procedures.load import WrittenWrong, read_documents
from agents.kit.values.declaration import unknown
from bot.domain.errors import NotUnderstood


def _as_text(value: object) -> object:
    """Take a number as it is written; YAML reads a bare yes or no as a truth value."""
    if isinstance(value, bool):
        message = "put quotes around yes and no"
        raise ValueError(message)  # noqa: TRY004 - pydantic collects ValueError only
    return str(value) if isinstance(value, int | float) else value


Words = Annotated[str, BeforeValidator(_as_text)]
Text = Annotated[Words, Field(min_length=1)]


class BadScript(NotUnderstood):
    """A file is no scripted conversation."""

    def __init__(self, path: Path, problems: str) -> None:
        super().__init__(f"{path}: {problems}")


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Expected(_Part):
    """What one turn must answer; texts are compared without regard to case.

    `agent` must be among those who spoke, `buttons` among those shown; `artifact` is a text
    that a result beside the chat must contain.
    """

    contains: tuple[Text, ...] = ()
    lacks: tuple[Text, ...] = ()
    agent: str = ""
    buttons: tuple[Text, ...] = ()
    artifact: Words = ""


class EvalTurn(_Part):
    """What the person does, by exactly one of four ways, and what must come back."""

    say: Words = ""
    press: Words = ""
    secret: Words = ""
    command: Words = ""
    expect: Expected = Expected()

    @model_validator(mode="after")
    def _one_way(self) -> Self:
        if sum(map(bool, (self.say, self.press, self.secret, self.command))) != 1:
            message = "give exactly one of say, press, secret and command"
            raise ValueError(message)
        return self

    @property
    def shown(self) -> str:
        """What the person did, for a report."""
        if self.secret:
            return "(a secret)"
        return self.say or self.command or f"[{self.press}]"


class RowCheck(_Part):
    """Rows of an agent's table when all is done: how many there are, and what they hold."""

    table: Text
    where: dict[str, JsonValue] = {}
    count: int | None = None
    has: dict[str, JsonValue] = {}


class EvalScript(_Part):
    """One conversation; `repeat` multiplies the number of runs asked for.

    One that `needs_model` is not held where rules answer.
    """

    name: Text
    needs_model: bool = False
    repeat: Annotated[int, Field(ge=1, le=1000)] = 1
    user: str = "eve"
    turns: Annotated[tuple[EvalTurn, ...], Field(min_length=1)]
    finally_rows: tuple[RowCheck, ...] = Field((), alias="rows")


def read_scripts(path: Path) -> list[EvalScript]:
    """Read a file, which holds one conversation or several.

    Raises:
        BadScript: it cannot be read.
    """
    try:
        documents = read_documents(path.read_text(encoding="utf-8"))
    except WrittenWrong as error:
        raise BadScript(path, f"{error}.") from error
    except (OSError, UnicodeDecodeError) as error:
        raise BadScript(path, f"cannot be read ({type(error).__name__}).") from error
    given = [document for document in documents if document]
    return [_script(path, number, document) for number, document in enumerate(given, 1)]


def files_of(paths: tuple[Path, ...]) -> list[Path]:
    """Find the files meant by files and folders, the samples when nothing is named."""
    named = paths or (Path(__file__).with_name("eval_samples"),)
    found = [sorted(p.glob("*.y*ml")) if p.is_dir() else [p] for p in named]
    return [path for group in found for path in group]


def _script(path: Path, number: int, document: Any) -> EvalScript:
    try:
        return EvalScript.model_validate(document)
    except ValidationError as error:
        name = document.get("name") if isinstance(document, dict) else None
        which = f"conversation {number} ({name})" if name else f"conversation {number}"
        raise BadScript(path, f"{which}: {_explained(error)}") from None


def _explained(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False)
    # A list with a part that is wrong counts as one that is too short, too.
    within = {problem["loc"][0] for problem in problems if len(problem["loc"]) > 1}
    return "; ".join(_told(one) for one in problems if one["loc"] not in {(n,) for n in within})


def _told(problem: ErrorDetails) -> str:
    place, kind = problem["loc"], problem["type"]
    if kind == "extra_forbidden":
        around = next(
            (_PARTS[part] for part in reversed(place[:-1]) if part in _PARTS), EvalScript
        )
        words = [field.alias or name for name, field in around.model_fields.items()]
        return _at(place[:-1], unknown([str(place[-1])], words)[0])
    return _at(place, _WORDS.get(kind) or problem["msg"].removeprefix("Value error, "))


def _at(place: tuple[int | str, ...], words: str) -> str:
    """Write a place as its author counts: the first turn is turn 1."""
    parts = [f"{part + 1}" if isinstance(part, int) else part for part in place]
    where = ": ".join(parts).replace("turns: ", "turn ").replace("rows: ", "row ")
    return f"{where}: {words}" if where else words


_PARTS: dict[int | str, type[BaseModel]] = {
    "turns": EvalTurn,
    "expect": Expected,
    "rows": RowCheck,
}
_WORDS = {
    "missing": "is missing",
    "too_short": "at least one is needed",
    "tuple_type": "write a list, such as [one, two]",
    "model_type": "write words and values, such as name: value",
}
