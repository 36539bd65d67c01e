"""Procedures with a person in them and trees of tasks that ask, on every platform."""

from pathlib import Path

import pytest

from tests.fakes.readings import TABLE
from tests.fakes.readings.rows import Move, Table
from tests.fakes.stand_in import StandIn
from tests.faults.outside import orders
from tests.journeys.anywhere.telling import OpenDesk

pytestmark = pytest.mark.timeout(60)

BANQUET = "tests.faults.banquet"
PUNCH = "order some punch"
DONE = "12 glasses of punch are on their way."
MOVES = (
    Move("host", PUNCH, "send", {"to": "butler", "text": PUNCH}),
    Move("butler", PUNCH, says="How many are the glasses?"),
    Move("butler", "12 glasses", "order_punch", {"glasses": 12}),
    Move("host", DONE, "done", {"answer": DONE}),
)


@pytest.mark.proves("S4-04")
async def test_a_text_goes_round_until_its_person_approves_it(a_desk: OpenDesk):
    ann = (await a_desk()).talk("ann")

    first = await ann.say("@drafting_circle draft a note on our new office")
    assert "Wanda (writer)" in first
    assert "Do you approve this text?" in first
    second = await ann.say("please mention the cake")
    assert "the cake" in second
    assert await ann.files() == []
    await ann.press("approve")

    [text] = await ann.files()
    assert "the cake" in text


@pytest.mark.proves("S3-12", "S3-31", "S3-34")
async def test_a_tree_of_tasks_asks_inside_and_does_what_was_approved(
    a_desk: OpenDesk, tmp_path: Path
):
    ann = (await a_desk(agents=BANQUET, model=StandIn(table=Table(TABLE.rows, MOVES)))).talk("ann")

    assert "the glasses" in await ann.say(f"@banquet {PUNCH}")
    assert "butler wants to order punch" in await ann.say("12 glasses")
    assert orders(tmp_path) == []
    assert DONE in await ann.press("Approve")

    assert [order["punch"] for order in orders(tmp_path)] == [12]
