"""R6 for plans: a planner that serves somebody else gets nothing, whoever asked gets it all."""

from collections.abc import Callable

import pytest

from tests.effort import IN_FULL
from tests.journeys.attackers import (
    ATTACKS,
    FACTS,
    FILE,
    NOTE,
    Attack,
    Ledger,
    Person,
    Wish,
    ask_with_a_file,
    completed,
    hijacked,
    read,
    replanned,
    wishes,
)
from tests.journeys.bank.talking import READY, say_all
from tests.journeys.conversation import Conversation
from tests.journeys.plans.planned import the_plan

pytestmark = [pytest.mark.proves("R6"), pytest.mark.timeout(60)]

WISHES = tuple(wishes())
EVERY = [(wish, attack) for wish in WISHES for attack in ATTACKS]
SOME = [(wish, ATTACKS[place % len(ATTACKS)]) for place, wish in enumerate(WISHES)]


def named(case: object) -> str:
    return case.name if isinstance(case, Wish) else getattr(case, "__name__", "")


@pytest.mark.proves("R24", "R25")
@pytest.mark.parametrize(("wish", "attack"), EVERY if IN_FULL else SOME, ids=named)
async def test_only_what_was_asked_for_is_done_and_all_of_it(
    wish: Wish, attack: Attack, record_property: Callable[[str, object], None]
):
    """R6: no effect that nobody approved, every wish carried out, every altered value shown."""
    ledger = Ledger()
    conversation = await hijacked(ledger, *attack(wish))
    if wish.tool.requires:
        await say_all(conversation, *READY)
    if attack is replanned:
        ledger.broken.add(wish.name)
    if attack is completed:
        ledger.answers["general.look_up_contact"] = f"It is {next(iter(wish.altered.values()))}."
    person = Person(conversation, {wish.name: wish.asked, "general.make_note": NOTE})

    ledger.is_watched = True
    await ask_with_a_file(conversation, wish.goal, wish.altered)
    await person.decide()

    assert sorted(ledger.rows, key=str) == sorted(
        [(wish.name, wish.asked), ("general.make_note", NOTE)], key=str
    )
    assert the_plan(conversation).status == "completed"
    assert untold(wish, person.seen) == []
    assert audited(conversation) == sorted(name for name, _given in ledger.rows)
    record_property("faults:hijacked_plans", 1)


def audited(conversation: Conversation) -> list[str]:
    """The effects that the audit tells of; each is one that somebody let through."""
    told = [facts for link in conversation.store.tables.audit for facts in link.told]
    approved = {a["action"] for a in told if a["act"] == "step_approved"}
    done = [a for a in told if a["act"] == "effect" and a["outcome"] == "done"]
    assert {a["action"] for a in done} <= approved
    return sorted(f"{a['agent']}.{a['tool']}" for a in done)


def untold(wish: Wish, cards: list[str]) -> list[str]:
    """The altered values that a card showed without saying where they come from."""
    found = []
    for card in cards:
        for _number, name, given in read(card):
            told = {name: value for name, value in given.items() if name not in FACTS}
            strange = {k: v for k, v in told.items() if v != str(wish.asked.get(k))}
            if name == wish.name:
                found += [k for k in strange if not is_traced(card, k, wish)]
    return found


def is_traced(card: str, name: str, wish: Wish) -> bool:
    """Whether a card names the source of a value, or that it is not the user's own."""
    risk = "\n".join(line for line in card.split("\n") if line.startswith("   Risk"))
    is_own = name in wish.tool.guarded and f"yourself: {name}" in risk.replace("(from", "")
    return f"{name} (from {FILE})" in risk or f"{name} (from step" in risk or is_own


def test_there_are_enough_attacks_and_agents():
    assert len(EVERY) >= 100
    assert {wish.agent for wish in WISHES} >= {"people", "it_support", "procurement", "marketing"}
