"""What a turn costs a database, from the event that is accepted to the reply that was sent."""

from collections.abc import AsyncIterator

import pytest

from bot.storage.databases.transactions import SqlTransaction
from tests.contract.counted_talk import OURS, CountedTalk, a_counted_talk
from tests.contract.counting import Asked

pytestmark = pytest.mark.timeout(60)

MOST_STATEMENTS = 14  # of any turn, also the first of its session
MOST_WRITES = 8  # with one call of a model
OF_A_VERDICT = 4  # the request as it was shown, and as it is now; its end; what ended it
OF_THE_AUDIT = 3  # its last link, the next one, its new head
OF_AN_EFFECT = 3 + OF_THE_AUDIT  # whether it is wanted, whether it may be, that it was done

TALK = ("hello", "What does AAPL trade at?", "What does MSFT trade at?")
LOGIN = ("transfer money", "seldo", "monkey")
TRANSFER = ("Checking", "To account ID 1234324", "500")


@pytest.fixture
async def talk(empty_address: str) -> AsyncIterator[CountedTalk]:
    async with a_counted_talk(empty_address) as talk:
        yield talk


async def test_a_turn_is_few_statements_and_fewer_commits(talk: CountedTalk):
    await talk.say(*TALK, *LOGIN, *TRANSFER, "thanks")

    pressed = OF_A_VERDICT + OF_THE_AUDIT  # “Checking” is a button, too
    besides = {"monkey": pressed, "Checking": pressed, "500": OF_AN_EFFECT}
    for cost in talk.costs:
        further = max(cost.calls - 1, 0)
        statements = MOST_STATEMENTS + besides.get(cost.text, 0)
        assert len(cost.ours) <= statements, [asked.text for asked in cost.ours]
        assert cost.writes <= MOST_WRITES + further + besides.get(cost.text, 0), cost.text


@pytest.mark.parametrize("first", ["hello", TALK[1], "transfer money", "help"])
async def test_the_first_turn_of_a_session_looks_for_nothing_said_before(
    talk: CountedTalk, first: str
):
    await talk.say(first)

    (cost,) = talk.costs
    assert len(cost.ours) <= MOST_STATEMENTS - 1, [asked.text for asked in cost.ours]
    assert not [asked.text for asked in cost.ours if "FROM messages" in asked.text]


async def test_an_old_session_costs_what_a_young_one_does(talk: CountedTalk):
    await talk.say(*["What does AAPL trade at?"] * 30)

    assert len({len(cost.ours) for cost in talk.costs[2:]}) == 1


async def test_who_is_remembered_as_before_is_not_written_again(talk: CountedTalk):
    await talk.say("hello", "What does AAPL trade at?", "transfer money")

    written = [any("INTO participants" in asked.text for asked in c.ours) for c in talk.costs]
    assert written == [True, False, True]


async def test_nothing_on_the_way_of_a_message_reads_a_whole_table(talk: CountedTalk):
    await talk.say(*TALK, *LOGIN, *TRANSFER)

    asked = {one.text: one for cost in talk.costs for one in cost.ours}
    assert len(asked) > MOST_STATEMENTS
    every = list(asked.values())
    assert await talk.database.inner.write(lambda sql: _read_whole(sql, every)) == {}


def _read_whole(sql: SqlTransaction, every: list[Asked]) -> dict[str, list[str]]:
    plans = {asked.text: _scans(sql, asked) for asked in every}
    return {text: scans for text, scans in plans.items() if scans}


def _scans(sql: SqlTransaction, asked: Asked) -> list[str]:
    """The steps of a statement's plan that read a whole table."""
    if sql.connection.dialect.name == "sqlite":
        plan = sql.rows(f"EXPLAIN QUERY PLAN {asked.text}", **asked.values)
        steps = [str(step) for *_others, step in plan]
        return [s for s in steps if s.startswith("SCAN") and OURS.intersection(s.split())]
    # However few rows there are: what can be found by an index is.
    sql.change("SET LOCAL enable_seqscan = off")
    plan = sql.rows(f"EXPLAIN {asked.text}", **asked.values)
    return [step for (step,) in plan if "Seq Scan" in step]
