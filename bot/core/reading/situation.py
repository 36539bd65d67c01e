"""What is open when a message comes: all that decides how it is read, as one value."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from agents.kit.values.model import Card
from bot.core.forms.slot import Slot
from bot.core.forms.whose import Beneath
from bot.core.forms.words import question_for
from bot.domain.ids import TaskId
from bot.domain.participant import ToolForm
from bot.domain.requests import Request
from bot.domain.tasks import Task


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
        return question_for(wanted) if self.form and wanted else self.question

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
