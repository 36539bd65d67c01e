"""A turn in progress: what it has read, decided and said so far, until it is committed."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from agents.kit.agent import Agent
from agents.kit.values.person import Person
from agents.kit.values.texts import within
from bot.core.ports.turns import Beginning
from bot.core.turn.changes import TurnChanges
from bot.core.turn.journal import Acted, Journal
from bot.core.turn.limits import TurnLimits
from bot.core.turn.person import PersonState
from bot.core.turn.requesting import TurnRequests
from bot.core.turn.services import Catalogue, Progress, Services
from bot.core.turn.transcript import Context, Transcript
from bot.core.turn.wording import has_typed, in_full
from bot.domain.budget import Budget
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.errors import AgentGone
from bot.domain.ids import ReplyId, SessionId, TaskId
from bot.domain.messages import Incoming, Reply, ReplyKind, find_written
from bot.domain.participant import Participant
from bot.domain.tasks import Spoken, Task, find_part, narrow


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
    limits: TurnLimits
    requests: TurnRequests
    changes: TurnChanges
    waits: bool = False
    context: Context = field(default_factory=Context)
    acted: Acted = field(default_factory=Acted)
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
            limits=TurnLimits(
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
        found = find_part(whole, in_full(text, whole), turn, key) if is_typed else None
        if found:
            return (found,)
        wish = self.person.participant.wish_spoken
        parts = (narrow((one,), in_full(text, one.text)) for one in wish)
        return next(filter(None, parts), ())

    def decide(self, gate: Gate, chosen: str, reason: str, rejected: tuple[str, ...] = ()) -> None:
        """Keep a decision where it is made, and tell it on the side channel."""
        self.changes.decisions.append(DecisionNote(gate, chosen, reason, rejected))
        is_agent = self.catalogue.get(chosen) is not None
        self.progress(
            chosen, f"{chosen}: {reason}" if is_agent else f"{reason[:1].upper()}{reason[1:]}"
        )
