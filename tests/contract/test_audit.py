"""What every store promises about the audit: one chain, whoever writes it at the same time."""

import asyncio

from bot.domain.accounts import Rights, Trust
from bot.domain.audit_log import AuditEvent, AuditLink, ChainCheck, SealedHead
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming
from bot.domain.operations import EVERYWHERE, TurnOperations
from bot.domain.requests import Verdict
from tests.contract.conftest import Ports
from tests.contract.operating import operated
from tests.fakes.events import (
    ANA,
    BEN,
    SESSION,
    a_message,
    a_reply,
    a_request,
    a_thread,
    the_ending,
)
from tests.fakes.world import NOON

HERE = "console/local/"


async def told(ports: Ports, event: Incoming, *acts: str) -> None:
    """Let a turn tell the audit of these acts."""
    await ports.inbox.accept(event)
    beginning = await ports.turns.begin(event.thread.session)
    assert beginning is not None
    entries = tuple(AuditEvent(act, {"number": place}) for place, act in enumerate(acts))
    await ports.turns.commit(the_ending(beginning, besides=TurnOperations(audit=entries)))


async def problems(ports: Ports) -> list[str]:
    """Follow the chain as a stranger would."""
    check = ChainCheck()
    while links := await ports.audit_log.after(check.head.count):
        for link in links:
            check.follow(link)
    kept = await ports.audit_log.kept()
    check.ends_at(kept.head)
    assert kept.is_ours
    return check.problems


async def links(ports: Ports) -> list[AuditLink]:
    return await ports.audit_log.after(0)


async def test_an_audit_that_was_told_nothing_is_sound(ports: Ports):
    assert await problems(ports) == []
    assert await ports.audit_log.kept() == SealedHead()


async def test_a_turn_with_nothing_to_tell_leaves_no_link(ports: Ports):
    await told(ports, a_message("1"))

    assert await links(ports) == []


async def test_all_entries_of_a_turn_stand_in_one_link(ports: Ports):
    await told(ports, a_message("1"), "decision", "effect")

    (link,) = await links(ports)
    assert [entry["act"] for entry in link.told] == ["decision", "effect"]
    assert (link.number, link.workspace, link.session) == (1, HERE, SESSION)
    assert link.person == ANA.key
    assert await problems(ports) == []


async def test_links_hang_on_one_another(ports: Ports):
    for number in range(5):
        await told(ports, a_message(f"{number}"), "effect")

    chain = await links(ports)
    assert [link.number for link in chain] == [1, 2, 3, 4, 5]
    assert [link.before for link in chain[1:]] == [link.hash for link in chain[:-1]]
    assert await problems(ports) == []


async def test_sessions_that_end_turns_at_once_make_one_chain(ports: Ports):
    events = [a_message(f"{number}", a_thread(f"t{number}")) for number in range(20)]

    await asyncio.gather(*(told(ports, event, "effect") for event in events))

    assert [link.number for link in await links(ports)] == [*range(1, 21)]
    assert await problems(ports) == []


async def test_an_operator_hangs_links_on_the_same_chain(ports: Ports):
    await told(ports, a_message("1"), "effect")

    await operated(ports, (), AuditEvent("pause", {"operator": True}))

    last = (await links(ports))[-1]
    assert (last.number, last.workspace, last.person) == (2, EVERYWHERE, "")
    assert await problems(ports) == []


async def test_the_last_links_are_those_of_a_workspace_and_what_concerns_all(ports: Ports):
    await told(ports, a_message("1"), "effect")
    await told(ports, a_message("2", a_thread(platform="slack")), "effect")
    await operated(ports, (), AuditEvent("pause"))
    last = ports.audit_log.last

    assert [link.number for link in await last(9)] == [1, 2, 3]
    assert [link.number for link in await last(2)] == [2, 3]
    assert [link.number for link in await last(9, HERE)] == [1, 3]


async def test_those_who_acted_as_admins_are_known(ports: Ports):
    allowed = AuditEvent("admin", {"allowed": True, "verb": "audit"})
    refused = AuditEvent("admin", {"allowed": False, "verb": "audit"})
    for number, (person, entry) in enumerate([(ANA, allowed), (BEN, refused)]):
        await ports.inbox.accept(a_message(f"{number}", person=person))
        beginning = await ports.turns.begin(SESSION)
        assert beginning is not None
        await ports.turns.commit(the_ending(beginning, besides=TurnOperations(audit=(entry,))))

    assert await ports.audit_log.admins(HERE) == [ANA.key]
    assert await ports.audit_log.admins("slack/T1/") == []


async def test_an_event_set_aside_tells_which_request_it_had_decided(ports: Ports):
    await ports.inbox.accept(a_message("opens"))
    opens = await ports.turns.begin(SESSION)
    assert opens is not None
    await ports.turns.commit(the_ending(opens, opened=(a_request(),)))
    await ports.inbox.accept(a_message("press"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    verdict = Verdict("approve", ANA, Rights(Trust.OWN), beginning.turn)
    await ports.requests.decide(RequestId("r1"), verdict, NOON)

    await ports.inbox.park(beginning.turn, beginning.epoch, "Error", a_reply(beginning))

    assert (await links(ports))[-1].told == [{"act": "parked", "keys": [], "request": "r1"}]


async def test_an_event_set_aside_tells_which_effects_its_turn_had_begun(ports: Ports):
    await ports.inbox.accept(a_message())
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    for step in ("effect:abc:1", "model:x:1"):
        await ports.turns.record(beginning.turn, beginning.epoch, step, {"now": "", "entry": 1})

    await ports.inbox.park(beginning.turn, beginning.epoch, "Error", a_reply(beginning))

    (link,) = await links(ports)
    keys = [f"{beginning.turn}:effect:abc:1"]
    assert link.told == [{"act": "parked", "keys": keys, "request": ""}]
    assert (link.turn, link.person) == (beginning.turn, ANA.key)
