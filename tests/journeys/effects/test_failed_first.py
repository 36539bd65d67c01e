"""An effect that failed is told first, whatever a model says of it, and not tried for ever."""

from dataclasses import dataclass, field, replace

from agents.kit import (
    Agent,
    EffectKey,
    Outcome,
    Secret,
    Stage,
    Suspended,
    ToolFailed,
    always,
    done,
    tool,
)
from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.scripts import Printer, a_script, talk
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls

FULL = "The box is full."
OTHER = calls("post", letter="L8")
SAME = calls("post", letter="L7")


@dataclass
class Box:
    """Takes no more letters of these names; what was tried."""

    full: set[str]
    tried: list[str] = field(default_factory=list)

    def agent(self, *, asks: bool) -> Agent:
        @tool(effect=True, free=["letter"], approval=always("it costs") if asks else None)
        async def post(letter: str, key: EffectKey) -> str:
            """Post a letter."""
            self.tried.append(letter)
            if letter in self.full:
                raise ToolFailed(FULL)
            return f"Posted {letter}."

        return Agent(
            name="post", description="Posts.", prompt="Post.", tools=(post,), style="talk"
        )


async def at_a(box: Box, *answers: ScriptedAnswer, asks: bool = True) -> Conversation:
    left = list(answers)

    def act(_call: ModelCall) -> ScriptedAnswer:
        return left.pop(0) if len(left) > 1 else left[0]

    return await a_conversation(directed({"post": "post"}, act), agents=[box.agent(asks=asks)])


async def test_an_approved_change_that_fails_says_so_before_its_card_comes_again():
    conversation = await at_a(Box({"L7"}), SAME)
    await conversation.say("post it")

    said = await conversation.press("Approve")

    assert said.startswith(f"{FULL}\n\npost wants to post:")


async def test_the_same_failure_is_not_tried_a_third_time():
    box = Box({"L7"})
    conversation = await at_a(box, SAME, SAME, SAME, "I cannot post it.")
    await conversation.say("post it")
    await conversation.press("Approve")

    said = await conversation.press("Approve")

    assert said.startswith(f"{FULL}\n\nI cannot post it.")
    assert box.tried == ["L7", "L7"]
    read = conversation.model.calls[-1].messages[-1].content
    assert "failed twice the same way" in read


async def test_what_a_model_says_of_a_failure_comes_after_it():
    conversation = await at_a(Box({"L7"}), SAME, "All is well! What else?", asks=False)

    said = await conversation.say("post it")

    assert said == f"{FULL}\n\nAll is well! What else?"


async def test_a_model_that_tells_the_failure_itself_is_not_doubled():
    conversation = await at_a(Box({"L7"}), SAME, f"Sorry: {FULL} Another one?", asks=False)

    assert await conversation.say("post it") == f"Sorry: {FULL} Another one?"


async def test_a_failure_is_told_though_something_else_was_done_instead():
    box = Box({"L7"})
    conversation = await at_a(box, SAME, OTHER, "Posted the other one.", asks=False)

    assert await conversation.say("post it") == f"{FULL}\n\nPosted the other one."
    assert box.tried == ["L7", "L8"]


async def test_what_worked_when_it_was_tried_again_is_no_failure():
    box = Box({"L7"})

    def act(call: ModelCall) -> ScriptedAnswer:
        if box.tried:
            box.full.clear()
        return SAME if len(box.tried) < 2 else "Posted after all."

    conversation = await a_conversation(
        directed({"post": "post"}, act), agents=[box.agent(asks=False)]
    )

    assert await conversation.say("post it") == "Posted after all."
    assert box.tried == ["L7", "L7"]


async def test_a_script_that_asks_again_for_what_failed_shows_no_card_without_a_word():
    printer = Printer()
    inner = printer.agent(approval=always("it costs"))

    async def play(stage: Stage) -> Outcome:
        found = await stage.use(inner, inner.tools[0], {"text": "jam"})
        return (
            Outcome(interrupt=True, suspended=found) if isinstance(found, Suspended) else done("")
        )

    conversation = await talk(a_script(play, inner))
    await conversation.say("to the press")

    card = await conversation.press("Approve")
    last = await conversation.press("Approve")

    assert card.startswith("The paper is stuck.\n\nprinter wants to print page:")
    assert "has failed twice the same way" in last
    assert "Approve" not in [button.label for button in conversation.last.buttons]


async def with_a_stamp(box: Box, *answers: ScriptedAnswer, asks: bool) -> Conversation:
    """Somebody wants a letter stamped, which waits for their approval, or for their pin."""

    @tool(effect=True, free=["letter"], approval=always("it costs"))
    async def stamp(letter: str, key: EffectKey) -> str:
        """Stamp a letter."""
        return f"Stamped {letter}."

    @tool(effect=True, free=["letter"])
    async def seal(letter: str, pin: Secret, key: EffectKey) -> str:
        """Seal a letter."""
        return f"Sealed {letter}."

    agent = box.agent(asks=False)
    both = replace(agent, tools=(*agent.tools, stamp, seal))
    left = [calls("stamp" if asks else "seal", letter="L7"), *answers]
    model = directed({"": "post"}, lambda _call: left.pop(0))
    conversation = await a_conversation(model, agents=[both])
    await conversation.say("stamp and seal L7")
    return conversation


async def test_what_fails_after_a_remark_on_a_card_is_told_first():
    box = Box({"L7"})
    conversation = await with_a_stamp(box, SAME, "What else?", asks=True)

    asked = await conversation.say("respond: post L7 before")
    tried = [*box.tried]
    said = await conversation.press("Approve")

    assert asked.startswith("post wants to post:")
    assert tried == []
    assert said == f"{FULL}\n\nWhat else?"
    assert box.tried == ["L7"]


async def test_what_fails_while_a_secret_is_awaited_is_told_before_it_is_asked_for_again():
    box = Box({"L7"})
    conversation = await with_a_stamp(box, SAME, "What else?", asks=False)
    assert "your pin" in conversation.last.text

    said = await conversation.say("@post please post the letter L7 first, would you?")

    assert box.tried == ["L7"]
    assert said.startswith(f"{FULL}\n\n")
    assert "your pin" in said
