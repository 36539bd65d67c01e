"""The prompts of a reading: short, with a part in front that does not change, and nothing else."""

from typing import Any

import pytest

from agents.catalogue import AGENTS
from agents.kit.values.model import ModelCall, Purpose
from bot.domain.questions import About, AsVerdict, ClosedQuestion, Does, Fill, Left, Named, Which
from bot.llm.model_reader import call_of

CARDS = tuple(agent.card for agent in AGENTS if agent.name != "concierge")
SLOTS = (Named("username", "the user's login name"),)
TOOLS = (Named("transfer", "send an amount"), Named("balance", "look up the balance"))


def asked(text: str) -> list[ClosedQuestion[Any]]:
    return [
        Which(text, CARDS, plans=True),
        About(text, "Which account?"),
        Fill(text, "What is the username?", SLOTS),
        Does(text, TOOLS),
        AsVerdict(text, "transfer (amount: 700.00 USD)"),
        Left(text, "stock_lookup: the price was told"),
    ]


KINDS = [question.kind for question in asked("")]


def call_for(kind: str, text: str) -> ModelCall:
    return call_of(next(question for question in asked(text) if question.kind == kind))


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_newest_message_changes_from_one_message_to_the_next(kind: str):
    one, other = call_for(kind, "send 20 to Ben"), call_for(kind, "what about Ann?")

    assert one.messages[:-1] == other.messages[:-1]
    assert "send 20 to Ben" in one.messages[-1].content


@pytest.mark.parametrize("kind", KINDS)
def test_examples_are_earlier_turns_and_the_last_word_is_the_persons(kind: str):
    roles = [message.role for message in call_for(kind, "hm").messages]

    examples = (len(roles) - 2) // 2
    assert roles == ["system", *["user", "assistant"] * examples, "user"]
    assert examples >= 5


@pytest.mark.parametrize("kind", KINDS)
def test_every_worked_answer_is_one_that_counts(kind: str):
    question = next(one for one in asked("x") if one.kind == kind)
    call = call_of(question)

    assert call.answer is not None
    fields = set(call.answer.schema["required"])  # type: ignore[arg-type]
    answers = [m.content for m in call.messages if m.role == "assistant"]
    assert kind in {"does", "fill"} or all(question.accept(a) is not None for a in answers)
    assert fields


@pytest.mark.proves("S0-12", "S0-22")
def test_who_it_is_for_is_chosen_among_all_agents_and_four_that_are_none():
    call = call_for("which", "hm")

    listed = call.messages[0].content
    assert all(f"- {card.name}: {card.description}" in listed for card in CARDS)
    assert call.purpose is Purpose.READ
    assert call.answer is not None
    about = call.answer.schema["properties"]["about"]  # type: ignore[index, call-overload]
    names = [card.name for card in CARDS]
    rest = ["planner", "small_talk", "unclear", "out_of_scope"]
    assert about == {"type": "string", "enum": [*names, *rest]}


def test_the_last_example_of_an_agent_holds_two_wishes_and_the_first_one_counts():
    turns = call_for("which", "hm").messages[1:-1]

    two = next(n for n, m in enumerate(turns) if ", and then " in m.content)
    assert turns[two + 1].role == "assistant"


def test_what_is_left_is_asked_as_a_continuation():
    assert call_for("left", "hm").purpose is Purpose.CONTINUE
