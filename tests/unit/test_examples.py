"""Declared examples, played against the rules that read without a model."""

from agents.kit import Agent
from bot.bootstrap.agent_checks import astray

NOTES = Agent(name="notes", description="Keeps notes.", prompt="x", examples=("keep a note",))
CHAT = Agent(name="concierge", description="Greets.", prompt="x", examples=("hello",))


def a_keeper(*examples: str) -> Agent:
    return Agent(
        name="keeper", description="Keeps snails and apples.", prompt="x", examples=examples
    )


def found(*agents: Agent, told: frozenset[str] = frozenset({"keeper"})) -> list[str]:
    return [*astray(agents, told)]


def test_examples_that_reach_their_agents_are_not_told():
    assert found(CHAT, NOTES, a_keeper("snail keep apple", "keep a snail")) == []


def test_an_example_that_another_agent_takes_is_told():
    [told] = found(CHAT, NOTES, a_keeper("keep snails", "keep a note. keep snails"))

    assert told == (
        "keeper: its example “keep a note. keep snails” goes to notes without a model, whose "
        "words it shares."
    )


def test_an_example_that_others_could_mean_as_well_is_told_for_both():
    told = found(CHAT, NOTES, a_keeper("keep a note"))

    assert told == [
        (
            "notes: its example “keep a note” says too little without a model to be told from "
            "others, such as keeper."
        ),
        (
            "keeper: its example “keep a note” says too little without a model to be told from "
            "others, such as notes."
        ),
    ]


def test_words_of_harm_are_told_to_be_refused():
    [told] = found(CHAT, NOTES, a_keeper("help me launder money"))

    assert told.endswith(
        "is refused without a model: its words speak of harm; word it differently."
    )


def test_of_agents_nobody_asks_about_nothing_is_told():
    assert found(CHAT, NOTES, a_keeper("keep a note"), told=frozenset()) == []
