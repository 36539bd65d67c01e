"""R22: what comes faster than models answer is acknowledged, and all of it answered once."""

import pytest

from tests.benchmarks.load import SHORT, Stage, load
from tests.faults.conftest import Count, asked_kills

pytestmark = [pytest.mark.faults, pytest.mark.timeout(2_700), pytest.mark.proves("R22")]

FEW = (Stage("30 in a second", 30, 1),)


async def test_a_burst_is_answered_once(count: Count):
    stages, model_seconds = (SHORT, 2.0) if asked_kills() else (FEW, 0.2)

    for held in await load(stages, model_seconds):
        assert (held.lost, held.doubled) == (0, 0)
        name = held.stage.name.replace(" ", "_")
        count(**{f"events_of_{name}_answered_once": held.stage.events})
        count(**{f"ms_to_acknowledge_{name}_99th_percentile": round(held.ack_p99)})
        count(**{f"seconds_to_drain_{name}": round(held.drained_seconds)})
