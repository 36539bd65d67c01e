"""What the steps of a long procedure write into a database, as the bot is shipped."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from tests.contract.counted_talk import CountedTalk, a_counted_talk
from tests.contract.counting import Asked
from tests.unit.procedures.stories import a_state, as_yaml, with_state

pytestmark = pytest.mark.timeout(60)

LAPS_OF_ONE_LINE = 50
CHANGES = ("INSERT", "UPDATE")


@pytest.mark.proves("S4-50b")
async def test_the_two_hundredth_step_writes_as_much_as_the_tenth(
    sqlite_address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    state = a_state("host", "guest", controller={"judge_words": {"1": ["enough"]}})
    for role in ("host", "guest"):
        state["agent_states"][role] = {"StaticComponent": {"output": f"I am the {role}."}}
    file = tmp_path / "long.yaml"
    file.write_text(as_yaml(with_state("chat", state, config={"MAX_CHAT_HISTORY": 10})))
    monkeypatch.setenv("FRONTDESK_PROCEDURES", str(file))

    async with a_counted_talk(sqlite_address, reads=True) as talk:
        await talk.say("@talk hi", *["go on"] * 4)

    steps = [*_steps(talk)]
    assert len(steps) > 4 * LAPS_OF_ONE_LINE
    young, old = _average(steps[10:40]), _average(steps[200:230])
    assert old / young <= 1.2


def _steps(talk: CountedTalk) -> Iterator[int]:
    """How many bytes each turn wrote."""
    asked = [one for cost in talk.costs for one in cost.ours]
    ends = [n for n, one in enumerate(asked) if "SET status = 'done'" in one.text]
    for start, end in pairwise(ends):
        yield sum(_bytes(one) for one in asked[start:end])


def _bytes(asked: Asked) -> int:
    is_change = asked.text.strip().startswith(CHANGES)
    return len(json.dumps(dict(asked.values), default=str)) if is_change else 0


def _average(steps: list[int]) -> float:
    return sum(steps) / len(steps)
