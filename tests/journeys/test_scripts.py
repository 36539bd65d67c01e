"""Agents with a script: they go on by themselves, speak as personas, and are guarded inside."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from agents.kit import (
    Agent,
    EffectKey,
    Fact,
    Outcome,
    Script,
    Secret,
    Stage,
    Suspended,
    ToolFailed,
    Turn,
    always,
    ask,
    done,
    four_eyes,
    go_on,
    tool,
)
from agents.kit.errors import ModelUnavailable
from agents.kit.model import AgentBrief, ChatMessage, ModelCall, Purpose, ToolCall
from bot.core.requests.asking import STILL_GOING
from bot.core.turn.going import ERRAND, MOST_LAPS
from bot.domain.messages import Incoming, Kind
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.planned import carry_out
from tests.journeys.small_agents import asks, directed

BADGE = Fact("badge", "a badge that was shown")
Play = Callable[[Stage], Awaitable[Outcome]]


@dataclass
class Printer:
    """What was printed, by key."""

    pages: dict[str, str] = field(default_factory=dict)

    def agent(self, **details: Any) -> Agent:
        @tool(effect=True, **details)
        async def print_page(text: str, key: EffectKey) -> str:
            """Print a page."""
            if text == "jam":
                raise ToolFailed("The paper is stuck.")
            self.pages.setdefault(key, text)
            return f"printed {text}"

        return Agent(name="printer", description="Prints.", prompt="Print.", tools=(print_page,))


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


async def test_a_script_goes_on_in_turns_of_its_own():
    conversation = await talk(a_script(counting(3)))

    first = await conversation.say("to the press")
    rest = await carry_out(conversation)

    assert (first, without_offer(rest)) == ("1", "2\n\n3\n\nCounted.")
    assert [reply.speaker for reply in conversation.replies][:4] == ["Counter"] * 3 + [""]
    assert await conversation.stack() == []


def without_offer(text: str) -> str:
    """What was said, without what else can be asked for."""
    return text.partition("\n\nWhat else can I do for you?")[0]


async def all_at_once(conversation: Conversation, *texts: str) -> str:
    """Say it all before the first turn begins; return everything that is said."""
    for number, text in enumerate(texts):
        said = Incoming(f"m{number}", THREAD, a_person("ana"), Kind.MESSAGE, text)
        await conversation.store.accept(said)
    return without_offer(await carry_out(conversation, most=MOST_LAPS + 9))


async def test_what_is_said_meanwhile_is_read_before_it_goes_on():
    conversation = await talk(a_script(counting(9)))

    said = await all_at_once(conversation, "to the press", "are you there")

    assert said == "1\n\nYou said are you there at 2."


async def test_stop_ends_what_goes_on_by_itself():
    conversation = await talk(a_script(counting(9)))

    said = await all_at_once(conversation, "to the press", "stop")

    assert said == "1\n\nStopped: press. Nothing more is done for it."
    assert await conversation.stack() == []


async def test_after_a_digression_it_goes_on():
    conversation = await talk(a_script(counting(3)), asks("room"))

    asked = await all_at_once(conversation, "to the press", "@room please")
    told = await conversation.say("blue")
    rest = await carry_out(conversation)

    assert asked == "1\n\nWhich room?"
    assert told == f"The room is blue.\n\n{STILL_GOING}"
    assert without_offer(rest) == "2\n\n3\n\nCounted."


async def test_who_goes_on_for_very_long_asks_first():
    conversation = await talk(a_script(counting(500)))

    said = await all_at_once(conversation, "to the press")

    assert said.endswith(f"press has been at it for {MOST_LAPS} turns. Shall it go on, or “stop”?")


async def test_an_errand_that_comes_late_changes_nothing():
    conversation = await talk(a_script(counting(3)))
    await all_at_once(conversation, "to the press", "wait")

    late = Incoming("late", THREAD, a_person("ana"), Kind.ERRAND, f"{ERRAND} event-1.1 event-1")

    assert await conversation.take(late) == ""
    assert await conversation.stack() == ["press"]


async def test_an_inner_tool_runs_like_any_other():
    printer = Printer()
    inner = printer.agent()
    conversation = await talk(a_script(printing(inner), inner))

    assert without_offer(await conversation.say("to the press")) == "At once: printed a page"
    assert list(printer.pages.values()) == ["a page"]


async def test_an_inner_tool_waits_for_its_approval_and_the_script_learns_what_it_returned():
    printer = Printer()
    inner = printer.agent(approval=always())
    conversation = await talk(a_script(printing(inner), inner))

    card = await conversation.say("to the press")
    assert card.startswith("printer wants to print page:\n  text: a page")
    assert printer.pages == {}

    assert without_offer(await conversation.press("Approve")) == "In the end: printed a page"
    assert list(printer.pages.values()) == ["a page"]


async def test_an_inner_tool_that_fails_after_its_approval_is_told_to_the_script():
    printer = Printer()
    inner = printer.agent(approval=always())
    conversation = await talk(a_script(printing(inner, "jam"), inner))

    await conversation.say("to the press")

    said = without_offer(await conversation.press("Approve"))

    assert said == "In the end: error: The paper is stuck."


async def test_a_remark_on_an_approval_is_read_by_the_script():
    printer = Printer()
    inner = printer.agent(approval=always())
    conversation = await talk(a_script(printing(inner), inner))

    await conversation.say("to the press")
    said = await conversation.say("press another")

    assert said == "Instead of printing: press another?"
    assert [request.kind for request in conversation.pending] == ["question"]
    assert printer.pages == {}


async def test_a_rejection_with_its_reason_is_read_by_the_script():
    printer = Printer()
    inner = printer.agent(approval=always())
    conversation = await talk(a_script(printing(inner), inner))

    await conversation.say("to the press")
    said = await conversation.press("Reject", reason="too long")

    assert said == "Instead of printing: I reject this: too long?"


async def test_the_rules_the_operator_filled_in_hold_inside_a_script():
    printer = Printer()
    written = printer.agent()
    agent = a_script(printing(written), written)
    filled_in = printer.agent(approval=four_eyes(approvers=["ben"]))
    conversation = await talk(replace(agent, inner=(filled_in,)))

    card = await conversation.say("to the press")

    assert "It is for ben to decide." in card
    assert printer.pages == {}


async def test_what_an_inner_agent_requires_comes_first():
    printer = Printer()
    inner = replace(printer.agent(), requires=(BADGE,))

    @tool(provides=[BADGE], ends_task=True)
    async def show_badge(turn: Turn, badge: str) -> str:
        """Show a badge."""
        turn.establish(BADGE, badge)
        return f"Badge {badge} is fine."

    gate = Agent(name="gate", description="The gate.", prompt="Ask.", tools=(show_badge,))

    def act(call: ModelCall) -> ScriptedAnswer:
        assert isinstance(call.brief, AgentBrief)
        if call.brief.said[-1:] == ("B7",):
            return ToolCall("1", "show_badge", '{"badge": "B7"}')
        return "Which badge?"

    model = directed({"press": "press"}, act)
    conversation = await a_conversation(model, agents=(a_script(printing(inner), inner), gate))

    asked = await conversation.say("to the press")
    assert asked.endswith("Which badge?")
    assert printer.pages == {}

    assert "In the end: printed a page" in await conversation.say("B7")


async def test_a_secret_of_an_inner_tool_reaches_only_the_tool():
    opened = []

    @tool
    async def open_safe(pin: Secret) -> str:
        """Open the safe."""
        opened.append(pin.reveal())
        return "it is open"

    keeper = Agent(name="keeper", description="Keeps.", prompt="Keep.", tools=(open_safe,))

    async def play(stage: Stage) -> Outcome:
        if stage.result is not None:
            return done(f"In the end: {stage.result}")
        found = await stage.use(keeper, open_safe, {})
        assert isinstance(found, Suspended)
        return Outcome(interrupt=True, suspended=found, state={"waits": True})

    conversation = await talk(a_script(play, keeper))

    form = await conversation.say("to the press")
    said = await conversation.press("Submit", pin="4711")

    assert "Please type your pin." in form
    assert (without_offer(said), opened) == ("In the end: it is open", ["4711"])


async def test_a_script_uses_no_tool_of_an_agent_it_does_not_play():
    printer = Printer()
    conversation = await talk(a_script(printing(printer.agent())))

    said = await conversation.say("to the press")

    assert said.startswith("I could not go on, because of a fault in one of my agents.")
    assert printer.pages == {}


async def test_what_was_kept_before_a_failure_is_not_done_again():
    printer = Printer()
    inner = printer.agent()

    async def play(stage: Stage) -> Outcome:
        if stage.state is None:
            await stage.use(inner, inner.tools[0], {"text": "a page"})
            stage.keep({"printed": True})
        call = ModelCall(Purpose.AGENT, "printer", (ChatMessage("user", "so?"),), AgentBrief(()))
        return done((await stage.complete(call)).text)

    answers: list[ScriptedAnswer] = [ModelUnavailable("the model is away"), "Well printed."]
    model = directed({"press": "press"}, lambda _call: answers.pop(0))
    conversation = await a_conversation(model, agents=(a_script(play, inner),))

    failed = await conversation.say("to the press")
    said = await conversation.say("go on")

    assert failed.startswith("I could not go on: the model is away. “press” is kept")
    assert without_offer(said) == "Well printed."
    assert len(printer.pages) == 1


async def test_a_script_reads_each_thing_said_once():
    heard: list[tuple[str, tuple[str, ...]]] = []

    async def play(stage: Stage) -> Outcome:
        heard.append((stage.text, stage.said))
        return ask("And?", state={"asked": True})

    conversation = await talk(a_script(play))

    await conversation.say("to the press with it")
    await conversation.say("one")
    await conversation.say("two")

    assert [text for text, _said in heard][1:] == ["one", "two"]
    assert heard[-1][1] == ("to the press with it", "one", "two")


async def test_a_fault_in_a_script_is_told_and_its_task_kept():
    async def play(stage: Stage) -> Outcome:
        raise ZeroDivisionError

    conversation = await talk(a_script(play))

    said = await conversation.say("to the press")

    assert said.startswith("I could not go on, because of a fault in one of my agents.")
    assert await conversation.stack() == ["press"]
