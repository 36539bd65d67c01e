"""Without a language model: an agent with colleagues turns to the one whose words fit."""

import json

import pytest

from agents.kit.model import AgentBrief, Card, ChatMessage, ModelCall, Purpose, ToolSpec
from agents.kit.tasks.signals import Offer
from bot.llm.offline import Offline
from tests.unit.tasks.stories import add

TEA = Card("tea", "Makes tea.", examples=("a cup of tea",))
MAPS = Card("maps", "Draws maps of towns.", examples=("a map of the town",))
STEERING = Offer(frozenset({"done", "send"}), ("tea", "maps")).specs


async def move(
    said: str, *, tools: tuple[ToolSpec, ...] = STEERING, before: str = "", **facts: object
) -> object:
    """Return what the offline mode does: a call by name and arguments, or words."""
    facts.setdefault("colleagues", (TEA, MAPS))
    texts = (before, said) if before else (said,)
    brief = AgentBrief(said=texts, **facts)  # type: ignore[arg-type]
    messages = (ChatMessage("user", said),)
    call = ModelCall(Purpose.AGENT, "head", messages, brief, tools)
    reply = await Offline(()).complete(call, within_seconds=1)
    if not reply.tool_calls:
        return reply.text
    (made,) = reply.tool_calls
    return made.name, json.loads(made.arguments)


async def test_a_wish_goes_to_the_colleague_it_is_about():
    wish = "I would like a map of the town"

    assert await move(wish) == ("send", {"to": "maps", "text": wish})


async def test_with_no_tools_of_its_own_somebody_always_gets_it():
    assert await move("please") == ("send", {"to": "tea", "text": "please"})


async def test_what_a_colleague_answered_is_the_answer():
    assert await move("tea", answered="Here is your tea.") == (
        "done",
        {"answer": "Here is your tea."},
    )


async def test_where_nothing_can_be_done_by_calls_the_answer_is_said():
    assert await move("tea", answered="Here is your tea.", tools=()) == "Here is your tea."


async def test_who_has_a_fitting_tool_keeps_the_wish():
    made = await move("add some numbers", tools=(add.spec, *STEERING))

    assert made == "Please tell me: the one; the other."


async def test_steering_calls_are_never_filled_in_as_tools():
    made = await move("hello", tools=STEERING, colleagues=())

    assert isinstance(made, str)


@pytest.mark.parametrize(
    "words", ["Which tea?", "Please tell me the tea.", "I have changed nothing."]
)
async def test_what_a_colleague_asks_is_no_answer_that_ends_the_task(words: str):
    assert await move("tea", answered=words) == words


async def test_an_answer_goes_with_the_wish_to_the_colleague_who_asked():
    made = await move("Bonn", question="Which town?", before="I would like a map of the town")

    assert made == ("send", {"to": "maps", "text": "I would like a map of the town\n“Bonn”"})
