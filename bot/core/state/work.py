"""A turn in progress: its parts, and what takes several of them at once."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from typing import Any

from agents.kit.agent import Agent
from agents.kit.values.person import Person
from agents.kit.values.texts import within
from bot.core.ports.turns import RECENT_LINES, Beginning
from bot.core.state.catalogue import Catalogue, Progress, Services
from bot.core.state.changes import TurnChanges, TurnRequests
from bot.core.state.journal import Journal, TurnEffects
from bot.core.state.limits import TurnBudget
from bot.core.state.person import PersonState
from bot.core.state.transcript import PromptContext, Transcript, has_typed, take_in_full
from bot.domain.budget import Budget
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.errors import AgentGone
from bot.domain.ids import ReplyId, SessionId, TaskId
from bot.domain.messages import Incoming, Reply, ReplyKind, TranscriptLine, find_written
from bot.domain.participant import Participant
from bot.domain.plans.plan import Plan
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Spoken, Task, TaskStack, find_part, look_up, narrow


@dataclass
class Work:
    """One turn, as it goes on, in parts; a function that uses one of them is handed that part.

    `waits` says that a person must act next. `handed_back` are the agents that said of this
    turn's words that they were not for them, and why; `passed_on` are words that are given to
    another before the turn goes on. `discreet` are agents that know what a private one found.
    """

    beginning: Beginning
    services: Services
    progress: Progress
    journal: Journal
    transcript: Transcript
    person: PersonState
    limits: TurnBudget
    requests: TurnRequests
    changes: TurnChanges
    waits: bool = False
    context: PromptContext = field(default_factory=PromptContext)
    acted: TurnEffects = field(default_factory=TurnEffects)
    handed_back: dict[str, str] = field(default_factory=dict)
    passed_on: str = ""
    discreet: set[str] = field(default_factory=set)

    @classmethod
    def start(cls, beginning: Beginning, services: Services, progress: Progress) -> "Work":
        """Begin, with what still holds of the author's facts."""
        journal = Journal.of(beginning, services.turns, services.clock.now())
        work = cls(
            beginning=beginning,
            services=services,
            progress=progress,
            journal=journal,
            transcript=Transcript(
                journal.turn, journal.now, beginning.incoming, beginning.recent, beginning.memory
            ),
            person=PersonState(beginning.participant, beginning.participant),
            limits=TurnBudget(
                Budget(services.limits), beginning.halt, services.clock, services.clock.elapsed()
            ),
            requests=TurnRequests(beginning),
            changes=TurnChanges(journal.turn),
        )
        work.take(beginning.participant)
        return work

    def take(self, participant: Participant) -> None:
        """Work for this person; their own activity keeps their facts alive."""
        facts = participant.facts.at(self.now, self.catalogue.kinds)
        is_own = self.incoming.is_own
        is_author = participant.person == self.author and not is_own
        facts = facts.used(self.now) if is_author else facts
        is_same = facts is participant.facts
        self.person.before = participant
        self.person.participant = participant if is_same else participant.with_(facts=facts)

    @property
    def catalogue(self) -> Catalogue:
        """The agents there are."""
        return self.services.catalogue

    @property
    def incoming(self) -> Incoming:
        """What came in; its words are those that it has by now."""
        return self.transcript.incoming

    @property
    def author(self) -> Person:
        """Who wrote the message, or pressed the button."""
        return self.transcript.author

    @property
    def now(self) -> datetime:
        """The moment that this turn counts as its own."""
        return self.journal.now

    @property
    def local_now(self) -> datetime:
        """The moment of the turn, by the clocks of the people here."""
        return self.now.astimezone(self.services.zone)

    @property
    def today(self) -> date:
        """The day of the turn, where the people are."""
        return self.local_now.date()

    @property
    def session(self) -> SessionId:
        """The session of this turn."""
        return self.transcript.session

    def agent(self, name: str) -> Agent:
        """Find an agent, also one that only a script plays.

        Raises:
            AgentGone: it is no longer in the catalogue.
        """
        found = self.catalogue.actor(name)
        if found is None:
            raise AgentGone(name)
        return found

    def new_task(self, agent: str, text: str, **details: Any) -> Task:
        """Make a task out of what the user said."""
        return Task(
            id=TaskId(self.journal.next_id()), agent=agent, said=(text,) if text else (), **details
        )

    def take_off(self, *tasks: Task) -> None:
        """Take tasks off the stack, and close what they have open."""
        for task in tasks:
            self.requests.supersede(task)
            self.person.stack = self.person.stack.remove(task)

    def say(self, agent: str, text: str, **parts: Any) -> None:
        """Say something to the person worked for; it is sent once the turn is committed.

        `own` is what of it are the agent's own words, all unless given; the rest is the bot's.
        """
        kind, own = parts.pop("kind", ReplyKind.MESSAGE), parts.pop("own", None)
        parts.setdefault("to", self.person.identity)
        # Who may approve has to see a card; it shows what is to be done, not what is known.
        is_card = any(button.id.endswith(":approve") for button in parts.get("buttons", ()))
        parts.setdefault("private", self.is_private(agent) and not is_card)
        text = within(text, kind.most_characters)
        id_, incoming = ReplyId(self.journal.next_id()), self.incoming
        reply = Reply(id_, incoming.id, incoming.thread, kind, text, agent, **parts)
        self.transcript.add(reply, own)

    def tell_alone(self, text: str, **parts: Any) -> None:
        """Answer the author alone; what is told like this is no part of the conversation."""
        self.say("", text, to=self.author, private=True, **parts)
        self.transcript.said.pop()

    def is_private(self, agent: str) -> bool:
        """Say whether what an agent says is for one person only, for others read the thread."""
        if not self.incoming.shared:
            return False
        known = self.catalogue.actor(agent)
        told = (task.agent for task in self.person.stack.tasks if task.private)
        return (known is not None and known.private) or agent in {*self.discreet, *told}

    def spoken(self, text: str) -> tuple[Spoken, ...]:
        """Where the person worked for wrote this themselves, now or as their wish; else empty."""
        key = self.person.identity.key
        turn = self.journal.turn
        whole = find_written(self.transcript.said, turn, key)
        is_typed = self.transcript.joined or has_typed(self.incoming, text)
        found = find_part(whole, take_in_full(text, whole), turn, key) if is_typed else None
        if found:
            return (found,)
        wish = self.person.participant.wish_spoken
        parts = (narrow((one,), take_in_full(text, one.text)) for one in wish)
        return next(filter(None, parts), ())

    def decide(self, gate: Gate, chosen: str, reason: str, rejected: tuple[str, ...] = ()) -> None:
        """Keep a decision where it is made, and tell it on the side channel."""
        self.changes.decisions.append(DecisionNote(gate, chosen, reason, rejected))
        is_agent = self.catalogue.get(chosen) is not None
        self.progress(
            chosen, f"{chosen}: {reason}" if is_agent else f"{reason[:1].upper()}{reason[1:]}"
        )


async def work_for(work: Work, participant: Participant) -> None:
    """Work for this person from now on, with what they wrote for their open tasks."""
    spoken = [one for task in participant.tasks for one in task.spoken]
    spoken += participant.wish_spoken
    lines = await _lines(work, spoken) if spoken else ()
    work.take(_with_words(participant, lines) if spoken else participant)


async def work_for_asker(work: Work, request: Request) -> None:
    """Work for whoever a request asks, and whose task it is about."""
    if request.asked != work.person.identity:
        sessions = work.services.sessions
        await work_for(work, await sessions.participant(work.session, request.asked))


async def look_up_plan_words(work: Work, plan: Plan) -> Plan:
    """The plan with what its owner wrote for it."""
    if all(one.text for one in plan.spoken):
        return plan
    return replace(plan, spoken=_looked_up(plan.spoken, await _lines(work, plan.spoken)))


async def _lines(work: Work, spoken: Iterable[Spoken]) -> Sequence[TranscriptLine]:
    """The lines these places are in: mostly among the newest, else they are read."""
    turns = {one.turn for one in spoken}
    recent = work.transcript.recent
    # The oldest of the newest lines may be the last of several of its turn.
    is_cut = len(recent) >= RECENT_LINES
    whole = {line.turn for line in recent} - {line.turn for line in recent[:1] if is_cut}
    if turns <= whole:
        return recent
    return await work.services.turns.lines(work.session, turns)


def _with_words(participant: Participant, lines: Sequence[TranscriptLine]) -> Participant:
    def heard(tasks: Iterable[Task]) -> tuple[Task, ...]:
        return tuple(_heard(task, lines) for task in tasks)

    stack = participant.stack
    return participant.with_(
        stack=TaskStack(tasks=heard(stack.tasks), queued=heard(stack.queued)),
        shelved=heard(participant.shelved),
        wish_spoken=_looked_up(participant.wish_spoken, lines),
    )


def _heard(task: Task, lines: Sequence[TranscriptLine]) -> Task:
    return task.with_(spoken=_looked_up(task.spoken, lines)) if task.spoken else task


def _looked_up(spoken: Sequence[Spoken], lines: Sequence[TranscriptLine]) -> tuple[Spoken, ...]:
    return look_up(spoken, lambda turn, person: find_written(lines, turn, person))


def is_private_task(catalogue: Catalogue, task: Task) -> bool:
    """Say whether what comes of a task is private; whoever takes it over has to keep it so."""
    agent = catalogue.get(task.agent)
    return task.private or (agent is not None and agent.private)


def asks_in_private(work: Work, request: Request) -> bool:
    """Say whether a request is asked in private; a card is not, for others may decide it."""
    if request.kind in {RequestKind.APPROVAL, RequestKind.PLAN}:
        return False
    told = any(task.private for task in work.person.stack.tasks if task.id == request.task)
    return work.is_private(request.subject.agent) or (told and work.incoming.shared)
