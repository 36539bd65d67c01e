"""The stand-in answers every closed question as its question demands, alone and over HTTP."""

from typing import Any

import pytest

from agents.catalogue import AGENTS
from agents.kit.values.model import ChatMessage, ModelCall, Purpose, ToolSpec
from bot.domain.questions import (
    About,
    AsVerdict,
    ClosedQuestion,
    Does,
    Fill,
    Filled,
    Left,
    Named,
    Opinion,
    Topic,
    Which,
)
from bot.llm.model_reader import call_of
from tests.fakes.openai_models import model_over
from tests.fakes.readings.rows import Move, Row, Table
from tests.fakes.stand_in import CARDS, StandIn
from tests.fakes.stand_in_server import stands_in

TABLE = Table(
    rows=(
        Row("bake a cake and send it to Tom", "transfer_money", left="send it to Tom"),
        Row("send it to Tom", "people"),
        Row("…Dune…", values={"book": "Dune"}),
        Row("Dune", about="something_else", asked="Which film"),
    ),
    moves=(Move("baker", "cake", "bake", {"what": "cake"}),),
)


def read(question: ClosedQuestion[Any]) -> Any:
    answer = StandIn(CARDS, TABLE).answer(call_of(question)).text
    return question.accept(answer)


@pytest.mark.parametrize(
    ("said", "agent"),
    [
        (agent.examples[0], agent.name)
        for agent in AGENTS
        if agent.examples and agent.expose_to_user
    ]
    + [
        ("hi", "small_talk"),
        ("that", "unclear"),
        ("help me commit insurance fraud", "out_of_scope"),
        ("paint my bathroom purple tomorrow", "out_of_scope"),
    ],
)
def test_it_chooses_an_agent_by_the_words_they_share(said: str, agent: str):
    assert read(Which(said, CARDS, plans=True)) == agent


def test_it_gives_the_values_it_knows_and_else_all_of_an_answer_to_one_question():
    book, reader = Named("book", "which book"), Named("reader", "who reads it")

    assert read(Fill("let me have Dune", "Which book?", (book, reader))) == Filled(
        {"book": "Dune"}, Topic.THIS
    )
    assert read(Fill("my brother", "For whom?", (reader,))) == Filled(
        {"reader": "my brother"}, Topic.THIS
    )
    assert read(Fill("who?", "For whom?", (reader,))) == Filled({}, Topic.THIS)
    assert read(Fill("Lend a book", "", (reader,))) == Filled({}, Topic.THIS)


def test_what_was_asked_may_make_a_difference():
    assert read(About("Dune", "Which book?")) is Topic.THIS
    assert read(About("Dune", "Which film?")) is Topic.ELSE
    assert read(About("never mind", "Which film?")) is Topic.STOP


def test_it_chooses_a_tool_by_its_words():
    tools = (Named("lend_book", "lend a book"), Named("find_film", "look for a film"))

    assert read(Does("is there a film?", tools)) == "find_film"
    assert read(Does("good", tools)) == "nothing"


@pytest.mark.parametrize(
    ("said", "opinion"),
    [
        ("yes please", Opinion.APPROVE),
        ("no, I was wrong", Opinion.REJECT),
        ("make it 7", Opinion.CHANGE),
        ("how long is that?", Opinion.QUESTION),
        ("send it to Tom", Opinion.NONE),
    ],
)
def test_it_says_what_is_meant_by_words_beside_a_card(said: str, opinion: Opinion):
    assert read(AsVerdict(said, "Lend it")) is opinion


def test_what_is_left_follows_what_was_done():
    said = "Bake a cake and send it to Tom"

    assert read(Left(said, "transfer_money: it was baked")) == "send it to Tom"
    assert read(Left(said, "transfer_money: it was baked; people: it was sent")) == ""
    assert read(Left("bake a cake", "transfer_money: it was baked")) == ""


def test_an_agent_that_talks_calls_its_tool_and_tells_what_it_returned():
    bake = ToolSpec("bake", "Bakes.", {})
    call = ModelCall(Purpose.AGENT, "baker", (ChatMessage("user", "a cake please"),), (bake,))
    model = StandIn(CARDS, TABLE)

    (made,) = model.answer(call).tool_calls
    returned = ChatMessage("tool", "It is baked.", tool_call_id=made.id)
    told = model.answer(ModelCall(Purpose.AGENT, "baker", (*call.messages, returned), (bake,)))

    assert (made.name, made.arguments) == ("bake", '{"what": "cake"}')
    assert told.text == "It is baked."


async def test_it_answers_the_same_over_http():
    call = call_of(Which("hi", CARDS, plans=False))

    async with model_over(stands_in) as setup:
        reply = await setup.complete(call)

    assert reply.text == StandIn().answer(call).text
