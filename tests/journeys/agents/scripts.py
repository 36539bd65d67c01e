"""Agents whose scripts are plain functions, and conversations with them."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from agents.kit import (
    Agent,
    EffectKey,
    Fact,
    Outcome,
    Script,
    Stage,
    Suspended,
    ToolFailed,
    ask,
    done,
    go_on,
    tool,
)
from bot.core.requests.ask import MOST_LAPS
from bot.domain.messages import Incoming, Kind
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.plans.planned import carry_out

BADGE = Fact("badge", "a badge that was shown")
Play = Callable[[Stage], Awaitable[Outcome]]


@dataclass
class Printer:
    """What was printed, by key."""

    pages: dict[str, str] = field(default_factory=dict)

    def agent(self, **details: Any) -> Agent:
        @tool(effect=True, free=["text"], **details)
        async def print_page(text: str, key: EffectKey) -> str:
            """Print a page."""
            if text == "jam":
                raise ToolFailed("The paper is stuck.")
            self.pages.setdefault(key, text)
            return f"printed {text}"

        return Agent(
            name="printer",
            description="Prints.",
            prompt="Print.",
            tools=(print_page,),
            style="talk",
        )


@dataclass(frozen=True)
class Scripted(Script):
    """A script that is a function."""

    play: Play
    cast: tuple[Agent, ...] = ()

    @property
    def agents(self) -> tuple[Agent, ...]:
        return self.cast

    async def run(self, stage: Stage) -> Outcome:
        return await self.play(stage)


def a_script(play: Play, *cast: Agent, **details: Any) -> Agent:
    return Agent(
        name="press",
        description="Looks after the press.",
        introduction="The press",
        script=Scripted(play, cast),
        **details,
    )


def printing(printer: Agent, text: str = "a page") -> Play:
    """Return a script that prints a page, and says what came of it."""

    async def play(stage: Stage) -> Outcome:
        if stage.result is not None:
            return done(f"In the end: {stage.result}")
        if stage.state is not None and stage.text:
            return ask(f"Instead of printing: {stage.text}?", state={"waits": True})
        try:
            found = await stage.use(printer, printer.tools[0], {"text": text})
        except ToolFailed as failure:
            return done(f"It failed: {failure}")
        if isinstance(found, Suspended):
            return Outcome(interrupt=True, suspended=found, state={"waits": True})
        return done(f"At once: {found}")

    return play


async def talk(*agents: Agent, **details: Any) -> Conversation:
    model = directed({"press": "press", "room": "room"})
    return await a_conversation(model, agents=agents, **details)


def counting(to: int) -> Play:
    async def play(stage: Stage) -> Outcome:
        count = int(str((stage.state or {}).get("count", 0))) + 1
        if stage.text and count > 1:
            return ask(f"You said {stage.text} at {count}.", state={"count": count})
        stage.say("Counter", str(count))
        return done("Counted.") if count == to else go_on({"count": count})

    return play


def without_offer(text: str) -> str:
    """What was said, without what else can be asked for."""
    return text.partition("\n\nWhat else can I do for you?")[0]


async def all_at_once(conversation: Conversation, *texts: str) -> str:
    """Say it all before the first turn begins; return everything that is said."""
    for number, text in enumerate(texts):
        said = Incoming(f"m{number}", THREAD, a_person("ana"), Kind.MESSAGE, text)
        await conversation.store.accept(said)
    return without_offer(await carry_out(conversation, most=MOST_LAPS + 9))
