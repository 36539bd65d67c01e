"""A bank in which what Ann asks for in Slack is decided from elsewhere, or is not."""

from dataclasses import replace

from agents.bank.tables import TRANSFERS
from agents.catalogue import AGENTS
from agents.kit import Approval, Money, Person, four_eyes, over
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request, RequestKind, RequestStatus
from tests.journeys.bank.talking import READY
from tests.journeys.links.linked import ANNS_KEY, AT_HOME, PLACES, Linked, an_office_with_links
from tests.journeys.office import ANN, BEN, HERE

LIMIT = over(Money("600.00"))
BENS_KEY = Person("http", "main", "ben")
BENS_PLACE = Thread("http", "main", "ben", "s1")
PLACES[BENS_KEY] = BENS_PLACE
PLACES[BEN] = Thread("slack", "T1", "C1", "2.0")
OWN = LIMIT
BY_BEN = four_eyes(approvers=[BEN.user], when=LIMIT)
BY_ANYBODY = four_eyes(approvers=[BEN.key, BENS_KEY.key, ANNS_KEY.key, AT_HOME.key], when=LIMIT)
BY_GROUP = four_eyes(groups=["S7"], when=LIMIT)
BY_TWO = replace(BY_ANYBODY, quorum=2)


async def a_bank(rule: Approval) -> Linked:
    """Ann has asked in Slack for 700 dollars to be sent, and the card is shown there."""
    agents = tuple(
        replace(a, tools=tuple(replace(t, approval=rule) for t in a.tools))
        if a.name == "transfer_money"
        else a
        for a in AGENTS
    )
    office = await an_office_with_links(agents=agents)
    for line in (*READY, "transfer 700 to 1234324"):
        await office.says(ANN, line, HERE)
    return office


def the_card(office: Linked) -> Request:
    (card,) = [r for r in office.pending if r.kind is RequestKind.APPROVAL]
    return card


async def moved(office: Linked) -> int:
    """How often money was moved."""
    return len(await office.conversation.rows(TRANSFERS))


async def status(office: Linked, card: Request) -> RequestStatus:
    found = await office.store.find(card.id)
    assert found is not None
    return found.status


async def remove_approver(office: Linked, card: Request) -> None:
    """Let the rule name somebody else, as an operator's change would for a new card."""
    tables = office.store.tables
    tables.requests[card.id] = replace(card, approvers=("UCLEO1",))


def a_press(person: Person, card: Request, verb: str) -> Incoming:
    """A press of somebody in their own place."""
    values = {"amount": "1"} if verb == "edit" else {}
    place = PLACES[person] if person.platform != "slack" else HERE
    id_ = f"press of {person.key} on {card.id}: {verb}"
    return Incoming(id_, place, person, Kind.PRESS, press=Press(card.id, verb, dict(values)))
