"""R22: what comes faster than models answer is acknowledged, and all of it answered once."""

from collections.abc import Iterator

import pytest

from tests.benchmarks.load import SHORT, Stage, load
from tests.contract.conftest import ON_POSTGRES
from tests.faults.cluster import a_database, a_server
from tests.faults.conftest import Count, asked_kills

pytestmark = [
    pytest.mark.alone,
    pytest.mark.faults,
    pytest.mark.timeout(2_700),
    pytest.mark.proves("R22"),
]

FEW = (Stage("30 in a second", 30, 1),)


@pytest.fixture(params=["sqlite", ON_POSTGRES])
def address(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database as durable as anybody's; none for a file of the bot's own."""
    if request.param == "sqlite":
        yield ""
        return
    with a_server() as server, a_database(server) as address:
        yield address


async def test_a_burst_is_answered_once(address: str, count: Count):
    stages, model_seconds = (SHORT, 2.0) if asked_kills() else (FEW, 0.2)

    for held in await load(stages, model_seconds, address):
        assert (held.lost, held.doubled) == (0, 0)
        name = held.stage.name.replace(" ", "_")
        count(**{f"events_of_{name}_answered_once": held.stage.events})
        count(**{f"ms_to_acknowledge_{name}_99th_percentile": round(held.ack_p99)})
        count(**{f"seconds_to_drain_{name}": round(held.drained_seconds)})
