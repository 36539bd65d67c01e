"""Theirs to ours: typed lines and JSON lines become events."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from agents.kit.values.person import Person
from bot.core.plans import edits
from bot.core.plans.verdicts import read_change
from bot.domain.errors import NotUnderstood
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Incoming, Kind, Press, Thread
from bot.domain.untrusted import NotAnObject, make_storable, read_object

PLATFORM = "console"
WORKSPACE = "local"
CHANNEL = "chat"

Name = Annotated[str, Field(min_length=1, max_length=200)]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who types, and in which thread, where a line does not say."""

    user: str = "you"
    thread: str = "main"

    @property
    def person(self) -> Person:
        """The one who types."""
        return person_of(self.user)

    @property
    def place(self) -> Thread:
        """Where they type."""
        return thread_of(self.thread)


class BadLine(NotUnderstood):
    """A line is not one of those the console reads; `id` is what it gave as its id."""

    def __init__(self, problem: str, id_: str = "") -> None:
        super().__init__(f"This line was not understood: {problem}.")
        self.id = id_


class _Line(BaseModel):
    """One line of JSON, as it may be written."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)

    text: str | None = None
    press: Name | None = None
    command: str | None = None
    user: Name | None = None
    thread: Name | None = None
    id: Name | None = None
    shared: bool = False
    values: dict[str, JsonValue] | None = None


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line understood; `thread` is empty when it gave none, `id` when one must be made.

    `shared` says that others are shown the thread too.
    """

    kind: Kind
    text: str = ""
    press: Press | None = None
    user: str = ""
    thread: str = ""
    id: str = ""
    shared: bool = False

    def event(self, id_: str, seat: Seat, place: Thread | None = None) -> Incoming:
        """The event, in the thread found for it or else in the seat's."""
        return Incoming(
            id=self.id or id_,
            thread=thread_of(self.thread) if self.thread else place or seat.place,
            person=person_of(self.user or seat.user),
            kind=self.kind,
            text=self.text,
            press=self.press,
            shared=self.shared,
        )


@dataclass(frozen=True, slots=True)
class Typed:
    """What a person typed at the prompt; `buttons` are those on the screen, as numbered."""

    text: str
    buttons: Sequence[Button] = ()
    values: dict[str, JsonValue] = field(default_factory=dict)

    @property
    def button(self) -> Button | None:
        """The button whose number was typed."""
        numbered = enumerate(self.buttons, 1)
        return next((button for number, button in numbered if str(number) == self.text), None)

    def event(self, id_: str, seat: Seat) -> Incoming:
        """The event: a press, a command or a message."""
        if (button := self.button) is not None:
            return pressed(id_, seat, press_of(button.id, self.values))
        kind = Kind.COMMAND if self.text.startswith("/") else Kind.MESSAGE
        return Incoming(id_, seat.place, seat.person, kind, make_storable(self.text))


def pressed(id_: str, seat: Seat, press: Press) -> Incoming:
    """Make the event of a pressed button."""
    return Incoming(id_, seat.place, seat.person, Kind.PRESS, press=press)


def person_of(user: str) -> Person:
    """Somebody at the console."""
    return Person(PLATFORM, WORKSPACE, user)


def thread_of(name: str) -> Thread:
    """A thread of the console."""
    return Thread(PLATFORM, WORKSPACE, CHANNEL, name)


def press_of(button: str, values: dict[str, JsonValue] | None = None) -> Press:
    """Read a button's id, `<request>:<verb>`.

    Raises:
        BadLine: it is no such id.
    """
    request, _, verb = button.rpartition(":")
    if not request or not verb:
        raise BadLine("“press” is not the id of a button")
    return Press(RequestId(request), verb, values or {})


def words_wanted(button: Button) -> str:
    """What to ask for with a button that is nothing without words; empty for any other."""
    verb = press_of(button.id).verb
    number = edits.read_number(verb)
    match edits.read_verb(verb):
        case "respond":
            return "Your words: "
        case "edit" if number:
            return f"New values for step {number} as name=value, or what it should do instead: "
        case _:
            return ""


def press_with(button: Button, words: str) -> Press:
    """Press a button that wants words."""
    press = press_of(button.id)
    is_edit = edits.read_verb(press.verb) == "edit"
    given = read_change(words) if is_edit and words else {}
    return replace(press, values=given if is_edit else {"text": words})


def read_line(raw: str) -> JsonLine:
    """Read one line of JSON.

    Raises:
        BadLine: it is not one of the three forms.
    """
    line = _checked(_parsed(raw))
    try:
        return _understood(line)
    except BadLine as error:
        error.id = line.id or ""
        raise


def _understood(line: _Line) -> JsonLine:
    kind, text = _meant(line)
    press = None if line.press is None else press_of(line.press, line.values)
    where = (line.user or "", line.thread or "", line.id or "")
    return JsonLine(kind, text, press, *where, shared=line.shared)


def _meant(line: _Line) -> tuple[Kind, str]:
    given = {Kind.MESSAGE: line.text, Kind.PRESS: line.press, Kind.COMMAND: line.command}
    match [(kind, text) for kind, text in given.items() if text is not None]:
        case [(Kind.PRESS, _)]:
            return Kind.PRESS, ""
        case [(_, _)] if line.values is not None:
            problem = "“values” go with “press”"
        case [(_, text)] if not text.strip():
            problem = "there is no text"
        case [(kind, text)]:
            return kind, text
        case _:
            problem = "give exactly one of “text”, “press” and “command”"
    raise BadLine(problem)


def _checked(parsed: dict[str, JsonValue]) -> _Line:
    try:
        return _Line.model_validate(parsed)
    except ValidationError as error:
        problems = (
            f"“{make_storable(str(problem['loc'][0]))[:40]}”: {problem['msg'].lower()}"
            for problem in error.errors(include_url=False, include_input=False)
        )
        id_ = parsed.get("id")
        raise BadLine("; ".join(problems), id_ if isinstance(id_, str) else "") from None


def _parsed(raw: str) -> dict[str, JsonValue]:
    try:
        return read_object(raw)
    except NotAnObject as error:
        raise BadLine(str(error)) from None
