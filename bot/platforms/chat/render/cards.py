"""What cards and plans say on every platform: whom they wait for, and how they ended."""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime

from agents.kit.outcome import HUMAN
from agents.kit.values.person import Person
from bot.core.requests.cards import make_buttons
from bot.domain.accounts import GROUP
from bot.domain.ids import ReplyId
from bot.domain.messages import Button, PlanView, Reply, ReplyKind, StepView, Thread
from bot.domain.plans.steps import StepStatus
from bot.domain.requests import Request, RequestKind
from bot.domain.untrusted import show_value
from bot.platforms.chat.render.card_arguments import CardView
from bot.platforms.chat.render.forms import READ

WAITING, WARNING = "⏳ ", "⚠️ "
AWAITING = "awaiting"
MOST_COUNTED = 100
_VERDICTS = {"approve": "Approved", "edit": "Edited and approved", "reject": "Rejected"}
_SIGNS = {
    "answered": "✅",
    "approved": "✅",
    "edited": "✅",
    "rejected": "❌",
    "expired": "⌛",
    "cancelled": "🚫",
}
_OF_STEP = re.compile(r".*:[a-z]+-(\d{1,2})")
_REFUSING = ("reject", "respond")


@dataclass(frozen=True, slots=True)
class RequestEnding:
    """How a request ended, when, and by whom: people of the platform, by their ids."""

    outcome: str
    who: tuple[str, ...]
    when: datetime

    @property
    def says(self) -> str:
        """The outcome, in one line."""
        return " ".join(self.outcome.split())

    @property
    def sign(self) -> str:
        """The sign for it, by the first word of the outcome."""
        return _SIGNS.get(re.split(r"\W", self.says.lower(), maxsplit=1)[0], "☑️")


@dataclass(frozen=True, slots=True)
class Naming:
    """How a platform writes a user's id, a group's entry (`group:S1`), a time, bold words."""

    person: Callable[[str], str]
    group: Callable[[str], str]
    moment: Callable[[datetime], str]
    bold: str

    def waiting(self, view: CardView, most: int) -> str:
        """Say whom a request waits for, at most so many by name, and until when."""
        names = [self._decider(one) for one in view.deciders[:most]] or ["nobody: none is named"]
        more = len(view.deciders) - most
        names += [f"{more} more"] if more > 0 else []
        count = "one" if view.needed == 1 else str(view.needed)
        who = names[0] if len(names) == 1 else f"{count} of {', '.join(names)}"
        asked = f" · asked for by {self.person(view.asked)}" if view.asked else ""
        return f"{WAITING}Waiting for {who} until {self.moment(view.expires_at)}{asked}"

    def _decider(self, entry: str) -> str:
        if entry.startswith(GROUP):
            return self.group(entry)
        return self.person(entry.rpartition("/")[2])

    def by(self, end: RequestEnding, most: int = MOST_COUNTED) -> str:
        """Say who decided, at most so many."""
        return f" by {', '.join(map(self.person, end.who[:most]))}" if end.who else ""

    def ended(self, says: str, end: RequestEnding, by: str) -> str:
        """Say how a request ended, in words as they are written here, and by whom."""
        return f"{end.sign} {self.bold}{says}{self.bold}{by} · {self.moment(end.when)}"


def id_of(group: str) -> str:
    """The platform's own id of a group that a rule names."""
    return group.rpartition("/")[2].removeprefix(GROUP)


def find_mentioned(reply: Reply, platform: str) -> Iterator[tuple[str, bool]]:
    """The users and groups here that a reply is for: an id each, and if it is a group's."""
    for entry in reply.mentions:
        *place, id_ = entry.removeprefix(GROUP).split("/")
        if place in ([], [platform, reply.thread.workspace]):
            yield id_, entry.startswith(GROUP)


def ending(request: Request, told: str, platform: str, now: datetime) -> RequestEnding:
    """How a request ended: people of this platform are named by their ids."""
    by = request.decided_by
    if by is not None and by.platform == platform:
        verdict = _VERDICTS.get(request.verdict, "Answered")
        outcome = f"{verdict}: {request.reason}" if request.reason else verdict
        return RequestEnding(outcome, _deciders(request, by), now)
    outcome = request.status.value.capitalize()
    return RequestEnding(told or (f"{outcome} by {by.shown}" if by else outcome), (), now)


def ends_unsaid(request: Request) -> bool:
    """Say whether a card need not say how it ended: what was answered stands below it."""
    return request.kind is RequestKind.QUESTION and not request.options


def restate_request(request: Request) -> Reply:
    """A request as it would be said now."""
    kind = ReplyKind.FORM if request.kind is RequestKind.SECRET else ReplyKind.MESSAGE
    buttons = make_buttons(request)
    if kind is ReplyKind.FORM:
        buttons = (Button(f"{request.id}:submit", "Submit", "primary"),)
    return Reply(
        id=ReplyId(request.id),
        reply_to="",
        thread=Thread.of(request.session),
        kind=kind,
        text=request.text,
        agent=request.subject.agent,
        to=request.asked,
        buttons=buttons,
        request=request.id,
    )


def buttons_on(reply: Reply, view: CardView) -> tuple[Button, ...]:
    """The buttons, less what would let somebody agree to what they could not read."""
    if reply.kind is ReplyKind.FORM:
        return tuple(replace(button, label="Open the form") for button in reply.buttons)
    if not view.is_action or view.is_told:
        return reply.buttons
    return (Button(f"{view.id}:{READ}", "Open to read all first", "primary"), *_safe(reply, view))


def number_of_step(button: Button) -> int:
    """The number of the step a button is about; 0 for one that is about the whole card."""
    found = _OF_STEP.fullmatch(button.id)
    return int(found[1]) if found else 0


def describe_arguments(step: StepView) -> str:
    """What a step is given, in few words; the card of the plan shows all of it."""
    words = (f"{k.replace('_', ' ')}: {show_value(v)}" for k, v in step.arguments.items() if v)
    return ", ".join(words)


def describe_change(step: StepView, asked: Mapping[str, object]) -> str:
    """What a step was changed to, if it is not what its card asked about."""
    is_changed = step.arguments and step.arguments != asked
    return f" · changed to {describe_arguments(step)}" if is_changed else ""


def _deciders(request: Request, by: Person) -> tuple[str, ...]:
    """Who decided; of several who approved, all of them."""
    is_approved = request.verdict == "approve" and by in request.approvals
    return tuple(person.user for person in (request.approvals if is_approved else (by,)))


def _safe(reply: Reply, view: CardView) -> tuple[Button, ...]:
    """The buttons that let nothing run of what could not be read: to refuse, or to remark."""
    if not view.steps:
        return tuple(button for button in reply.buttons if button.style == "danger")
    verbs = ((button, button.id.rpartition(":")[2]) for button in reply.buttons)
    return tuple(button for button, verb in verbs if verb.startswith(_REFUSING))


_DONE = StepStatus.COMPLETED.value
_NOT_DONE = frozenset(
    status.value for status in (StepStatus.FAILED, StepStatus.REJECTED, StepStatus.SKIPPED)
)
_STEP_SIGNS: Mapping[str, str] = {
    StepStatus.RUNNING: "⏳",
    _DONE: "✅",
    **dict.fromkeys(_NOT_DONE, "⚠️"),
}
_WAITS = {
    StepStatus.AWAITING.value: "waits for a decision",
    "with person": "with a person",
    StepStatus.APPROVED.value: "approved",
}


def status_of(step: StepView) -> str:
    """How a step stands, in one word."""
    return step.status.partition(":")[0]


def sign_of_step(step: StepView) -> str:
    """The sign for how a step stands."""
    return _STEP_SIGNS.get(status_of(step), "▫️")


def describe_step(step: StepView, titles: Mapping[str, str]) -> str:
    """Whose step it is and what it does; `titles` are the agents as people know them."""
    if step.agent == HUMAN:
        return f"For a person: {step.action}"
    who = titles.get(step.agent, step.agent.replace("_", " "))
    return f"{who}: {step.tool.replace('_', ' ') if step.tool else step.action}"


def describe_result(step: StepView) -> str:
    """What came of a step, or what it waits for; empty while there is nothing to say."""
    note = " ".join(step.note.split())
    if status_of(step) == _DONE:
        return note or "done"
    if status_of(step) in _NOT_DONE:
        return f"{step.status}{f': {note}' if note else ''}"
    return _WAITS.get(step.status, "")


def title_of(view: PlanView) -> str:
    """A plan's title, in one line."""
    return " ".join(view.title.split())


def steps_done(view: PlanView) -> str:
    """How far a plan is."""
    return f"{view.done} of {view.total} steps done"
