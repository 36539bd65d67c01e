"""Which agents the router describes when there are many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.catalogue import AGENTS
from agents.kit.model import Card, Purpose
from bot.core.turn.services import Catalogue
from bot.core.turn.shortlist import ALL_UP_TO, LEAST, MOST, Shortlist
from tests.journeys.bank.talking import calls_for, instructions
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet, routing

CATALOGUE = Catalogue.of(AGENTS)
NAMES = tuple(CATALOGUE.agents)
ALWAYS = {"concierge", "authenticate", "account_balance"}
EXAMPLES = [(agent.name, example) for agent in AGENTS for example in agent.examples]


def picked(text: str, *earlier: str, also: tuple[str, ...] = ()) -> tuple[str, ...]:
    return CATALOGUE.shortlist.pick(text, earlier, also)


def described(conversation: Conversation) -> set[str]:
    """Whom the newest routing call describes, rather than only names."""
    prompt = instructions(calls_for(conversation, Purpose.ROUTE)[-1])
    return {name for name in NAMES if f"- {name}: " in prompt}


def test_there_are_more_agents_than_are_described():
    assert len(NAMES) > MOST > ALL_UP_TO


def test_few_agents_are_all_described():
    cards = tuple(Card(f"agent{at}", f"Does thing {at}") for at in range(ALL_UP_TO))

    assert Shortlist(cards).pick("anything") == tuple(card.name for card in cards)


@pytest.mark.parametrize(
    ("text", "agent"),
    [
        ("Jessica needs a new laptop, please buy one", "procurement"),
        ("my printer is broken", "it_support"),
        ("who is starting next week?", "people"),
        ("we need a contract with Acme", "legal"),
        ("post something on LinkedIn", "marketing"),
        ("what is on the roadmap?", "product"),
        ("remind me tomorrow", "general"),
        ("remnid me tomorow", "general"),  # codespell:ignore
        ("what does AAPL trade at?", "stock_lookup"),
        ("I want to decline a claim", "DeclineLetterAssistance"),
    ],
)
def test_who_is_plausible_is_described(text: str, agent: str):
    assert agent in picked(text)


def test_what_was_said_before_counts_too():
    assert "procurement" not in picked("yes, for him")
    assert "procurement" in picked("yes, for him", "order a laptop")


def test_what_is_said_now_counts_more():
    cards = [Card(f"agent{at}", f"About topic{at}") for at in range(30)]
    earlier = [f"topic{at}" for at in range(1, 13)]

    names = Shortlist(cards).pick("topic20", earlier)

    assert "agent20" in names
    assert len(names) == MOST


def test_whoever_must_be_described_is_however_many_are_plausible():
    cards = [Card(f"agent{at}", "About the same topic") for at in range(30)]

    names = Shortlist(cards, always=["agent29"]).pick("the topic", also=["agent28"])

    assert names[-2:] == ("agent28", "agent29")
    assert len(names) == MOST


def test_a_long_text_is_judged_by_its_beginning():
    assert "legal" not in picked(f"{'word ' * 100} contract")
    assert "procurement" in picked(f"order a laptop {'word ' * 1000}")


@pytest.mark.parametrize(("agent", "example"), EXAMPLES)
def test_an_agent_is_described_for_its_own_examples(agent: str, example: str):
    assert agent in picked(example)
    assert agent in picked(f"  {example.upper()} ")


words = st.text(max_size=60) | st.sampled_from([example for _, example in EXAMPLES])


@given(words, st.lists(words, max_size=3), st.lists(st.sampled_from(NAMES), max_size=4))
def test_a_list_is_of_known_agents_in_their_order_never_too_short(
    text: str, earlier: list[str], also: list[str]
):
    names = picked(text, *earlier, also=tuple(also))

    assert names == tuple(name for name in NAMES if name in names)
    assert set(names) >= ALWAYS | set(also)
    assert len(names) >= LEAST


own_words = st.text("abcdefgh ", min_size=1, max_size=12).filter(str.strip)
catalogues = st.lists(st.tuples(own_words, own_words), min_size=ALL_UP_TO + 1, max_size=20)


@given(catalogues, st.data())
def test_in_any_catalogue_an_example_brings_up_its_agent(
    texts: list[tuple[str, str]], data: st.DataObject
):
    cards = [
        Card(f"agent{at}", description, examples=(example,))
        for at, (description, example) in enumerate(texts)
    ]
    card = data.draw(st.sampled_from(cards))

    assert card.name in Shortlist(cards).pick(card.examples[0])


async def test_the_prompt_describes_some_and_names_all_others_in_one_line():
    conversation = await a_conversation()
    await conversation.say("hello")

    prompt = instructions(calls_for(conversation, Purpose.ROUTE)[-1])
    others = [line for line in prompt.splitlines() if line.startswith("- or one of: ")]
    named = others[0].removeprefix("- or one of: ").split(", ")
    assert len(others) == 1
    assert sorted([*described(conversation), *named]) == sorted(NAMES)
    assert LEAST <= len(described(conversation)) <= MOST


async def test_an_agent_that_is_only_named_can_be_chosen():
    conversation = await a_conversation(puppet(routing("legal")))

    await conversation.say("hello")

    assert "legal" not in described(conversation)
    assert await conversation.stack() == ["legal"]


async def test_who_waits_for_an_answer_is_described():
    conversation = await a_conversation()
    await conversation.say("where to find a claim id?")
    assert await conversation.stack() == ["SmartStrategy"]

    await conversation.say("what is the price of Apple stock?")

    assert {"SmartStrategy", "stock_lookup"} <= described(conversation)


async def test_what_others_in_the_thread_said_describes_nobody():
    conversation = await a_conversation()
    await conversation.say("order a laptop for Jessica", user="bob")

    await conversation.say("hello")

    assert "procurement" not in described(conversation)
