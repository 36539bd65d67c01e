"""Tasks and the stack a person's tasks lie on, as values.

start ─▶ waiting (for a prerequisite) ─▶ active ─▶ finished (off the stack)
                                          │  ▲
                          digression ─▶ suspended ─ its turn comes again
"""

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2s
from typing import Any

from pydantic import GetCoreSchemaHandler, JsonValue
from pydantic_core import CoreSchema, core_schema

from agents.kit.outcome import Suspended
from agents.kit.values.objects import evolve
from agents.kit.values.texts import beginning
from bot.domain.ids import TaskId, TurnId
from bot.domain.untrusted import show_value

# Lines that cite, blocks between fences, and what stands in quotation behind a colon.
_QUOTED = re.compile(
    r"^[ \t]*(?:>|&gt;)[^\n]*"
    r"|^[ \t]*(?P<fence>```|~~~)(?:(?!(?P=fence)).)*(?:(?P=fence)|\Z)"
    r"|(?<=[:\uff1a])[ \t\n]*(?:“[^”\n]*(?:”|$)|„[^“”\n]*(?:[“”]|$)|«[^»\n]*(?:»|$)"
    r"|»[^«\n]*(?:«|$)|「[^」\n]*(?:」|$)|\"[^\"\n]*(?:\"|$)|'[^'\n]{3,}(?:'|$))",
    re.MULTILINE | re.DOTALL,
)
_LONGEST_READ = 20_000  # characters of one message; what is behind them is nobody's own words


def blank_quotes(text: str) -> str:
    """A text with blanks in place of what it quotes; every place in it stays where it was."""
    return _QUOTED.sub(lambda found: re.sub(r"\S", " ", found[0]), text[:_LONGEST_READ])


@dataclass(frozen=True, slots=True)
class Spoken:
    """A part of what a person wrote in one turn, and their key; `text` is what stands there.

    `check` tells whether it is still what they wrote. Read from a store, `text` is empty until
    it was looked up.
    """

    turn: TurnId
    person: str
    start: int
    end: int
    check: str
    text: str = ""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: Any, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Keep the place alone, so that nothing that is read can bring words with it."""
        kinds = [core_schema.str_schema()] * 2 + [core_schema.int_schema()] * 2
        place = core_schema.tuple_schema([*kinds, core_schema.str_schema()])
        return core_schema.no_info_after_validator_function(
            lambda kept: cls(*kept),
            place,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda one: (one.turn, one.person, one.start, one.end, one.check)
            ),
        )


def find_part(whole: str, text: str, turn: TurnId, person: str) -> Spoken | None:
    """The place where a text stands in what a person wrote; None if it does not."""
    wanted = text.strip()
    start = whole.find(wanted)
    if start < 0 and len(whole) == len(whole.casefold()):
        start = whole.casefold().find(wanted.casefold())
    if start < 0 or not wanted:
        return None
    end = start + len(wanted)
    found = blank_quotes(whole)[start:end]
    return Spoken(turn, person, start, end, _check(whole[start:end]), found) if found else None


def narrow(spoken: Iterable[Spoken], text: str) -> tuple[Spoken, ...]:
    """Where a text stands in words that were spoken before; empty if nowhere."""
    for one in spoken:
        start = one.text.casefold().find(text.strip().casefold())
        if start >= 0 and len(one.text) == len(one.text.casefold()) and text.strip():
            found = one.text[start : start + len(text.strip())]
            place = one.start + start
            check = _check(found)
            return (Spoken(one.turn, one.person, place, place + len(found), check, found),)
    return ()


def look_up(spoken: Sequence[Spoken], written: Callable[[TurnId, str], str]) -> tuple[Spoken, ...]:
    """The same places with what stands there now; without those that hold something else.

    `written` gives all that a person wrote in a turn.
    """
    found = []
    for one in spoken:
        whole = written(one.turn, one.person)
        if one.check == _check(whole[one.start : one.end]):
            found.append(replace(one, text=blank_quotes(whole)[one.start : one.end]))
    return tuple(found)


def _check(text: str) -> str:
    return blake2s(text.encode("utf-8", "replace"), digest_size=8).hexdigest()


KEPT_NOTES = 12
LONGEST_NAMED = 120  # characters of a value where a call is only named


@dataclass(frozen=True)
class Task:
    """One piece of work given to one agent.

    `said` are the words for it, oldest first, `spoken` what its person wrote themselves of them,
    `chosen` what they pressed of what code had offered,
    `question` what the agent asked last,
    `state` what it keeps on the task, `call` a tool call that waits, `notes` what its tools
    found. `parent` is the agent that needed it (empty when the user asked for it), `provides`
    the fact it was started for. `bare` says that the user gave no details yet,
    `careful` that an approval was asked for, so that every further effect needs one; `basis`
    are the facts the task began with. `private` says that it knows what a private agent
    has found for its person. `plan` is the plan it is done for, `step` the number of its step.
    `broken` says that a fault of its agent stopped a turn in which it had changed something.
    A script has read the first `read` words that were said; while it is `going` on by itself
    that names the turn that left it so, the last of so many `laps` without a word of its person.
    `rejected` are the actions somebody said no to, each with how much was given when they did;
    `refused` names the last one, while its person has not been asked what they want instead, or
    was asked by code and has not answered.
    `kept` are calls its model proposed beside one that had to wait: they come after it, in order.
    """

    id: TaskId
    agent: str
    said: tuple[str, ...] = ()
    spoken: tuple[Spoken, ...] = ()
    chosen: tuple[str, ...] = ()
    parent: str = ""
    provides: str = ""
    question: str = ""
    options: tuple[str, ...] = ()
    state: dict[str, JsonValue] | None = None
    call: Suspended | None = None
    notes: tuple[str, ...] = ()
    started: bool = False
    bare: bool = False
    careful: bool = False
    basis: dict[str, JsonValue] = field(default_factory=dict)
    private: bool = False
    plan: str = ""
    step: int = 0
    broken: bool = False
    read: int = 0
    going: str = ""
    laps: int = 0
    rejected: dict[str, int] = field(default_factory=dict)
    refused: str = ""
    kept: tuple[Suspended, ...] = ()

    @property
    def unread(self) -> tuple[str, ...]:
        """What was said for it since its script ran last."""
        return self.said[self.read :]

    @property
    def own(self) -> tuple[str, ...]:
        """The texts of what its person wrote for it themselves."""
        return tuple(one.text for one in self.spoken if one.text)

    def hearing(self, text: str, spoken: tuple[Spoken, ...] = ()) -> "Task":
        """Return the task with something more for it, and where its person wrote that.

        What was kept before may no longer be wanted as it is: it then needs an approval.
        """
        said, heard = (*self.said, text), (*self.spoken, *spoken)
        careful = self.careful or bool(self.kept)
        return evolve(self, said=said, spoken=heard, careful=careful, laps=0, refused="")

    @property
    def given(self) -> int:
        """How much its person has written or chosen for it so far."""
        return len(self.spoken) + len(self.chosen)

    def rejecting(self, action: str, refused: str) -> "Task":
        """Return the task without the call that somebody said no to; only that is not to be."""
        rejected = {**self.rejected, action: self.given}
        return evolve(self, call=None, rejected=rejected, refused=refused, laps=0)

    @property
    def is_rejected_last(self) -> bool:
        """Say whether its person has given nothing for it since somebody said no."""
        return self.given in self.rejected.values()

    def noting(self, line: str) -> "Task":
        """Return the task with a line on what came of something; the oldest ones go."""
        return evolve(self, notes=(*self.notes, line)[-KEPT_NOTES:])

    def keeping(self, call: Suspended) -> "Task":
        """Return the task with one more call for later; to hand back is always the last."""
        calls = [kept for kept in self.kept if kept.tool]
        back = [kept for kept in (*self.kept, call) if not kept.tool][:1]
        return evolve(self, kept=(*calls, *([call] if call.tool else []), *back))

    def taking_up(self) -> "Task":
        """Return the task whose first kept call is the one that waits."""
        return evolve(self, call=self.kept[0], kept=self.kept[1:])

    def without_kept(self, call: Suspended) -> "Task":
        """Return the task without one kept call that is the same."""
        left = list(self.kept)
        if call in left:
            left.remove(call)
        return evolve(self, kept=tuple(left))

    @property
    def after(self) -> str:
        """Name what it takes up by itself after what it waits for; empty if nothing."""
        calls = ", then ".join(describe_call(call) for call in self.kept if call.tool)
        return f"After that: {calls}." if calls else ""

    @property
    def next_kept(self) -> Suspended | None:
        """The call it takes up by itself next, or None."""
        return self.kept[0] if self.kept and self.kept[0].tool else None

    @property
    def hands_back(self) -> Suspended | None:
        """The wish to hand back that is left when all else is done, or None."""
        return self.kept[0] if self.kept and not self.kept[0].tool else None

    def without_last(self, turn: TurnId) -> "Task":
        """Return the task without what was said last, in this turn, which was not for it."""
        said = self.said[:-1]
        spoken = tuple(one for one in self.spoken if one.turn != turn)
        return evolve(self, said=said, spoken=spoken, read=min(self.read, len(said)))

    def with_(self, **changes: Any) -> "Task":
        """Return the task with these changes."""
        return evolve(self, **changes)


def describe_call(call: Suspended) -> str:
    """Say in a line what a call is to do, and with what."""
    given = [
        f"{name.replace('_', ' ')} {beginning(show_value(value), LONGEST_NAMED)}"
        for name, value in call.arguments.items()
        if value is not None
    ]
    name = call.tool.replace("_", " ")
    return f"{name} ({', '.join(given)})" if given else name


@dataclass(frozen=True)
class TaskStack:
    """A person's open tasks, the active one last, and those queued behind them."""

    tasks: tuple[Task, ...] = ()
    queued: tuple[Task, ...] = ()

    @property
    def top(self) -> Task | None:
        """The active task, or None."""
        return self.tasks[-1] if self.tasks else None

    def push(self, task: Task) -> "TaskStack":
        """Put a task on top; the others wait."""
        return evolve(self, tasks=(*self.tasks, task))

    def finish(self) -> "TaskStack":
        """Take the active task off; nothing happens on an empty stack."""
        return evolve(self, tasks=self.tasks[:-1])

    def update(self, task: Task) -> "TaskStack":
        """Replace the task that has this id."""
        return evolve(self, tasks=tuple(task if t.id == task.id else t for t in self.tasks))

    def resume(self, task: Task) -> "TaskStack":
        """Bring a waiting task to the top."""
        rest = tuple(open_task for open_task in self.tasks if open_task.id != task.id)
        return evolve(self, tasks=(*rest, task))

    def queue(self, *tasks: Task) -> "TaskStack":
        """Line tasks up for when the stack is empty."""
        return evolve(self, queued=(*self.queued, *tasks))

    def next_queued(self) -> "TaskStack":
        """Start the first queued task if nothing else is open."""
        if self.tasks or not self.queued:
            return self
        return evolve(self, tasks=self.queued[:1], queued=self.queued[1:])

    def remove(self, task: Task) -> "TaskStack":
        """Take a task off, wherever it lies."""
        return evolve(self, tasks=tuple(t for t in self.tasks if t.id != task.id))

    def without_repeats(self, acted: Collection[TaskId]) -> "TaskStack":
        """Take off what agents in a circle put on one another: the same agents again and again.

        A task that found, did or kept something stays, and so does all beneath it.
        """
        stack = self
        while (top := stack.top) and not (top.notes or top.kept or top.id in acted):
            beneath = stack.finish()
            if beneath.of_agent(top.agent) is None:
                break
            stack = beneath
        return stack

    def chain(self, task: Task) -> tuple[Task, ...]:
        """The task and those beneath it that wait for it, or for one that does."""
        place = next((n for n, t in enumerate(self.tasks) if t.id == task.id), -1)
        chain = list(self.tasks[place : place + 1]) if place >= 0 else []
        for waiting in reversed(self.tasks[: max(place, 0)]):
            if chain[-1].parent != waiting.agent:
                break
            chain.append(waiting)
        return tuple(chain)

    def of_agent(self, agent: str) -> Task | None:
        """The topmost open task of an agent, or None."""
        return next((task for task in reversed(self.tasks) if task.agent == agent), None)
