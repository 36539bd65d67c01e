"""Requests: decided once, by the right person, in time, and about one exact action."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.domain.accounts import Rights, Trust
from bot.domain.errors import NotYours, RequestClosed
from bot.domain.ids import RequestId, SessionId, TaskId
from bot.domain.requests import Request, RequestKind, RequestStatus, Subject, Verdict

NOON = datetime(2024, 7, 17, 12, 0, tzinfo=UTC)
TOMORROW = NOON + timedelta(days=1)
MEMBER = Rights(Trust.FULL)

ANA = Person("slack", "T1", "U-ana", "Ana")
BEN = Person("slack", "T1", "U-ben", "Ben")
EVE = Person("slack", "T1", "U-eve", "Eve")

STRANGERS = {
    "another member": EVE,
    "the same name": Person("slack", "T1", "U-other", "Ana"),
    "the same user id in another workspace": Person("slack", "T2", "U-ana", "Ana"),
    "the same user id on another platform": Person("discord", "T1", "U-ana", "Ana"),
    "nobody": Person("", "", ""),
}


def a_subject(**details: Any) -> Subject:
    given_ = {"arguments": {"to_account": "1234324", "amount": "700.00 USD"}, **details}
    return Subject("transfer_money", "transfer", **given_)


def a_request(**details: Any) -> Request:
    request = Request(
        id=RequestId("r1"),
        kind=RequestKind.APPROVAL,
        session=SessionId("slack/T1/C1/1"),
        task=TaskId("t1"),
        asked=ANA,
        text="Transfer $700.00 to 1234324?",
        subject=a_subject(),
        created_at=NOON,
        expires_at=TOMORROW,
    )
    return replace(request, **details)


def says(
    verb: str, by: Person, *, trust: Trust = Trust.FULL, turn: str = "", reason: str = ""
) -> Verdict:
    return Verdict(verb, by, Rights(trust), turn, reason)


def for_four_eyes(*approvers: str, **details: Any) -> Request:
    return a_request(policy="four_eyes", approvers=approvers, **details)


@pytest.mark.parametrize("verdict", ["respond", "option-1", "submit"])
def test_a_decision_answers_the_request(verdict: str):
    decided = a_request().decide(says(verdict, ANA, turn="turn 7"), NOON)

    assert decided == a_request(
        status=RequestStatus.ANSWERED, verdict=verdict, decided_by=ANA, decided_in="turn 7"
    )


@pytest.mark.parametrize("verdict", ["approve", "edit"])
def test_an_approval_is_counted_and_answers_the_request(verdict: str):
    decided = a_request().decide(says(verdict, ANA, turn="turn 7"), NOON)

    assert decided == a_request(
        status=RequestStatus.ANSWERED,
        verdict=verdict,
        decided_by=ANA,
        decided_in="turn 7",
        approvals=(ANA,),
        approved_in=("turn 7",),
    )


def test_a_rejection_keeps_its_reason():
    rejected = a_request().decide(says("reject", ANA, reason="too much"), NOON)

    assert rejected == a_request(
        status=RequestStatus.REJECTED, verdict="reject", decided_by=ANA, reason="too much"
    )


@pytest.mark.parametrize("first", ["approve", "reject"])
@pytest.mark.parametrize("second", ["approve", "reject", "edit"])
@pytest.mark.parametrize("by", [ANA, EVE])
def test_a_request_is_decided_once(first: str, second: str, by: Person):
    decided = a_request().decide(says(first, ANA), NOON)

    with pytest.raises(RequestClosed, match=rf"already {decided.status} by Ana"):
        decided.decide(says(second, by), NOON)


@pytest.mark.parametrize("closed", [RequestStatus.EXPIRED, RequestStatus.CANCELLED])
def test_what_is_closed_is_not_decided(closed: RequestStatus):
    with pytest.raises(RequestClosed, match=f"already {closed}"):
        a_request().close(closed).decide(says("approve", ANA), NOON)


@pytest.mark.parametrize("stranger", STRANGERS.values(), ids=STRANGERS)
@pytest.mark.parametrize("verdict", ["approve", "reject", "edit"])
def test_a_stranger_is_refused(verdict: str, stranger: Person):
    with pytest.raises(NotYours, match="waiting for Ana"):
        a_request().decide(says(verdict, stranger), NOON)


def test_the_requester_is_known_by_id_whatever_they_are_called_now():
    renamed = Person("slack", "T1", "U-ana", "Ana on holiday")

    assert a_request().may_decide(renamed, MEMBER)


def test_somebody_else_on_the_list_decides_with_four_eyes():
    decided = for_four_eyes("U-ben", "U-eve").decide(says("approve", BEN), NOON)

    assert (decided.status, decided.decided_by) == (RequestStatus.ANSWERED, BEN)
    assert decided.approvals == (BEN,)


@pytest.mark.parametrize("verdict", ["approve", "reject", "edit"])
def test_the_requester_never_decides_with_four_eyes_even_when_listed(verdict: str):
    with pytest.raises(NotYours, match="waiting for U-ana, U-ben"):
        for_four_eyes("U-ana", "U-ben").decide(says(verdict, ANA), NOON)


@pytest.mark.parametrize("person", [ANA, BEN, *STRANGERS.values()])
def test_with_nobody_on_the_list_nobody_decides(person: Person):
    with pytest.raises(NotYours, match="none is set"):
        for_four_eyes().decide(says("approve", person), NOON)


@pytest.mark.parametrize(
    "impostor",
    [
        EVE,
        Person("slack", "T2", "U-ben", "Ben"),
        Person("discord", "T1", "U-ben", "Ben"),
        Person("slack", "T1", "Ben", "U-ben"),
    ],
    ids=["not listed", "another workspace", "another platform", "a name like the id"],
)
def test_an_approver_is_a_user_of_the_same_workspace(impostor: Person):
    with pytest.raises(NotYours, match="waiting for U-ben"):
        for_four_eyes("U-ben").decide(says("approve", impostor), NOON)


def test_whoever_left_the_list_no_longer_decides():
    assert for_four_eyes("U-ben", "U-eve").may_decide(BEN, MEMBER)
    assert not for_four_eyes("U-eve").may_decide(BEN, MEMBER)


def test_a_request_is_open_until_its_time_is_over():
    last_moment = TOMORROW - timedelta(microseconds=1)

    assert a_request().decide(says("approve", ANA), last_moment).status is RequestStatus.ANSWERED


@pytest.mark.parametrize("verdict", ["approve", "reject", "edit"])
@pytest.mark.parametrize("now", [TOMORROW, TOMORROW + timedelta(days=9)])
def test_nothing_is_decided_when_its_time_is_over(verdict: str, now: datetime):
    with pytest.raises(RequestClosed, match="already expired"):
        a_request().decide(says(verdict, ANA), now)


def test_expired_is_not_rejected():
    expired = a_request().close(RequestStatus.EXPIRED)

    assert expired == a_request(status=RequestStatus.EXPIRED)
    assert (expired.verdict, expired.decided_by) == ("", None)


@pytest.mark.parametrize("late", [RequestStatus.EXPIRED, RequestStatus.CANCELLED])
def test_closing_leaves_a_decision_as_it_was_made(late: RequestStatus):
    decided = a_request().decide(says("approve", ANA), NOON)

    assert decided.close(late) == decided


def test_a_decision_does_not_change_the_request_it_was_made_on():
    request = a_request()

    request.decide(says("approve", ANA), NOON)

    assert request == a_request()


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=6,
)
arguments = st.dictionaries(st.text(max_size=6), json_values, max_size=4)
subjects = st.builds(
    Subject,
    agent=st.text(max_size=6),
    tool=st.text(max_size=6),
    version=st.integers(0, 9),
    arguments=arguments,
    rule=st.text(max_size=6),
    facts=arguments,
)
PARTS = ("agent", "tool", "version", "arguments", "rule", "facts")


@given(subjects, subjects)
def test_different_actions_have_different_digests(one: Subject, other: Subject):
    assume(one != other)

    assert one.digest != other.digest


@given(subjects)
def test_the_order_of_arguments_and_facts_does_not_matter(subject: Subject):
    turned_round = replace(
        subject, arguments=_reversed(subject.arguments), facts=_reversed(subject.facts)
    )

    assert turned_round.digest == subject.digest


@given(subjects, st.sampled_from(PARTS), st.data())
def test_changing_any_part_changes_the_digest(subject: Subject, part: str, data: st.DataObject):
    changed = replace(subject, **{part: getattr(data.draw(subjects), part)})
    assume(changed != subject)

    assert changed.digest != subject.digest


@given(arguments, st.text(max_size=6), json_values, json_values)
def test_changing_one_argument_changes_the_digest(
    rest: dict[str, JsonValue], name: str, one: JsonValue, other: JsonValue
):
    assume(one != other)

    before, after = (a_subject(arguments={**rest, name: value}) for value in (one, other))

    assert before.digest != after.digest


@pytest.mark.parametrize(("one", "other"), [(1, "1"), (1, True), (0, False), (None, ""), ([], {})])
def test_values_that_only_look_alike_have_different_digests(one: JsonValue, other: JsonValue):
    digests = {a_subject(arguments={"amount": value}).digest for value in (one, other)}

    assert len(digests) == 2


def test_a_decision_is_bound_to_the_action_and_to_its_expiry():
    request = a_request()
    others = [
        a_request(subject=a_subject(version=2)),
        a_request(subject=a_subject(rule="four_eyes:U-ben")),
        a_request(subject=a_subject(facts={"balance_seen": "1234567890"})),
        a_request(subject=a_subject(arguments={"to_account": "1234324"})),
        a_request(expires_at=TOMORROW + timedelta(seconds=1)),
    ]

    assert len({request.digest, *(other.digest for other in others)}) == 6


def _reversed(value: Mapping[str, JsonValue]) -> dict[str, JsonValue]:
    return {
        name: _reversed(inner) if isinstance(inner, dict) else inner
        for name, inner in reversed(list(value.items()))
    }
