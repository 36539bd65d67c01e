"""Decide: what to do with a message, given what was read of it and what is open. Pure."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import assert_never

from bot.core.reading.situation import Situation
from bot.domain import decisions, questions
from bot.domain.decisions import Decision
from bot.domain.participant import FilledSlot
from bot.domain.requests import Request
from bot.domain.tasks import Task

NOBODY = frozenset({questions.SMALL_TALK, questions.UNCLEAR, questions.OUT_OF_SCOPE})


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read of a message; what was not asked is None, or empty.

    `agent` is who should handle it, one of the four that are no agent included; it is None too
    where no answer was of use. `asks` says that it is a question. `repeats` is whose open wish
    it only names again, `doubts` are words for a slot that were not plain, and `beneath` is whose
    form all its values are for, which waits.
    """

    text: str
    topic: questions.Topic | None = None
    values: Mapping[str, FilledSlot] = field(default_factory=dict)
    agent: str | None = None
    opinion: questions.Opinion | None = None
    asks: bool = False
    repeats: str = ""
    doubts: Mapping[str, str] = field(default_factory=dict)
    beneath: str = ""

    def fills(self, task: Task) -> decisions.FillSlots:
        """Put what it gives into the form of this task."""
        return decisions.FillSlots(task.id, self.text, self.values, self.doubts)


def decide(reading: Reading, situation: Situation) -> Decision:
    """The one thing to do: a card first, then what is open, then whom it is for."""
    top, card = situation.top, situation.card
    if top is not None and card is not None and _is_about(reading, situation):
        return _beside_card(reading, top, card, situation)
    if top is not None and reading.topic in {questions.Topic.THIS, questions.Topic.STOP}:
        return _answered(reading, top, situation)
    return _for_whom(reading, situation)


def _is_about(reading: Reading, situation: Situation) -> bool:
    """Say whether it speaks of the card: it has an opinion of it, or changes one of its values."""
    named = situation.top is not None and reading.agent == situation.top.agent
    return reading.opinion not in {None, questions.Opinion.NONE} or named


def _beside_card(reading: Reading, top: Task, card: Request, situation: Situation) -> Decision:
    match reading.opinion:
        case questions.Opinion.APPROVE:
            return decisions.Confirm(card.id)
        case questions.Opinion.REJECT:
            return decisions.DecideRequest(card.id, "reject", reading.text)
        case questions.Opinion.QUESTION:
            return decisions.AnswerAbout(top.id, reading.text)
        case questions.Opinion.CHANGE | questions.Opinion.NONE | None:
            return _changed(reading, top, card, situation)
        case _:
            assert_never(reading.opinion)


def _changed(reading: Reading, top: Task, card: Request, situation: Situation) -> Decision:
    if situation.form is None:
        return decisions.Continue(top.id, reading.text)
    if reading.values or reading.doubts:
        return reading.fills(top)
    if reading.opinion is questions.Opinion.CHANGE:  # how to tell it is said then
        return decisions.DecideRequest(card.id, "edit")
    return decisions.AskAgain(top.id, reading.text)


def _answered(reading: Reading, top: Task, situation: Situation) -> Decision:
    """What is about the open question: values, a question back, or a try that does not fit.

    A wish to stop that was only read ends nothing: whoever wants that has exact words for it.
    """
    if reading.topic is questions.Topic.STOP:
        return decisions.AskAgain(top.id, reading.text, stops=True)
    if situation.form is None:
        return decisions.Continue(top.id, reading.text)
    if reading.values:
        return reading.fills(top)
    if reading.asks:
        return decisions.AnswerAbout(top.id, reading.text)
    if reading.beneath:
        return decisions.KeepInMind(reading.beneath, reading.text)
    return reading.fills(top) if reading.doubts else _asked_again(reading, top)


def _asked_again(reading: Reading, top: Task) -> Decision:
    if reading.repeats == top.agent and top.refused:
        return reading.fills(top)  # what was rejected is raised again
    if reading.repeats:
        return decisions.Remind(reading.repeats)
    return decisions.AskAgain(top.id, reading.text)


def _for_whom(  # noqa: C901, PLR0911 - one for each of those it may be for
    reading: Reading, situation: Situation
) -> Decision:
    top, agent, text = situation.top, reading.agent, reading.text
    if agent is None:
        return decisions.SmallTalk(text)
    if agent in NOBODY:
        return _for_nobody(agent, text, situation)
    if agent in situation.handed_back:
        return decisions.Clarify(agent)
    if agent in situation.asleep:
        return decisions.Refuse(agent)
    if agent == questions.PLANNER:
        return decisions.MakePlan(text)
    if top is not None and agent == top.agent:
        return _for_top(reading, top, situation)
    if agent in situation.beneath:
        return _for_beneath(reading, situation, agent)
    if agent in situation.waiting:
        return decisions.Resume(situation.waiting[agent], text)
    return decisions.Start(agent, text)


def _for_beneath(reading: Reading, situation: Situation, agent: str) -> Decision:
    """Words for the wish that the top serves may hold what the top has asked for as well."""
    if reading.repeats == agent:
        return decisions.Remind(agent)
    if reading.values and not reading.beneath and situation.top is not None:
        return reading.fills(situation.top)
    return decisions.KeepInMind(agent, reading.text)


def _for_top(reading: Reading, top: Task, situation: Situation) -> Decision:
    """It was thought to be about something else, and is for the same agent after all."""
    if situation.form is None:
        return decisions.Continue(top.id, reading.text)
    if reading.values and not situation.several_tools:
        return reading.fills(top)
    if situation.several_tools:
        return decisions.Resume(top.id, reading.text)
    return _asked_again(reading, top)


def _for_nobody(agent: str, text: str, situation: Situation) -> Decision:
    top = situation.top
    if top is not None and situation.takes_all and top.agent not in situation.handed_back:
        return decisions.Continue(top.id, text)
    if agent == questions.SMALL_TALK:
        return decisions.SmallTalk(text)
    return decisions.Clarify() if agent == questions.UNCLEAR else decisions.Refuse()
