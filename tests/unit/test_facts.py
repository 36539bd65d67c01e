"""Facts: they lapse by silence and by age, and fall with what they rest on."""

from copy import deepcopy
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agents.kit.values.person import Fact
from bot.domain.participant import Facts, KnownFact

NOON = datetime(2024, 7, 17, 12, 0, tzinfo=UTC)
ANA, BEN = "slack/T1/U-ana", "slack/T1/U-ben"

LoggedIn = Fact("logged_in", "being logged in")
BalanceSeen = Fact("balance_seen", "having seen the balance", rests_on=(LoggedIn,))
LimitKnown = Fact("limit_known", "knowing the limit", rests_on=(BalanceSeen,))
Employed = Fact("employed", "being employed here")
KINDS = {kind.name: kind for kind in (LoggedIn, BalanceSeen, LimitKnown, Employed)}


def facts_of(owner: str, *kinds: Fact, at: datetime = NOON) -> Facts:
    facts = Facts(owner)
    for kind in kinds:
        facts = facts.establish(kind, True, at, KINDS)  # noqa: FBT003 - a value
    return facts


def after(**spans: float) -> datetime:
    return NOON + timedelta(**spans)


def test_a_fact_is_kept_with_its_owner_its_value_and_its_moment():
    facts = Facts(ANA).establish(LoggedIn, "seldo", NOON, KINDS)

    known = KnownFact("logged_in", ANA, "seldo", established_at=NOON, used_at=NOON)
    assert facts == Facts(ANA, {"logged_in": known})


def test_tools_read_names_and_values():
    facts = facts_of(ANA, LoggedIn).establish(BalanceSeen, {"minor": 100000}, NOON, KINDS)

    assert facts.values == {"logged_in": True, "balance_seen": {"minor": 100000}}


@pytest.mark.proves("S0-05")
def test_a_fact_outlasts_a_quarter_of_an_hour_of_silence_but_no_more():
    facts = facts_of(ANA, LoggedIn)

    assert facts.at(after(minutes=14, seconds=59), KINDS) == facts
    assert facts.at(after(minutes=15, seconds=1), KINDS) == Facts(ANA)


def test_activity_keeps_a_fact_for_eight_hours_at_most():
    facts = facts_of(ANA, LoggedIn)
    for minutes in range(10, 8 * 60 + 1, 10):
        facts = facts.at(after(minutes=minutes), KINDS).used(after(minutes=minutes))

    assert facts.values == {"logged_in": True}
    assert facts.at(after(hours=8, seconds=1), KINDS) == Facts(ANA)


def test_a_fact_of_a_clock_that_ran_ahead_lapses_when_it_is_set_right():
    facts = facts_of(ANA, LoggedIn, at=after(days=365))

    assert facts.at(NOON, KINDS) == Facts(ANA)
    assert facts.used(NOON).at(NOON, KINDS) == Facts(ANA)


def test_a_fact_outlasts_a_clock_that_is_set_back_a_little():
    facts = facts_of(ANA, LoggedIn)

    assert facts.at(after(minutes=-10), KINDS) == facts


@given(st.lists(st.integers(0, 20 * 60), max_size=60))
def test_a_fact_holds_as_long_as_no_silence_is_too_long_and_it_is_not_too_old(gaps: list[int]):
    facts, now, lapsed = facts_of(ANA, LoggedIn), NOON, False

    for gap in gaps:
        now += timedelta(seconds=gap)
        facts = facts.at(now, KINDS).used(now)
        lapsed = lapsed or gap > 15 * 60 or now - NOON > timedelta(hours=8)
        assert facts.values == ({} if lapsed else {"logged_in": True})


def test_a_kind_may_lapse_sooner_than_others():
    brief = Fact("code_entered", "having entered a code", idle_seconds=30, max_seconds=60)
    kinds = {**KINDS, brief.name: brief}
    facts = facts_of(ANA, LoggedIn).establish(brief, "ok", NOON, kinds)

    assert facts.at(after(seconds=31), kinds).values == {"logged_in": True}
    busy = facts.at(after(seconds=20), kinds).used(after(seconds=20))
    assert busy.at(after(seconds=45), kinds).values == {"logged_in": True, "code_entered": "ok"}
    busier = busy.at(after(seconds=45), kinds).used(after(seconds=45))
    assert busier.at(after(seconds=61), kinds).values == {"logged_in": True}


def test_a_fact_that_is_taken_back_takes_along_all_that_rests_on_it():
    facts = facts_of(ANA, LoggedIn, BalanceSeen, LimitKnown, Employed)

    assert facts.revoke("logged_in", KINDS) == facts_of(ANA, Employed)


def test_what_a_fact_rests_on_stays_when_it_is_taken_back():
    facts = facts_of(ANA, LoggedIn, BalanceSeen, LimitKnown)

    assert facts.revoke("balance_seen", KINDS) == facts_of(ANA, LoggedIn)


def test_taking_back_what_nobody_knows_changes_nothing():
    assert facts_of(ANA, Employed).revoke("logged_in", KINDS) == facts_of(ANA, Employed)


def test_a_new_login_starts_afresh_all_that_rested_on_the_old_one():
    facts = facts_of(ANA, LoggedIn, BalanceSeen, LimitKnown, Employed)

    again = facts.establish(LoggedIn, "somebody else", after(minutes=1), KINDS)

    assert again.values == {"logged_in": "somebody else", "employed": True}


def test_a_fact_falls_when_what_it_rests_on_lapses():
    login = Fact("logged_in", "being logged in", max_seconds=10 * 60)
    balance = Fact("balance_seen", "having seen the balance", rests_on=(login,))
    kinds = {kind.name: kind for kind in (login, balance)}
    facts = Facts(ANA).establish(login, "seldo", NOON, kinds)

    facts = facts.establish(balance, "1", after(minutes=9), kinds)

    assert facts.at(after(minutes=9), kinds).values == {"logged_in": "seldo", "balance_seen": "1"}
    assert facts.at(after(minutes=11), kinds) == Facts(ANA)


@pytest.mark.parametrize("alone", [BalanceSeen, LimitKnown])
def test_a_fact_does_not_hold_without_what_it_rests_on(alone: Fact):
    known = KnownFact(alone.name, ANA, "anything", NOON, NOON)

    assert Facts(ANA, {alone.name: known}).at(NOON, KINDS) == Facts(ANA)


@pytest.mark.proves("S0-05", "S0-15")
def test_a_fact_about_somebody_else_never_holds():
    smuggled = facts_of(BEN, LoggedIn).known

    assert Facts(ANA, smuggled).at(NOON, KINDS) == Facts(ANA)


def test_a_fact_does_not_rest_on_somebody_elses_login():
    mixed = {**facts_of(ANA, LoggedIn, BalanceSeen).known, **facts_of(BEN, LoggedIn).known}

    assert Facts(ANA, mixed).at(NOON, KINDS) == Facts(ANA)


def test_a_fact_of_a_kind_that_is_gone_does_not_hold():
    facts = facts_of(ANA, Employed)

    assert facts.at(NOON, {"logged_in": LoggedIn}) == Facts(ANA)


@given(st.dictionaries(st.sampled_from(sorted(KINDS)), st.none() | st.integers() | st.text()))
def test_no_move_changes_the_facts_it_starts_from(values: dict[str, JsonValue]):
    facts = Facts(ANA)
    for name, value in values.items():
        facts = facts.establish(KINDS[name], value, NOON, KINDS)
    before = deepcopy(facts)

    facts.establish(LoggedIn, "anew", after(minutes=1), KINDS)
    facts.revoke("logged_in", KINDS)
    facts.used(after(minutes=1))
    facts.at(after(hours=9), KINDS)

    assert facts == before
