"""A yes or no belongs to what was asked last: a card beneath an open question takes none."""

import pytest

from agents.kit import Agent, EffectKey, always, tool
from tests.journeys.agents.small_agents import directed
from tests.journeys.by_rules.without_a_model import by_rules
from tests.journeys.conversation import Conversation, a_conversation

WORDS = {"post": "poster", "book": "courier", "visit": "visits"}
CARD = "poster wants to post:\n  letter: long one"


def agents(posted: list[str]) -> list[Agent]:
    @tool(effect=True, approval=always(), ends_task=True)
    def post(letter: str, key: EffectKey) -> str:
        """Post a letter."""
        posted.append(letter)
        return "Posted."

    @tool(ends_task=True)
    def book(*, urgent: bool) -> str:
        """Book a courier."""
        return f"The courier is booked, {'urgently' if urgent else 'for some day'}."

    @tool(ends_task=True)
    def visit(*, parking: bool) -> str:
        """Plan a visit."""
        return f"The visit is planned, {'with' if parking else 'without'} parking."

    return [
        Agent(name="poster", description="Posts letters.", tools=(post,)),
        Agent(name="courier", description="Books couriers.", tools=(book,)),
        Agent(name="visits", description="Plans visits.", tools=(visit,)),
    ]


async def talked(posted: list[str], *lines: str, has_model: bool) -> Conversation:
    able = agents(posted)
    model = directed(WORDS)
    conversation = await a_conversation(model, agents=able) if has_model else await by_rules(able)
    for line in lines:
        await conversation.say(line)
    return conversation


both_ways = pytest.mark.parametrize("has_model", [True, False])


@both_ways
@pytest.mark.parametrize(
    ("word", "when"),
    [("yes", "urgently"), ("はい", "urgently"), ("no", "for some day"), ("nein", "for some day")],
)
async def test_the_question_on_top_takes_it_and_the_card_is_shown_again(
    word: str, when: str, *, has_model: bool
):
    posted: list[str] = []
    lines = ("post a letter", "long one", "book a courier")
    conversation = await talked(posted, *lines, has_model=has_model)

    said = await conversation.say(word)

    assert said.startswith(f"The courier is booked, {when}.\n\n{CARD}")
    assert posted == []
    assert [request.kind for request in conversation.pending] == ["approval"]


@both_ways
async def test_the_next_one_is_for_the_card_that_is_shown_then(*, has_model: bool):
    posted: list[str] = []
    lines = ("post a letter", "long one", "book a courier", "yes", "yes")
    await talked(posted, *lines, has_model=has_model)

    assert posted == ["long one"]


@both_ways
async def test_of_two_questions_the_last_takes_it_and_the_other_is_named(*, has_model: bool):
    conversation = await talked([], "book a courier", "plan a visit", has_model=has_model)

    said = await conversation.say("yes")

    assert said == "The visit is planned, with parking.\n\nWhat is urgent?"
    assert await conversation.stack() == ["courier"]


@both_ways
@pytest.mark.parametrize("words", ["approve", "yes to the letter", "sure, post it"])
async def test_words_for_the_card_beneath_answer_no_question(words: str, *, has_model: bool):
    posted: list[str] = []
    lines = ("post a letter", "long one", "book a courier", words)
    conversation = await talked(posted, *lines, has_model=has_model)

    assert "The courier is booked" not in conversation.last.text
    assert posted == [] or words == "approve"
