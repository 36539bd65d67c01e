"""A tool's parameters: what is stored until it is approved can be read again, or is refused."""

import threading
from datetime import date
from decimal import Decimal
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, Json, JsonValue, PlainSerializer, SecretStr, Strict

from agents.kit import EffectKey, Outcome, Secret, Tool, Turn, done, tool
from agents.kit.values.errors import AuthorError


class Street(BaseModel):
    """A part of an argument that models write under another name."""

    post_code: str = Field(alias="postCode")


class Note(BaseModel):
    """A part of an argument that is written under another name than it is read."""

    text: str = Field(validation_alias="words")


class Login(BaseModel):
    """A part of an argument that is written as asterisks."""

    passwords: list[SecretStr]


def reads_back(made: Tool, raw: dict[str, JsonValue]) -> bool:
    arguments = made.read(raw)
    return made.read(made.as_json(arguments)) == arguments


def test_what_is_stored_until_it_is_approved_can_be_read_again():
    @tool
    def send(
        street: Street,
        day: Annotated[date, Strict()],
        copies: Json[list[int]],
        price: Annotated[Decimal, Strict()] = Decimal("1.50"),
        note: str | None = None,
    ) -> str:
        """Send something."""
        return f"{street} {day} {copies} {price} {note}"

    raw: dict[str, JsonValue] = {
        "street": {"postCode": "1000"},
        "day": "2026-01-31",
        "copies": "[1, 2]",
    }

    assert reads_back(send, raw)
    assert send.misfits(send.as_json(send.read(raw))) == []


def test_an_argument_that_is_written_as_it_is_not_read_is_refused_before_anybody_is_asked():
    shouted = Annotated[int, PlainSerializer(lambda number: f"no {number}")]

    @tool
    def take(number: shouted) -> str:
        """Take a number."""
        return f"{number}"

    with pytest.raises(AuthorError, match="tool take: number cannot be read again"):
        take.read({"number": 7})


@pytest.mark.parametrize(
    ("kind", "default", "words"),
    [
        (Annotated[str, Field(alias="postCode")], "", "tool send: “given” has an alias; give"),
        (str, None, "tool send: the default of “given” does not fit its type .*“… | None”"),
        (SecretStr, ..., "“given” is a secret of pydantic; use Secret of the kit"),
        (SecretStr | None, None, "“given” is a secret of pydantic; use Secret of the kit"),
        (Login, ..., "“passwords” is a secret of pydantic; use Secret of the kit"),
        (Note, ..., "“words” of Note is read under a name that it is not written under"),
        (
            threading.Lock,
            ...,
            "“given” of tool send has a type that no model can fill in; give it one such as str",
        ),
        (list[threading.Lock], ..., "“given” of tool send has a type that no model can fill in"),
        (EffectKey | None, None, "“given” of tool send is EffectKey and nothing else"),
        (Turn | None, None, "“given” of tool send is Turn and nothing else"),
        (list[Secret], ..., "“given” of tool send is Secret and nothing else"),
        (Secret, None, "“given” of tool send is a Secret, which is asked for before every call"),
        ("Nowhere", ..., "the types of tool send cannot be read: .*Nowhere"),
    ],
)
def test_a_type_that_would_not_survive_being_approved_is_refused(
    kind: Any, default: Any, words: str
):
    def send(given=default) -> str:  # noqa: ANN001 - given below
        """Send something."""
        return f"{given}"

    send.__annotations__["given"] = kind
    if default is ...:
        send.__defaults__ = None

    with pytest.raises(AuthorError, match=words):
        tool(send)


def test_what_the_bot_gives_may_be_described():
    @tool
    def check(code: Annotated[Secret, "what the card says"]) -> str:
        """Check a code."""
        return code.reveal()

    assert check.secrets == ("code",)


def test_a_parameter_that_cannot_be_given_by_name_is_refused_where_it_is_declared():
    def check(code: str, /) -> str:
        return code

    with pytest.raises(AuthorError, match="or not be given by name"):
        tool(check)


def test_a_type_that_cannot_be_found_is_told_with_its_tool():
    def check(code: "threading.Nope") -> str:  # type: ignore[name-defined]
        return str(code)

    with pytest.raises(AuthorError, match="the types of tool check cannot be read"):
        tool(check)


def test_a_method_is_no_tool():
    def send(self, to: str) -> str:  # noqa: ANN001 - as a method has it
        """Send something."""
        return f"{self} {to}"

    with pytest.raises(AuthorError, match="“self” of tool send needs a type; a method is no tool"):
        tool(send)


def test_an_outcome_is_no_result_of_a_tool():
    def send(to: str) -> Outcome:
        """Send something."""
        return done(to)

    with pytest.raises(AuthorError, match=r"send returns an Outcome, .* does: Agent\(run="):
        tool(send)
