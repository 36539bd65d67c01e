"""Messages: where a conversation is, what came in, what goes out, what was said of it."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from functools import lru_cache

from pydantic import JsonValue

from agents.kit.values.person import Person
from agents.kit.values.texts import MOST_ARTIFACT_CHARACTERS, MOST_SAID_CHARACTERS
from bot.domain.ids import ReplyId, RequestId, SessionId, TurnId

OPEN = "open"


@dataclass(frozen=True, slots=True)
class StepView:
    """A step: a sign for how it stands, who does what, and what came of it or was said to it.

    `action` are the planner's words, `tool` and `arguments` are what will run; a step for a
    person has only words.
    """

    number: int
    sign: str
    agent: str
    action: str
    status: str
    note: str = ""
    tool: str = ""
    arguments: dict[str, JsonValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlanView:
    """A plan: what it is for, how it stands, its steps; `done` of `total` are completed."""

    plan: str
    title: str
    status: str
    steps: tuple[StepView, ...]
    done: int
    total: int

    @property
    def is_open(self) -> bool:
        """True until it is over."""
        return self.status == OPEN


REMARKS = ", who is to approve this, says: "  # between a name and what was said to a card
THREAD = "/thread"
"""The source of lines that stood in a thread before the bot did; no file has this name."""


@dataclass(frozen=True, slots=True)
class Thread:
    """The place on a platform where one conversation goes on."""

    platform: str
    workspace: str
    channel: str
    thread: str

    @property
    def session(self) -> SessionId:
        """The session of this thread; the parts are escaped, so that it is unambiguous."""
        return _joined(self.platform, self.workspace, self.channel, self.thread)

    @classmethod
    def of(cls, session: SessionId) -> "Thread":
        """Find the thread back from its session."""
        return _found(session)


@lru_cache(maxsize=4096)
def _joined(*parts: str) -> SessionId:
    return SessionId("/".join(escape(part) for part in parts))


@lru_cache(maxsize=4096)
def _found(session: SessionId) -> Thread:
    return Thread(*(part.replace("%2F", "/").replace("%25", "%") for part in session.split("/")))


def escape(part: str) -> str:
    """Write a part of a key so that it holds no slash."""
    return part.replace("%", "%25").replace("/", "%2F")


class Kind(StrEnum):
    """What sort of event came in; timers and errands are the bot's own, no platform sends one."""

    MESSAGE = "message"
    PRESS = "press"
    COMMAND = "command"
    START = "start"
    ANNOUNCEMENT = "announcement"
    EDIT = "edit"
    DELETION = "deletion"
    TIMER = "timer"
    ERRAND = "errand"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that came with a message: its text, or an image as base64 in `data`.

    `ref` is the platform's name of it, until it is fetched; `problem` says in words why it
    could not be read; then the others are empty.
    """

    name: str
    media_type: str = "text/plain"
    text: str = ""
    data: str = ""
    ref: str = ""
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Earlier:
    """A line of the thread from before the bot was part of it."""

    person: Person
    text: str


@dataclass(frozen=True, slots=True)
class Via:
    """Another identity of an event's person, who decided from elsewhere, and where they did."""

    person: Person
    thread: Thread


@dataclass(frozen=True, slots=True)
class Incoming:
    """One inbound event: a message, a press of a button, a command, a conversation opened.

    `id` is the platform's own, the same for every copy of the event; `message` names the
    message it is, or the one that was edited or deleted. `press` is the request and verb of
    a button. `earlier` are the lines of the thread before its first mention of the bot.
    `shared` says that others read the thread too. `halts` is set when it is accepted: its
    person wants what is running for them to stop. `decides` is unset for words that may say
    anything but settle what waits for a verdict. `via` is set by turns of our own only.
    """

    id: str
    thread: Thread
    person: Person
    kind: Kind = Kind.MESSAGE
    text: str = ""
    press: "Press | None" = None
    message: str = ""
    files: tuple[Attachment, ...] = ()
    earlier: tuple[Earlier, ...] = ()
    shared: bool = False
    halts: bool = False
    decides: bool = True
    via: Via | None = None

    @property
    def is_own(self) -> bool:
        """True for what the bot itself wants, or carries here from elsewhere."""
        return self.kind in {Kind.TIMER, Kind.ERRAND} or self.via is not None


@dataclass(frozen=True, slots=True)
class Press:
    """A button, identified by what it was given when it was shown."""

    request: RequestId
    verb: str
    values: dict[str, JsonValue] = field(default_factory=dict)


class ReplyKind(StrEnum):
    """What sort of thing goes out.

    An outcome locks every card of the request it names and shows its text there; an update
    shows its text there and leaves the card as usable as it was. Neither is said to anybody:
    a platform that cannot change what it has shown leaves both out.
    """

    MESSAGE = "message"
    ARTIFACT = "artifact"
    FORM = "form"
    OUTCOME = "outcome"
    UPDATE = "update"

    @property
    def most_characters(self) -> int:
        """How long its text may be."""
        is_artifact = self is ReplyKind.ARTIFACT
        return MOST_ARTIFACT_CHARACTERS if is_artifact else MOST_SAID_CHARACTERS


@dataclass(frozen=True, slots=True)
class Button:
    """A button of a reply; `id` is opaque to the person and to the platform."""

    id: str
    label: str
    style: str = "default"


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a form; a secret one is typed without being shown.

    `multiline` asks for room, a field that is not `required` may be left empty.
    """

    name: str
    label: str
    secret: bool = False
    value: str = ""
    multiline: bool = False
    required: bool = True


@dataclass(frozen=True, slots=True)
class Reply:
    """Something the bot says; its id is derived from its turn, so it is stable over a restart.

    `request` is what its buttons or fields resolve. A `private` one is for nobody's eyes but
    those of `to`, also where others read the thread. `mentions` are the people and groups
    (`U123`, `slack/T1/U123`, `group:S777`) a platform should bring it to the notice of. `plan`
    shows the plan it is about, for platforms that can draw one. `speaker` is the persona whose
    words they are, if not the agent's own: a platform shows that name where it can. `instead` is
    what is kept where the text itself must be kept nowhere.
    """

    id: ReplyId
    reply_to: str
    thread: Thread
    kind: ReplyKind
    text: str
    agent: str = ""
    to: Person | None = None
    buttons: tuple[Button, ...] = ()
    fields: tuple[Field, ...] = ()
    request: RequestId | None = None
    private: bool = False
    mentions: tuple[str, ...] = ()
    plan: PlanView | None = None
    speaker: str = ""
    instead: str = ""

    @property
    def spoken(self) -> str:
        """The words, with the name of the persona whose they are."""
        return f"{self.speaker}: {self.text}" if self.speaker else self.text

    @property
    def kept(self) -> "Reply":
        """The reply as it may be kept."""
        return replace(self, text=self.instead, instead="") if self.instead else self

    @property
    def is_said(self) -> bool:
        """True for what people read as words of the bot; false for a change of a card."""
        return self.kind not in {ReplyKind.OUTCOME, ReplyKind.UPDATE}


@dataclass(frozen=True, slots=True)
class TranscriptLine:
    """One line of the transcript; secrets are masked before it is made.

    `message` is the platform's name of the message it came with. `source` is what a line
    quotes that nobody said to the bot: the name of a file, or `THREAD`. A `private` one was
    told to one person only, though others read the thread. `to` is whom the bot said it to,
    by their key. At a `withheld` one a model's content filter stopped: no model reads it again.
    """

    turn: TurnId
    speaker: str
    by_bot: bool
    text: str
    at: datetime
    message: str = ""
    source: str = ""
    private: bool = False
    to: str = ""
    withheld: bool = False


def find_written(lines: Iterable[TranscriptLine], turn: TurnId, person: str) -> str:
    """All that a person wrote in a turn, as the transcript has it."""
    own = (
        line.text
        for line in lines
        if line.turn == turn and line.speaker == person and not (line.by_bot or line.source)
    )
    return "\n".join(own)


VERDICTS = frozenset({"good", "bad"})


@dataclass(frozen=True, slots=True)
class Feedback:
    """One person's verdict on one reply; a later one takes the place of an earlier one."""

    reply: ReplyId
    person: Person
    verdict: str
    at: datetime
    comment: str = ""
