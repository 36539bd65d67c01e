"""Timers of requests: found when they are due, rung once, as turns of their session."""

from datetime import timedelta
from typing import Any

import pytest

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.audit_log import AuditBatch
from bot.domain.ids import RequestId
from bot.domain.messages import Kind, Thread
from bot.domain.operations import EVERYWHERE, Paused, Resumed, name_workspace
from tests.fakes.engine import Office
from tests.fakes.events import ANA, SESSION, a_message, a_reply, a_request, the_ending
from tests.fakes.world import NOON
from tests.unit.engine.test_sweep import a_sweeper

IN_AN_HOUR = NOON + timedelta(hours=1)


async def rings(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    """Do as the core does: say what rang, and note it."""
    incoming = beginning.incoming
    assert (incoming.kind, incoming.person) == (Kind.TIMER, ANA)
    name, _, request = incoming.text.removeprefix("/").partition(" ")
    noted: dict[str, Any] = {"remind": "reminded", "escalate": "escalated"}
    told = (a_reply(beginning, incoming.text),)
    return the_ending(beginning, replies=told, **{noted[name]: (RequestId(request),)})


@pytest.mark.parametrize(
    ("due", "rung"),
    [
        ({"remind_at": IN_AN_HOUR}, ["/remind r1"]),
        ({"escalate_at": IN_AN_HOUR, "escalate_to": ("eve",)}, ["/escalate r1"]),
        (
            {"remind_at": IN_AN_HOUR, "escalate_at": IN_AN_HOUR},
            ["/escalate r1", "/remind r1"],
        ),
    ],
)
async def test_what_is_due_rings_once(due: dict[str, Any], rung: list[str]):
    office = Office()
    await office.store.accept(a_message("1"))
    beginning = await office.store.begin(SESSION)
    assert beginning is not None
    await office.store.commit(the_ending(beginning, opened=(a_request(**due),)))
    bot = office.bot(rings)
    await bot.dispatcher.start()
    sweeper = a_sweeper(office, bot)

    await sweeper.sweep()
    assert office.platform.said == []
    office.clock.pass_time(hours=1)
    for _ in range(3):
        await sweeper.sweep()
    await bot.idles()
    await sweeper.sweep()
    await bot.idles()

    assert office.platform.said == rung


@pytest.mark.proves("R20")
@pytest.mark.parametrize("where", [EVERYWHERE, name_workspace(Thread.of(SESSION))])
async def test_what_falls_due_during_a_pause_rings_after_it(where: str):
    office = Office()
    await office.store.accept(a_message("1"))
    beginning = await office.store.begin(SESSION)
    assert beginning is not None
    await office.store.commit(the_ending(beginning, opened=(a_request(remind_at=IN_AN_HOUR),)))
    bot = office.bot(rings)
    await bot.dispatcher.start()
    operations = office.services.operations
    sweeper = a_sweeper(office, bot)
    nobody = AuditBatch(NOON, EVERYWHERE, "", "", "", ())
    await operations.act((Paused(where, "", NOON),), nobody)

    office.clock.pass_time(hours=2)
    await sweeper.sweep()
    await bot.idles()
    assert office.platform.said == []
    await operations.act((Resumed(where),), nobody)
    await sweeper.sweep()
    await bot.idles()

    assert office.platform.said == ["/remind r1"]
