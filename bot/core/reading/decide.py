"""Decide what to do with a message, given what was read of it and what is open. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import assert_never

from agents.kit.values.model import Card
from bot.core.reading.find import Beneath
from bot.core.reading.form_words import write_question
from bot.core.reading.slots import Slot
from bot.domain.decisions import (
    AnswerAbout,
    AskAgain,
    Clarify,
    Confirm,
    Continue,
    DecideRequest,
    Decision,
    FillSlots,
    KeepInMind,
    MakePlan,
    Refuse,
    Remind,
    Resume,
    SmallTalk,
    Start,
)
from bot.domain.ids import TaskId
from bot.domain.participant import FilledSlot, ToolForm
from bot.domain.questions import OUT_OF_SCOPE, PLANNER, SMALL_TALK, UNCLEAR, Opinion, Topic
from bot.domain.requests import Request
from bot.domain.tasks import Spoken, Task, TaskStack


@dataclass(frozen=True, slots=True)
class Situation:
    """The task on top, what it asked, its card or its form, and who else is there.

    `hears` says that the agent on top reads words itself and hands back what is not for it;
    `takes_all` that what is for nobody else is for it. `beneath` are the agents whose
    wish the top only serves, `waiting` the other open tasks by agent, `below` the forms of those.
    `handed_back` are those who
    said in this turn that the words were not for them; `asleep` are those who need a model where
    there is none.
    """

    today: date
    agents: tuple[Card, ...]
    plans: bool = False
    top: Task | None = None
    question: str = ""
    card: Request | None = None
    form: ToolForm | None = None
    slots: tuple[Slot, ...] = ()
    several_tools: bool = False
    hears: bool = False
    takes_all: bool = False
    beneath: tuple[str, ...] = ()
    waiting: Mapping[str, TaskId] = field(default_factory=dict)
    below: tuple[Beneath, ...] = ()
    handed_back: frozenset[str] = frozenset()
    asleep: frozenset[str] = frozenset()

    @property
    def asked(self) -> str:
        """What was asked last, in as few words as a reader needs."""
        names = self.form.asked if self.form else ()
        wanted = tuple(s for s in self.missing if s.name in names) or self.missing
        return write_question(wanted) if self.form and wanted else self.question

    @property
    def missing(self) -> tuple[Slot, ...]:
        """The slots of the open form that must be filled and are not."""
        filled = self.form.values if self.form else {}
        return tuple(s for s in self.slots if s.required and s.name not in filled)

    @property
    def free(self) -> tuple[Slot, ...]:
        """The slots of free text that are not filled."""
        filled = self.form.values if self.form else {}
        return tuple(s for s in self.slots if s.is_free and s.name not in filled)


NOBODY = frozenset({SMALL_TALK, UNCLEAR, OUT_OF_SCOPE})


@dataclass(frozen=True, slots=True)
class MessageReading:
    """What was read of a message; what was not asked is None, or empty.

    `agent` is who should handle it, one of the four that are no agent included; it is None too
    where no answer was of use. `asks` says that it is a question. `repeats` is whose open wish
    it only names again, `doubts` are words for a slot that were not plain, and `beneath` is whose
    form all its values are for, which waits.
    """

    text: str
    topic: Topic | None = None
    values: Mapping[str, FilledSlot] = field(default_factory=dict)
    agent: str | None = None
    opinion: Opinion | None = None
    asks: bool = False
    repeats: str = ""
    doubts: Mapping[str, str] = field(default_factory=dict)
    beneath: str = ""

    def fills(self, task: Task) -> FillSlots:
        """Put what it gives into the form of this task."""
        return FillSlots(task.id, self.text, self.values, self.doubts)


def decide(reading: MessageReading, situation: Situation) -> Decision:
    """The one thing to do: a card first, then what is open, then whom it is for."""
    top, card = situation.top, situation.card
    if top is not None and card is not None and _is_about(reading, situation):
        return _beside_card(reading, top, card, situation)
    if top is not None and reading.topic in {Topic.THIS, Topic.STOP}:
        return _answered(reading, top, situation)
    return _for_whom(reading, situation)


def _is_about(reading: MessageReading, situation: Situation) -> bool:
    """Say whether it speaks of the card: it has an opinion of it, or changes one of its values."""
    named = situation.top is not None and reading.agent == situation.top.agent
    return reading.opinion not in {None, Opinion.NONE} or named


def _beside_card(
    reading: MessageReading, top: Task, card: Request, situation: Situation
) -> Decision:
    match reading.opinion:
        case Opinion.APPROVE:
            return Confirm(card.id)
        case Opinion.REJECT:
            return DecideRequest(card.id, "reject", reading.text)
        case Opinion.QUESTION:
            return AnswerAbout(top.id, reading.text)
        case Opinion.CHANGE | Opinion.NONE | None:
            return _changed(reading, top, card, situation)
        case _:
            assert_never(reading.opinion)


def _changed(reading: MessageReading, top: Task, card: Request, situation: Situation) -> Decision:
    if situation.form is None:
        return Continue(top.id, reading.text)
    if reading.values or reading.doubts:
        return reading.fills(top)
    if reading.opinion is Opinion.CHANGE:  # how to tell it is said then
        return DecideRequest(card.id, "edit")
    return AskAgain(top.id, reading.text)


def _answered(reading: MessageReading, top: Task, situation: Situation) -> Decision:
    """What is about the open question: values, a question back, or a try that does not fit.

    A wish to stop that was only read ends nothing: whoever wants that has exact words for it.
    """
    if reading.topic is Topic.STOP:
        return AskAgain(top.id, reading.text, stops=True)
    if situation.form is None:
        return Continue(top.id, reading.text)
    if reading.values:
        return reading.fills(top)
    if reading.asks:
        return AnswerAbout(top.id, reading.text)
    if reading.beneath:
        return KeepInMind(reading.beneath, reading.text)
    return reading.fills(top) if reading.doubts else _asked_again(reading, top)


def _asked_again(reading: MessageReading, top: Task) -> Decision:
    if reading.repeats == top.agent and top.refused:
        return reading.fills(top)  # what was rejected is raised again
    if reading.repeats:
        return Remind(reading.repeats)
    return AskAgain(top.id, reading.text)


def _for_whom(  # noqa: C901, PLR0911 - one for each of those it may be for
    reading: MessageReading, situation: Situation
) -> Decision:
    top, agent, text = situation.top, reading.agent, reading.text
    if agent is None:
        return SmallTalk(text)
    if agent in NOBODY:
        return _for_nobody(agent, text, situation)
    if agent in situation.handed_back:
        return Clarify(agent)
    if agent in situation.asleep:
        return Refuse(agent)
    if agent == PLANNER:
        return MakePlan(text)
    if top is not None and agent == top.agent:
        return _for_top(reading, top, situation)
    if agent in situation.beneath:
        return _for_beneath(reading, situation, agent)
    if agent in situation.waiting:
        return Resume(situation.waiting[agent], text)
    return Start(agent, text)


def _for_beneath(reading: MessageReading, situation: Situation, agent: str) -> Decision:
    """Words for the wish that the top serves may hold what the top has asked for as well."""
    if reading.repeats == agent:
        return Remind(agent)
    if reading.values and not reading.beneath and situation.top is not None:
        return reading.fills(situation.top)
    return KeepInMind(agent, reading.text)


def _for_top(reading: MessageReading, top: Task, situation: Situation) -> Decision:
    """It was thought to be about something else, and is for the same agent after all."""
    if situation.form is None:
        return Continue(top.id, reading.text)
    if reading.values and not situation.several_tools:
        return reading.fills(top)
    if situation.several_tools:
        return Resume(top.id, reading.text)
    return _asked_again(reading, top)


def _for_nobody(agent: str, text: str, situation: Situation) -> Decision:
    top = situation.top
    if top is not None and situation.takes_all and top.agent not in situation.handed_back:
        return Continue(top.id, text)
    if agent == SMALL_TALK:
        return SmallTalk(text)
    return Clarify() if agent == UNCLEAR else Refuse()


def apply_decision(  # noqa: PLR0911 - one case for each decision
    decision: Decision, stack: TaskStack, new: Task | None = None, spoken: tuple[Spoken, ...] = ()
) -> TaskStack:
    """The stack with the words where they belong; `new` is the task that a start pushes.

    `spoken` are the places where their person wrote the words.
    """
    match decision:
        case Start() | MakePlan():
            assert new is not None, "whoever starts something has made its task"
            return stack.push(new)
        case Resume(task, text):
            found = _task(stack, task)
            again = ToolForm.read(found.state).with_(tool="") if _has_form(found) else None
            state = {**(found.state or {}), **again.as_state()} if again else found.state
            return stack.resume(found.hearing(text, spoken).with_(state=state, call=None))
        case Continue(task, text):
            return stack.update(_task(stack, task).hearing(text, spoken).with_(call=None))
        case FillSlots(task, text, values, doubts):
            heard = _task(stack, task).hearing(text, spoken)
            form = ToolForm.read(heard.state).filled(values).doubting(doubts)
            form = form.with_(heard=len(heard.said), answered=form.rejected is not None)
            return stack.update(heard.with_(state=form.as_state(), call=None))
        case KeepInMind(agent, text):
            waiting = stack.of_agent(agent)
            assert waiting is not None, "only agents on the stack are kept in mind"
            return stack.update(waiting.hearing(text, spoken).with_(call=None, bare=False))
        case AskAgain() | AnswerAbout() | DecideRequest() | Confirm():
            return stack
        case Clarify() | Refuse() | SmallTalk() | Remind():
            return stack
        case _:
            assert_never(decision)


def _has_form(task: Task) -> bool:
    return bool(ToolForm.read(task.state).tool)


def _task(stack: TaskStack, task: TaskId) -> Task:
    return next(open_task for open_task in stack.tasks if open_task.id == task)
