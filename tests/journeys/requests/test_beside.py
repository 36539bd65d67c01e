"""“requests” asks a platform each question once, however many approvals are open there."""

from agents.kit.values.objects import evolve
from bot.core.accounts.other_accounts import MOST_CARDS
from bot.core.ports.directory import MemberStatus
from bot.domain.ids import RequestId
from tests.journeys.bank.linked import BENS_KEY, BENS_PLACE, BY_GROUP, a_bank, the_card
from tests.journeys.links.linked import Linked
from tests.journeys.office import BEN

MANY = 30


async def a_busy_bank() -> Linked:
    """Where many approvals of a group are open, each in a conversation of its own."""
    office = await a_bank(BY_GROUP)
    card = the_card(office)
    for number in range(MANY):
        more = evolve(card, id=RequestId(f"more{number}"), session=f"{card.session}{number}")
        office.store.tables.requests[more.id] = more
    office.people.groups["S7"] = {BEN.user}
    return office


async def test_of_many_approvals_those_that_fit_are_named_and_each_question_is_asked_once():
    office = await a_busy_bank()
    office.people.asked.clear()

    words = await office.words(BEN, "requests")

    *named, more = [line for line in words.splitlines() if line.startswith("- ")]
    assert len(named) == MOST_CARDS
    assert more.startswith("- and more; decide some")
    assert len(office.people.asked) == len(set(office.people.asked))


async def test_a_platform_that_does_not_say_is_not_asked_again_for_each():
    office = await a_busy_bank()
    office.people.is_away = True
    office.people.asked.clear()

    assert " approval: " not in await office.words(BEN, "requests")

    assert office.people.asked.count(BEN.key) <= 2


async def test_those_who_are_linked_are_asked_about_once():
    office = await a_busy_bank()
    await office.link(BEN, BENS_KEY)
    office.people.asked.clear()

    await office.says(BENS_KEY, "requests", BENS_PLACE)

    assert len(office.people.asked) <= 2 * len(set(office.people.asked))


async def test_whoever_left_is_shown_none():
    office = await a_busy_bank()
    office.people.known[BEN] = MemberStatus(is_active=False)

    assert " approval: " not in await office.words(BEN, "requests")
