"""How often the router without a language model sends people where they mean to go."""

from collections.abc import Mapping
from functools import cache

import pytest

from agents.catalogue import AGENTS
from agents.kit.model import RouteBrief
from bot.core.matching.index import Index
from bot.llm.offline.choices import CLARIFY, DEFAULT_AGENT, OUT_OF_SCOPE, PLANNER
from bot.llm.offline.routing import routable, route
from tests.unit.routing_phrases import FRESH, MEANT

UNDECIDED = {CLARIFY, OUT_OF_SCOPE, DEFAULT_AGENT}
CARDS = tuple(agent.card for agent in AGENTS)

Phrases = Mapping[str, tuple[str, ...]]


@cache
def index() -> Index:
    return Index(routable(CARDS))


def chosen(text: str) -> str:
    return route(RouteBrief(text, CARDS, choices=(PLANNER, CLARIFY, OUT_OF_SCOPE)), index()).name


def measured(phrases: Phrases) -> tuple[float, float]:
    """The share that goes to the agent that is meant, and the share that goes to another."""
    went = [(meant, chosen(text)) for meant, texts in phrases.items() for text in texts]
    right = sum(meant == name for meant, name in went)
    wrong = sum(name not in {meant, *UNDECIDED} for meant, name in went)
    return right / len(went), wrong / len(went)


@pytest.mark.proves("S1-65b")
@pytest.mark.parametrize(
    ("phrases", "least_right", "most_wrong"), [(MEANT, 0.94, 0.0), (FRESH, 0.88, 0.07)]
)
def test_most_people_are_sent_where_they_mean_to_go(
    phrases: Phrases, least_right: float, most_wrong: float
):
    right, wrong = measured(phrases)

    assert right >= least_right
    assert wrong <= most_wrong


def test_every_agent_people_may_ask_for_is_tried():
    asked = {card.name for card in CARDS if card.exposed} - {DEFAULT_AGENT}

    assert asked == set(MEANT) == set(FRESH)
    assert sum(map(len, MEANT.values())) + sum(map(len, FRESH.values())) >= 190


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("how many people work in sales?", "employees"),
        ("how many people work for us in product?", "employees"),
        ("what's the status of feature 4?", "product"),
        ("what happened to ticket 12?", "it_support"),
        ("three laptops, please order them", "procurement"),
        ("from checking to savings, move 10", "transfer_money"),
        ("note that I like tea", "general"),
        ("note: I like tea", "general"),
        ("my notes", "general"),
        ("show me the release notes", "product"),
    ],
)
def test_the_order_of_words_and_what_is_asked_weigh_more_than_a_name_in_it(text: str, meant: str):
    assert chosen(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("show my last transactions", "account_balance"),
        ("my transaction history", "account_balance"),
        ("vacation from 3 May to 10 May", "people"),
        ("I'll be on vacation from 3 May to 10 May", "people"),
        ("put me down for vacation next week", "people"),
    ],
)
def test_a_number_or_a_small_word_of_an_example_sends_nobody_astray(text: str, meant: str):
    assert chosen(text) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("vacation", "people"),
        ("balace", "account_balance"),
        ("ticket", "it_support"),
    ],
)
def test_a_single_word_for_what_an_agent_does_is_enough(text: str, meant: str):
    assert chosen(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "both",
        "side",
        "what is 2+2?",
        "the last one",
        "last night was great",
        "days in a year",
        "home",
        "motor",
        "parking",
        "letter to my mother",
        "write a letter to my boss",
    ],
)
def test_far_off_words_are_nobodys_business(text: str):
    assert chosen(text) in UNDECIDED


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("draft a press release about our launch", "product"),
        ("what day is it", "debate"),
        ("what day is 3 May 2027?", "debate"),
    ],
)
def test_words_that_mean_one_thing_together_are_not_read_one_by_one(text: str, other: str):
    brief = RouteBrief(text, CARDS, choices=(PLANNER, CLARIFY, OUT_OF_SCOPE))

    found = route(brief, index())

    assert found.name in UNDECIDED
    assert f"• {introduction_of(other)}" not in found.question
    assert "The nearest" not in found.question


def introduction_of(name: str) -> str:
    return next(card.introduction for card in CARDS if card.name == name)
