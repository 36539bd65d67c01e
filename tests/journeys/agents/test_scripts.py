"""Agents with a script: what happens inside is guarded, and its person is told."""

from dataclasses import replace

from agents.kit import (
    Agent,
    Outcome,
    Secret,
    Stage,
    Suspended,
    ToolFailed,
    Turn,
    always,
    ask,
    done,
    four_eyes,
    tool,
)
from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ChatMessage, ModelCall, Purpose, ToolCall
from tests.fakes.questions import words_in
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.scripts import BADGE, Printer, a_script, printing, talk, without_offer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation


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

    gate = Agent(
        name="gate", description="The gate.", prompt="Ask.", tools=(show_badge,), style="talk"
    )

    def act(call: ModelCall) -> ScriptedAnswer:
        if words_in(call) == "B7":
            return ToolCall("1", "show_badge", '{"badge": "B7"}')
        return "Which badge?"

    model = directed({"press": "press"}, act)
    conversation = await a_conversation(model, agents=(a_script(printing(inner), inner), gate))

    asked = await conversation.say("to the press")
    assert asked.endswith("Which badge?")
    assert printer.pages == {}

    assert "In the end: printed a page" in await conversation.say("B7")


async def test_what_was_said_before_a_prerequisite_is_read_once_the_script_runs():
    heard: list[str] = []

    async def play(stage: Stage) -> Outcome:
        heard.append(stage.text)
        return done("Read.")

    async def show(turn: Turn) -> Outcome:
        turn.establish(BADGE)
        return done("Here it is.")

    gate = Agent(name="gate", description="The gate.", run=show, provides=(BADGE,))
    conversation = await talk(a_script(play, requires=(BADGE,)), gate)

    await conversation.say("to the press with a page")

    assert heard == ["to the press with a page"]


async def test_a_script_may_keep_its_position_under_a_thread_of_its_own():
    states: list[object] = []

    async def play(stage: Stage) -> Outcome:
        states.append(stage.state)
        stage.keep({"times": len(states)})
        if len(states) == 1:
            raise ToolFailed("Not today.")
        return ask("Again?", state={"times": len(states)})

    conversation = await talk(a_script(play, keeps="thread"))

    await conversation.say("to the press")
    await conversation.say("again")
    await conversation.say("stop")
    await conversation.say("to the press")

    assert states == [None, {"times": 1}, {"times": 2}]


async def test_a_secret_of_an_inner_tool_reaches_only_the_tool():
    opened = []

    @tool
    async def open_safe(pin: Secret) -> str:
        """Open the safe."""
        opened.append(pin.reveal())
        return "it is open"

    keeper = Agent(
        name="keeper", description="Keeps.", prompt="Keep.", tools=(open_safe,), style="talk"
    )

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
        call = ModelCall(Purpose.AGENT, "printer", (ChatMessage("user", "so?"),))
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
