"""One task in the middle of its run: steps, until it ends or somebody else must act first.

A step tries the responders in order until one has a valid response to the pending message;
that becomes the pending message, and the next step begins at the first responder again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import cast

from pydantic import JsonValue

from agents.kit.agent import Stage
from agents.kit.outcome import Outcome, ask, go_on
from agents.kit.tasks.declaration import Part, TaskDeclaration
from agents.kit.tasks.position import ABOVE, AGENT, MODEL, PERSON, TaskMessage, TaskPosition
from agents.kit.tasks.responders import NOT_RUN, Actor, Passes, Response
from agents.kit.tasks.run_limits import Ending, Play, RunWaits, goes_in_circles, walked
from agents.kit.tasks.signals import Result, Status
from agents.kit.values.model import ChatMessage, ModelCall, ModelReply
from agents.kit.values.objects import Passing


class PartStage(Passing[Stage]):
    """The stage of a task, for a part it turns to."""

    def __init__(
        self, play: Play, position: TaskPosition, name: str, text: str, result: str | None
    ) -> None:
        super().__init__(play.stage)
        self.text = text
        self.result = result
        self._play = play
        self._position = position
        self._name = name

    @property
    def state(self) -> Mapping[str, JsonValue] | None:
        """What the part has kept in the position of the task."""
        return self._position.parts.get(self._name)

    @property
    def key(self) -> str:
        """The key of the task, with the part and the step it is at."""
        return f"{self._inner.key}/{self._name}/{self._position.steps}"

    async def diary(self, book: str, since: int, until: int) -> tuple[JsonValue, ...]:
        """Lines of a book of the part's own."""
        return await self._inner.diary(_book(self._name, book), since, until)

    async def earlier(self) -> tuple[ChatMessage, ...]:
        """Nothing: what it is to know, the task has told it."""
        return ()

    async def complete(self, call: ModelCall) -> ModelReply:
        """Ask the model as the task does."""
        return await self._play.complete(call)

    def keep(self, state: dict[str, JsonValue]) -> None:
        """Keep its position as a part of the task's."""
        self._position.parts[self._name] = state
        self._play.keep()


def ended(outcome: Outcome, position: TaskPosition, name: str) -> Ending:
    """What a part's outcome means for the task; one that wants other agents has no answer."""
    if outcome.interrupt and (outcome.suspended or outcome.goes_on or outcome.asks_human):
        if outcome.state is not None:
            position.parts[name] = outcome.state
        diary = tuple(
            line.model_copy(update={"book": _book(name, line.book)}) for line in outcome.diary
        )
        return RunWaits(outcome.model_copy(update={"diary": diary}))
    position.parts.pop(name, None)
    return Result(Status.PASSED if outcome.interrupt else Status.DONE, outcome.value)


def _book(part: str, book: str) -> str:
    """A book of a part's own, in the one diary of the task."""
    return f"{part}/{book}"


NOTHING_MORE = "That is all"
STOPPED_FIRST = "error: not run, because the task was stopped first."
NO_RESPONSE = "{recipient} has no answer to that."


@dataclass(frozen=True, slots=True)
class News:
    """What came since the task stopped: words of its person, what a call returned at last."""

    text: str = ""
    result: str | None = None


@dataclass(slots=True)
class TaskRun:
    """A task and where it stands."""

    task: TaskDeclaration
    position: TaskPosition
    play: Play
    outside: tuple[str, ...] = ()
    is_root: bool = False
    news: News | None = None
    _actor: Actor = field(init=False)

    def __post_init__(self) -> None:
        if self.position.within not in self.task.responders:
            self.position.within = ""  # it was there when the tree was stored
        self._actor = Actor(self.task, self.position, self.play, self.outside, self.is_root)

    async def run(self) -> Ending:
        """Go on step by step."""
        ending = self._take_news()
        while ending is None:
            ending = self._stopped() or await self._step()
            if ending is None:
                self.play.keep()
        return ending

    def _stopped(self) -> Ending | None:
        """What keeps the task from another step, if anything does."""
        position, limits, ledger = self.position, self.task.limits, self.play.ledger
        tokens = ledger.tokens - position.tokens
        cost = ledger.cost_micros - position.cost_micros
        if tokens > limits.tokens or 0 < limits.cost_micros < cost:
            return self._cut_short(Status.MAX_COST)
        if position.steps >= limits.turns:
            return self._cut_short(Status.MAX_TURNS)
        if goes_in_circles(position.trail):
            return self._cut_short(Status.LOOP)
        if position.stalled > limits.stalls:
            return self._cut_short(Status.STALLED)
        return RunWaits(go_on({})) if self.play.is_long else None

    async def _step(self) -> Ending | None:
        """Find a valid response to the pending message."""
        position = self.position
        if not position.within:
            position.steps += 1
        passed = False
        for name in self._eligible():
            response = await self._respond(name)
            if isinstance(response, TaskMessage):
                position.accept(response, walked(position.trail, response))
                return None
            if isinstance(response, RunWaits):
                return response
            if isinstance(response, Result):
                is_whole = response.is_good or response.text
                return response if is_whole else self._cut_short(response.status)
            if response is None and self._is_in_charge(name):
                return self._finished(Status.FINISHED)
            passed = passed or response is Passes.ON
            position.declined.append(name)
        return self._without_response(passed=passed)

    def _eligible(self) -> tuple[str, ...]:
        """Who may respond now, in order: never who spoke last, nobody but a recipient."""
        position = self.position
        pending, names = position.pending, self.task.responders
        if position.within:
            names = names[names.index(position.within) :]
        elif pending.recipient:
            names = (pending.recipient,) if pending.recipient in names else ()
        gone = {pending.sender, *position.declined}
        return tuple(name for name in names if name not in gone and self._takes_part(name))

    def _takes_part(self, name: str) -> bool:
        is_addressed = self.position.pending.recipient == PERSON
        may_be_asked = is_addressed and self.task.asks_person is not False
        return name != PERSON or self._actor.asks_in_turn or may_be_asked

    def _is_in_charge(self, name: str) -> bool:
        """Say whether silence ends the task; tools are only silent about a model's words."""
        is_asked = name != AGENT or self.position.pending.sender == MODEL
        return name == self.task.in_charge and is_asked

    async def _respond(self, name: str) -> Response:
        match name:
            case "agent":
                return await self._actor.handle()
            case "model":
                return await self._actor.think()
            case "person":
                return self._ask()
            case _:
                sub = self.task.sub_task(name)
                return await (self._delegate(sub) if isinstance(sub, TaskDeclaration) else
                              self._play_part(sub))  # fmt: skip

    def _ask(self) -> RunWaits | None:
        """Put the pending message to a person, durably; what is empty is no question."""
        position = self.position
        if not position.pending.text.strip():
            return None
        position.waits, position.question = "person", position.pending.text
        ends = self.task.in_charge == PERSON
        return RunWaits(ask(position.question, options=(NOTHING_MORE,) if ends else ()))

    async def _delegate(self, sub: TaskDeclaration) -> Response:
        """Let a sub-task run on the pending message, from wherever it stands."""
        position = self.position
        if position.within != sub.name:
            opening = TaskMessage(sender=ABOVE, text=position.pending.text)
            before = position.nested.get(sub.name) or TaskPosition(pending=opening)
            begun = before.begin(opening, self.play.ledger)
            position.nested[sub.name], position.within = begun, sub.name
            self.play.stage.progress(f"{self.task.name} turns to {sub.name}")
        others = tuple(one for one in self.task.responders[3:] if one != sub.name)
        nested, news = position.nested[sub.name], self._news_below()
        ending = await TaskRun(sub, nested, self.play, others, news=news).run()
        if isinstance(ending, RunWaits):
            return ending
        self.play.stage.progress(f"{sub.name}: {ending.status}")
        position.within = ""
        if not sub.remembers:
            del position.nested[sub.name]
        return ending if ending.final else self._answered_by(sub.name, ending)

    async def _play_part(self, part: Part) -> Response:
        """Let any other script play its part on the pending message."""
        position, news = self.position, self._news_below()
        is_new = position.within != part.name
        position.within = part.name
        text = position.pending.text if is_new else (news.text if news else "")
        stage = PartStage(self.play, position, part.name, text, news.result if news else None)
        outcome = await part.script.run(cast("Stage", stage))
        ending = ended(outcome, position, part.name)
        if isinstance(ending, RunWaits):
            return ending
        position.within = ""
        return self._answered_by(part.name, ending)

    def _answered_by(self, name: str, result: Result) -> TaskMessage | Passes | None:
        """Make a response of what a sub-task ended with; without words it has none."""
        if result.status is Status.PASSED:
            return Passes.ON
        if result.status is Status.NO_ANSWER or not result.words.strip():
            return None
        to = result.to if result.to in self.task.responders else ""
        return TaskMessage(sender=name, text=result.words, recipient=to)

    def _without_response(self, *, passed: bool) -> Result | None:
        """End a task that nobody takes further, or try once more."""
        position = self.position
        pending = position.pending
        if pending.sender == MODEL and pending.text.strip() and not pending.recipient:
            return Result(Status.ANSWERED, pending.text)
        if passed and pending.sender in {ABOVE, PERSON} and not pending.recipient:
            return Result(Status.PASSED)
        position.stalled += 1
        position.declined.clear()
        if pending.recipient:
            told = NO_RESPONSE.format(recipient=pending.recipient)
            position.pending = TaskMessage(sender=AGENT, text=told)
        return None

    def _finished(self, status: Status) -> Result:
        """End with the pending message as the result, if it is one."""
        pending = self.position.pending
        is_result = pending.sender not in {ABOVE, PERSON} and not pending.calls
        if not (is_result and pending.text.strip()):
            return Result(Status.NO_ANSWER)
        return Result(status, pending.text)

    def _cut_short(self, status: Status) -> Result:
        """End early, with the last words there are."""
        text = self._finished(status).text
        self._actor.abandon(STOPPED_FIRST)
        return Result(status, text)

    def _news_below(self) -> News | None:
        """Hand what came on to the sub-task that is in the middle of its run."""
        news, self.news = self.news, None
        return news

    def _take_news(self) -> Ending | None:
        """Take in what came since the task stopped; its end, if that ends it."""
        news, position = self.news, self.position
        if news is None:
            return None
        if news.text:
            position.spoken_to(news.text)
        if position.within:
            return None  # it is for the sub-task
        self.news = None
        waited, position.waits = position.waits, ""
        if waited == "call" and news.result is not None:
            position.interjected += [news.text] if news.text else []
            self._actor.returned(news.result)
            return None
        if not news.text:
            return None
        if waited == "person" and news.text == NOTHING_MORE and self.task.in_charge == PERSON:
            return self._finished(Status.STOPPED)
        self._hear(news.text)
        return None

    def _hear(self, text: str) -> None:
        """Take a person's words: as the response that is awaited, or beside what was going on."""
        position = self.position
        said = TaskMessage(sender=PERSON, text=text)
        if position.pending.calls:
            self._actor.abandon(NOT_RUN)
        elif position.pending.sender != MODEL:
            position.interjected.append(text)
            return
        position.accept(said, walked(position.trail, said))
