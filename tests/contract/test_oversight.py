"""What every store shows to those who look after the bot: what they ask for, and no more."""

from agents.kit.values.person import Person
from bot.core.ports.admin import Scope
from bot.domain.messages import Incoming, Thread
from bot.domain.operations import TurnOperations
from bot.domain.participant import Participant
from tests.contract.conftest import Ports
from tests.fakes.events import a_request, the_ending
from tests.fakes.world import FakeClock

FIRST = Thread("slack", "T1", "C1", "1.1")
NEAR = Thread("slack", "T1", "C1", "1.12")
OTHER = Thread("slack", "T1", "C12", "2.0")
ABROAD = Thread("slack", "T2", "C1", "3.0")
THREADS = (FIRST, NEAR, OTHER, ABROAD)
ANN, BEN = Person("slack", "T1", "U1"), Person("slack", "T1", "XU1")
GUEST = Person("slack", "T9", "U1")


async def talked(
    ports: Ports, thread: Thread, person: Person = ANN, besides: TurnOperations | None = None
) -> None:
    await ports.inbox.accept(Incoming(f"{thread.thread}{person.key}", thread, person))
    beginning = await ports.turns.begin(thread.session)
    assert beginning is not None
    await ports.turns.commit(
        the_ending(
            beginning,
            participants=() if besides else (Participant.new(person),),
            opened=()
            if besides
            else (a_request(f"r-{thread.thread}-{person.key}", thread.session),),
            besides=besides or TurnOperations(),
        )
    )


async def everywhere(ports: Ports, clock: FakeClock) -> None:
    for thread in THREADS:
        await talked(ports, thread)
        clock.pass_time(minutes=1)


async def seen(ports: Ports, scope: Scope, **limits: int) -> list[tuple[str, str]]:
    found = await ports.admin_views.seen(scope, **limits)
    return [(Thread.of(one.session).thread, one.participant.person.user) for one in found]


async def test_a_workspace_shows_its_own_sessions_the_last_one_first(
    ports: Ports, clock: FakeClock
):
    await everywhere(ports, clock)

    assert await seen(ports, Scope.of(FIRST)) == [("2.0", "U1"), ("1.12", "U1"), ("1.1", "U1")]
    assert await seen(ports, Scope.of(FIRST), most=1) == [("2.0", "U1")]
    assert await seen(ports, Scope.of(ABROAD)) == [("3.0", "U1")]
    assert await seen(ports, Scope("slack", "T")) == []


async def test_a_channel_or_a_thread_shows_only_what_is_in_it(ports: Ports, clock: FakeClock):
    await everywhere(ports, clock)

    assert await seen(ports, Scope("slack", "T1", "C1")) == [("1.12", "U1"), ("1.1", "U1")]
    assert await seen(ports, Scope("slack", "T1", session=FIRST.session)) == [("1.1", "U1")]


async def test_a_user_is_found_by_their_whole_id_wherever_they_come_from(
    ports: Ports, clock: FakeClock
):
    await talked(ports, FIRST)
    clock.pass_time(minutes=1)
    await talked(ports, NEAR, BEN)
    clock.pass_time(minutes=1)
    await talked(ports, OTHER, GUEST)

    assert await seen(ports, Scope("slack", "T1", user="U1")) == [("2.0", "U1"), ("1.1", "U1")]
    assert await seen(ports, Scope("slack", "T1", user="XU1")) == [("1.12", "XU1")]
    assert await seen(ports, Scope("slack", "T1", user="1")) == []


async def test_open_requests_are_those_within(ports: Ports, clock: FakeClock):
    await everywhere(ports, clock)
    requests = ports.admin_views.open_requests

    threads = [
        Thread.of(request.session).thread
        for scope in (Scope("slack", "T1", "C1"), Scope("slack", "T1", session=FIRST.session))
        for request in await requests(scope)
    ]

    assert threads == ["1.1", "1.12", "1.1"]


async def test_all_sessions_are_known_in_which_somebody_spoke_or_decided(
    ports: Ports, clock: FakeClock
):
    await talked(ports, FIRST)
    await talked(ports, ABROAD)
    await talked(ports, OTHER, besides=TurnOperations().telling("decision", {}))
    of = ports.admin_views.sessions_of

    assert await of(ANN, Scope.of(FIRST)) == [FIRST.session, OTHER.session]
    assert await of(BEN, Scope.of(FIRST)) == []
