"""Laws of decisions by several: nobody counts for themselves, nobody counts twice."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.kit.values.person import Person
from bot.domain.accounts import Rights, Trust, is_listed, parse_group
from bot.domain.errors import ApprovedAlready, NotYours, Refused, RequestClosed
from bot.domain.ids import RequestId, SessionId, TaskId
from bot.domain.requests import (
    Request,
    RequestKind,
    RequestStatus,
    Subject,
    Verdict,
    describe_outcome,
)
from bot.storage.databases.codec import REQUEST

NOON = datetime(2024, 7, 17, 12, 0, tzinfo=UTC)
ANA, BEN, CLEO, DORA, EVE = (
    Person("slack", "T1", f"U-{name.lower()}", name)
    for name in ("Ana", "Ben", "Cleo", "Dora", "Eve")
)
ELSEWHERE = Person("slack", "T2", "U-ben", "Ben")
GROUP = "S7"
MEMBER = Rights(Trust.FULL)
IN_GROUP = Rights(Trust.FULL, frozenset({GROUP}))


def a_request(**details: Any) -> Request:
    request = Request(
        id=RequestId("r1"),
        kind=RequestKind.APPROVAL,
        session=SessionId("slack/T1/C1/1"),
        task=TaskId("t1"),
        asked=ANA,
        text="Transfer $700.00 to 1234324?",
        subject=Subject("transfer_money", "transfer", arguments={"amount": "700.00 USD"}),
        created_at=NOON,
        expires_at=NOON + timedelta(days=1),
        policy="four_eyes",
        approvers=("U-ana", "U-ben", "U-cleo"),
        groups=(GROUP,),
    )
    return replace(request, **details)


def says(verb: str, by: Person, rights: Rights = MEMBER, turn: str = "") -> Verdict:
    return Verdict(verb, by, rights, turn or f"{verb} by {by.key}", "too much")


def after(request: Request, verdicts: Sequence[Verdict]) -> Request:
    """What a request has become; what is refused changes nothing."""
    for verdict in verdicts:
        try:
            request = request.decide(verdict, NOON)
        except Refused:
            continue
    return request


people = st.sampled_from([ANA, BEN, CLEO, DORA, EVE, ELSEWHERE])
rights = st.builds(
    Rights, st.sampled_from(Trust), st.sampled_from([frozenset(), frozenset({GROUP})])
)
verdicts = st.lists(
    st.builds(says, st.sampled_from(["approve", "edit", "reject", "respond"]), people, rights),
    max_size=8,
)
quorums = st.integers(1, 4)


@given(verdicts, quorums)
def test_whoever_asked_never_counts(said: list[Verdict], quorum: int):
    ended = after(a_request(quorum=quorum), said)

    assert ANA not in ended.approvals
    assert ended.decided_by != ANA


@given(verdicts, quorums)
def test_nobody_counts_twice_and_only_who_is_entitled(said: list[Verdict], quorum: int):
    ended = after(a_request(quorum=quorum), said)

    entitled = {v.by for v in said if a_request().may_decide(v.by, v.rights)}
    assert len(set(ended.approvals)) == len(ended.approvals)
    assert set(ended.approvals) <= entitled
    assert ended.decided_by is None or ended.decided_by in entitled


@given(verdicts, quorums)
def test_it_is_approved_only_by_as_many_as_it_needs(said: list[Verdict], quorum: int):
    ended = after(a_request(quorum=quorum), said)

    if ended.status is RequestStatus.ANSWERED and ended.verdict == "approve":
        assert len(ended.approvals) == quorum
    if ended.status is RequestStatus.PENDING:
        assert len(ended.approvals) < quorum


@given(verdicts, quorums)
def test_the_first_verdict_that_ends_it_is_the_last(said: list[Verdict], quorum: int):
    ended = after(a_request(quorum=quorum), said)

    assert ended.status is RequestStatus.PENDING or after(ended, said) == ended


@given(st.permutations([BEN, CLEO, DORA]), quorums)
def test_the_order_of_approvals_does_not_matter(order: list[Person], quorum: int):
    request = a_request(quorum=quorum)
    ended = after(request, [says("approve", by, IN_GROUP) for by in order])

    assert ended.approvals == tuple(order[:quorum])
    assert (ended.status is RequestStatus.ANSWERED) is (quorum <= 3)


@given(verdicts, quorums)
def test_one_rejection_ends_it_however_many_have_approved(said: list[Verdict], quorum: int):
    before = after(a_request(quorum=quorum), [v for v in said if v.verb == "approve"])

    if before.status is RequestStatus.PENDING:
        ended = before.decide(says("reject", CLEO), NOON)
        assert (ended.status, ended.reason) == (RequestStatus.REJECTED, "too much")


@given(verdicts)
def test_a_turn_that_had_its_say_is_known(said: list[Verdict]):
    request = a_request(quorum=3)
    for verdict in said:
        try:
            request = request.decide(verdict, NOON)
        except Refused:
            continue
        assert request.has_from(verdict.turn)


@given(verdicts, quorums)
def test_turns_before_the_decision_see_it_open(said: list[Verdict], quorum: int):
    ended = after(a_request(quorum=quorum), said)

    if ended.status is not RequestStatus.PENDING:
        seen = ended.undecided()
        assert (seen.status, seen.decided_by, seen.decided_in) == (RequestStatus.PENDING, None, "")
        assert ended.decided_by not in seen.approvals


@pytest.mark.proves("R2")
@pytest.mark.parametrize("verb", ["approve", "reject"])
def test_without_the_turn_that_ended_it_a_request_is_what_it_was(verb: str):
    halfway = a_request(quorum=2).decide(says("approve", BEN, turn="first"), NOON)

    ended = halfway.decide(says(verb, CLEO, turn="last"), NOON)

    assert ended.undecided() == halfway


def test_a_changed_action_that_others_must_approve_was_open_before_as_well():
    changed = a_request(quorum=2).decide(says("edit", BEN), NOON)

    assert changed.undecided() == a_request(quorum=2)


def test_who_confirms_for_themselves_counts_once_and_not_before():
    request = a_request(policy="confirm", approvers=(), groups=())

    assert request.counting(BEN, "t1") == request


def test_reminding_and_going_on_happen_once():
    request = a_request(approvers=("U-ben",), escalate_to=("U-eve", "U-ana"))
    request = replace(request, remind_at=NOON, escalate_at=NOON)

    reminded, raised = request.reminded(NOON), request.escalated(NOON)

    assert (reminded.remind_at, reminded.reminded_at) == (None, NOON)
    assert (raised.escalate_at, raised.escalated_at) == (None, NOON)
    assert request.next_approvers == ("U-eve",)


def test_a_changed_action_voids_the_approvals_before_it():
    request = a_request(quorum=2).decide(says("approve", BEN), NOON)

    changed = request.decide(says("edit", CLEO), NOON)

    assert (changed.status, changed.replaced, changed.approvals) == (
        RequestStatus.ANSWERED,
        True,
        (CLEO,),
    )
    with pytest.raises(RequestClosed, match="replaced by a newer request"):
        changed.decide(says("approve", DORA, IN_GROUP), NOON)


def test_a_changed_action_that_needs_one_is_approved_by_whoever_changed_it():
    changed = a_request().decide(says("edit", CLEO), NOON)

    assert (changed.status, changed.replaced) == (RequestStatus.ANSWERED, False)


def test_a_new_request_begins_with_whoever_made_it_what_it_is_but_not_with_who_asked():
    request = a_request(quorum=2)

    assert request.counting(CLEO, "t1").approvals == (CLEO,)
    assert request.counting(ANA, "t1") == request
    assert request.counting(Person("slack", "T1", "U-ana", "Cleo"), "t1") == request


def test_who_approved_is_told_for_whom_it_still_waits():
    request = a_request(quorum=2).decide(says("approve", BEN), NOON)

    with pytest.raises(ApprovedAlready, match="1 of U-ana, U-cleo, the group S7"):
        request.decide(says("approve", BEN), NOON)


@pytest.mark.parametrize("trust", [Trust.OWN, Trust.NONE])
def test_outsiders_are_told_that_it_is_because_of_that(trust: Trust):
    with pytest.raises(NotYours, match="as a guest, a bot or somebody from outside"):
        a_request().decide(says("approve", BEN, Rights(trust)), NOON)


@pytest.mark.parametrize(("trust", "may"), [(Trust.FULL, 1), (Trust.OWN, 1), (Trust.NONE, 0)])
def test_guests_confirm_for_themselves_and_bots_for_nobody(trust: Trust, may: int):
    assert a_request(policy="confirm").may_decide(ANA, Rights(trust)) == bool(may)


@pytest.mark.parametrize(
    ("entry", "listed"),
    [
        ("U-ben", [BEN]),
        ("slack/T1/U-ben", [BEN]),
        ("slack/T2/U-ben", [ELSEWHERE]),
        ("discord/T1/U-ben", []),
        ("T1/U-ben", []),
        ("Ben", []),
        ("", []),
    ],
)
def test_an_entry_names_a_neighbour_or_exactly_one_person(entry: str, listed: list[Person]):
    assert [p for p in (BEN, ELSEWHERE, CLEO) if is_listed(p, (entry,), beside=ANA)] == listed


def test_an_odd_id_is_no_way_to_be_somebody_else():
    odd = Person("slack", "T1", "slack/T1/U-ben")

    assert not is_listed(odd, ("slack/T1/U-ben",), beside=ANA)


def test_a_group_is_of_the_requests_workspace_or_of_exactly_one():
    assert parse_group("S7", ANA) == ("slack", "T1", "S7")
    assert parse_group("slack/T2/S7", ANA) == ("slack", "T2", "S7")


def test_going_on_adds_the_next_ones_and_still_not_who_asked():
    request = a_request(escalate_to=("U-eve", "U-ana", "U-ben"), escalate_at=NOON)

    raised = request.escalated(NOON)

    assert raised.approvers == ("U-ana", "U-ben", "U-cleo", "U-eve")
    assert raised.may_decide(EVE, MEMBER)
    assert not raised.may_decide(ANA, MEMBER)


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ([], ""),
        ([says("approve", BEN)], "1 of 2 approved: Ben"),
        ([says("approve", BEN), says("approve", CLEO)], "Approved by Ben, Cleo"),
        ([says("reject", BEN)], "Rejected by Ben: too much"),
        ([says("edit", BEN)], "Changed by Ben: replaced by a newer request"),
    ],
)
def test_what_became_of_it_is_said_in_words(said: list[Verdict], words: str):
    assert describe_outcome(after(a_request(quorum=2), said)) == words


@pytest.mark.parametrize(
    ("status", "replaced", "words"),
    [
        (RequestStatus.EXPIRED, False, "Expired: nobody answered in time"),
        (RequestStatus.CANCELLED, False, "Withdrawn"),
        (RequestStatus.CANCELLED, True, "Replaced by a newer request"),
    ],
)
def test_how_it_was_closed_is_said_in_words(status: RequestStatus, words: str, *, replaced: bool):
    assert describe_outcome(a_request().close(status, replaced=replaced)) == words


def test_a_row_from_before_there_were_quorums_is_read():
    old = """{"id": "r1", "kind": "approval", "session": "slack/T1/C1/1", "task": "t1",
        "asked": {"platform": "slack", "workspace": "T1", "user": "U-ana", "name": "Ana"},
        "text": "Really?", "subject": {"agent": "bank", "tool": "transfer"},
        "created_at": "2024-07-17T12:00:00Z", "expires_at": "2024-07-18T12:00:00Z",
        "policy": "four_eyes", "approvers": ["U-ben"], "status": "pending"}"""

    request = REQUEST.decode(old)

    assert (request.quorum, request.groups, request.approvals) == (1, (), ())
    assert request.decide(says("approve", BEN), NOON).status is RequestStatus.ANSWERED
