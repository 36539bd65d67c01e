"""What every store promises about what turns change besides their conversation."""

from datetime import timedelta

import pytest

from agents.kit.values.person import Person
from bot.domain.budget import DailyUsage
from bot.domain.errors import Fenced
from bot.domain.messages import Incoming, Kind
from bot.domain.operations import (
    EVERYWHERE,
    Attended,
    Attention,
    ChannelMode,
    Operation,
    Paused,
    Quieted,
    Resumed,
    TurnOperations,
)
from tests.contract.conftest import Ports
from tests.contract.operating import operated
from tests.fakes.events import ANA, BEN, SESSION, a_message, a_thread, the_ending
from tests.fakes.world import NOON, FakeClock

HERE = "console/local/"
BY_ANA = Paused(HERE, ANA.key, NOON, "an incident", "Ana")
BY_BEN = Paused(HERE, BEN.key, NOON + timedelta(hours=1))
BY_OPERATOR = Paused(EVERYWHERE, "", NOON)


async def turned(
    ports: Ports, besides: TurnOperations, id_: str = "1", person: Person = ANA
) -> None:
    """Let a turn of somebody end with all this."""
    await ports.inbox.accept(a_message(id_, person=person))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.turns.commit(the_ending(beginning, besides=besides))


async def did(ports: Ports, *deeds: Operation) -> None:
    for place, deed in enumerate(deeds):
        await turned(ports, TurnOperations((deed,)), f"{deed}{place}")


async def paused(ports: Ports, workspace: str = HERE) -> Paused | None:
    return await ports.operations.paused(workspace)


async def test_nothing_is_paused_at_first(ports: Ports):
    assert await paused(ports) is None


async def test_a_pause_holds_in_its_workspace_until_it_is_resumed(ports: Ports):
    await did(ports, BY_ANA)
    assert await paused(ports) == BY_ANA
    assert await paused(ports, "slack/T1/") is None

    await turned(ports, TurnOperations((Resumed(HERE),)), "resumes")

    assert await paused(ports) is None


async def test_whoever_pauses_first_stays_the_one_who_paused(ports: Ports):
    await did(ports, BY_ANA, BY_BEN)

    assert await paused(ports) == BY_ANA


async def test_an_operator_pauses_everywhere_and_only_an_operator_ends_it(ports: Ports):
    await did(ports, BY_ANA)
    await operated(ports, (BY_OPERATOR,))
    assert await paused(ports) == BY_OPERATOR
    assert await paused(ports, "slack/T1/") == BY_OPERATOR
    assert await ports.operations.pauses() == [BY_OPERATOR, BY_ANA]

    await turned(ports, TurnOperations((Resumed(HERE),)), "resumes")
    assert await paused(ports) == BY_OPERATOR

    await operated(ports, (Resumed(EVERYWHERE),))
    assert await paused(ports) is None


async def test_ending_every_pause_ends_those_of_workspaces_too(ports: Ports):
    await did(ports, BY_ANA)

    await operated(ports, (Resumed(EVERYWHERE),))

    assert await paused(ports) is None


async def test_a_thread_the_bot_was_never_in_is_unknown(ports: Ports):
    assert await ports.sessions.attention(a_thread()) == Attention()


async def test_a_thread_is_known_once_a_turn_has_begun_there(ports: Ports):
    await turned(ports, TurnOperations())

    assert await ports.sessions.attention(a_thread()) == Attention(known=True)
    assert await ports.sessions.attention(a_thread("other")) == Attention()


async def test_a_thread_is_quiet_until_it_is_listened_to_again(ports: Ports):
    await did(ports, Quieted(SESSION, quiet=True, by=ANA.key))
    assert (await ports.sessions.attention(a_thread())).quiet
    assert not (await ports.sessions.attention(a_thread("other"))).quiet

    await turned(ports, TurnOperations((Quieted(SESSION, quiet=False, by=BEN.key),)), "listens")

    assert not (await ports.sessions.attention(a_thread())).quiet


async def test_a_channel_keeps_how_it_is_attended(ports: Ports):
    await did(
        ports,
        Quieted(SESSION, quiet=True, by=ANA.key),
        Attended(a_thread("elsewhere"), ChannelMode.ALL, ANA.key),
        Attended(a_thread("elsewhere"), ChannelMode.MENTION, ANA.key),
    )

    here = await ports.sessions.attention(a_thread())
    assert here == Attention(known=True, quiet=True, mode=ChannelMode.MENTION)
    other = await ports.sessions.attention(a_thread(platform="slack"))
    assert other.mode is ChannelMode.THREAD


async def test_usage_adds_up_by_day_and_person(ports: Ports, clock: FakeClock):
    once = DailyUsage(turns=1, model_calls=2, input_tokens=300, output_tokens=40, cost_micros=5)
    await turned(ports, TurnOperations(usage=once), "1")
    await turned(ports, TurnOperations(usage=once), "2")
    clock.pass_time(days=1)
    await turned(ports, TurnOperations(usage=once), "3")

    used = await ports.admin_views.used(ANA, HERE, "2026-11-20")

    assert used == {"2026-11-20": once.plus(once), "2026-11-21": once}
    assert await ports.admin_views.used(ANA, HERE, "2026-11-21") == {"2026-11-21": once}
    assert await ports.admin_views.used(BEN, HERE, "2026-11-20") == {}
    assert await ports.admin_views.used(ANA, "slack/T1/", "2026-11-20") == {}


async def test_what_all_in_a_workspace_used_on_a_day_adds_up(ports: Ports, clock: FakeClock):
    once = DailyUsage(turns=1, model_calls=2, input_tokens=300, output_tokens=40, cost_micros=5)
    await turned(ports, TurnOperations(usage=once), "1")
    clock.pass_time(days=1)
    for number, person in enumerate((ANA, BEN), start=2):
        await turned(ports, TurnOperations(usage=once), str(number), person)

    together = ports.admin_views.used_together

    assert await together(HERE, "2026-11-20") == once
    assert await together(HERE, "2026-11-21") == once.plus(once)
    assert await together("slack/T1/", "2026-11-21") == DailyUsage()


async def test_a_turn_that_used_nothing_leaves_no_row(ports: Ports):
    await turned(ports, TurnOperations())

    assert await ports.admin_views.used(ANA, HERE, "") == {}


async def test_an_errand_becomes_a_turn_of_its_own_session(ports: Ports):
    there = a_thread("there")
    errand = Incoming("1/reset/1", there, BEN, Kind.ERRAND, "reset Ana")
    await turned(ports, TurnOperations(errands=(errand,)))

    assert await ports.inbox.waiting() == [there.session]
    beginning = await ports.turns.begin(there.session)

    assert beginning is not None
    assert beginning.incoming == errand


async def test_a_turn_that_was_overtaken_changes_nothing_of_it(ports: Ports):
    await ports.inbox.accept(a_message())
    late = await ports.turns.begin(SESSION)
    await ports.turns.begin(SESSION)
    assert late is not None
    besides = TurnOperations((BY_ANA,), usage=DailyUsage(turns=1)).telling("pause", {})

    with pytest.raises(Fenced):
        await ports.turns.commit(the_ending(late, besides=besides))

    assert await paused(ports) is None
    assert await ports.admin_views.used(ANA, HERE, "") == {}
    assert await ports.audit_log.last(9) == []


async def test_a_commit_whose_answer_was_lost_counts_once(ports: Ports):
    await ports.inbox.accept(a_message())
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    ending = the_ending(
        beginning, besides=TurnOperations(usage=DailyUsage(turns=1)).telling("effect", {})
    )

    await ports.turns.commit(ending)
    await ports.turns.commit(ending)

    assert await ports.admin_views.used(ANA, HERE, "") == {"2026-11-20": DailyUsage(turns=1)}
    assert len(await ports.audit_log.last(9)) == 1
