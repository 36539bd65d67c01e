"""A scripted conversation as written in YAML, checked before anything runs."""

from pathlib import Path
from typing import Annotated, Self

import yaml
from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    ValidationError,
    model_validator,
)

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


class Turn(_Part):
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


class Script(_Part):
    """One conversation; `repeat` multiplies the number of runs asked for."""

    name: Text
    repeat: Annotated[int, Field(ge=1, le=1000)] = 1
    user: str = "eve"
    turns: Annotated[tuple[Turn, ...], Field(min_length=1)]
    finally_rows: tuple[RowCheck, ...] = Field((), alias="rows")


def read_scripts(path: Path) -> list[Script]:
    """Read a file, which holds one conversation or several.

    Raises:
        BadScript: it cannot be read.
    """
    try:
        documents = list(yaml.safe_load_all(path.read_text(encoding="utf-8")))
        return [Script.model_validate(document) for document in documents if document]
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise BadScript(path, f"cannot be read ({type(error).__name__}).") from error
    except ValidationError as error:
        raise BadScript(path, _explained(error)) from None


def files_of(paths: tuple[Path, ...]) -> list[Path]:
    """Find the files meant by files and folders, the samples when nothing is named."""
    named = paths or (Path(__file__).with_name("samples"),)
    found = [sorted(p.glob("*.y*ml")) if p.is_dir() else [p] for p in named]
    return [path for group in found for path in group]


def _explained(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False)
    told = (f"{'.'.join(map(str, p['loc']))}: {p['msg'].lower()}" for p in problems)
    return "; ".join(told)
