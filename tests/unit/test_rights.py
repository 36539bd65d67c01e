"""As whom somebody may decide a request, by what their platforms say just now."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from agents.kit.values.person import Person
from bot.core.ports.directory import MemberStatus
from bot.core.requests.deciders import find_decider
from bot.domain.accounts import Identities
from bot.domain.ids import RequestId, SessionId, TaskId
from bot.domain.requests import Request, RequestKind, Subject
from tests.fakes.directory import FakeDirectory

pytestmark = pytest.mark.proves("R1")

NOON = datetime(2024, 7, 17, 12, 0, tzinfo=UTC)
ANA = Person("slack", "T1", "U-ana", "Ana")
BEN = Person("slack", "T1", "U-ben", "Ben")
BEN_ELSEWHERE = Person("slack", "T2", "U-ben", "Ben")
BENS_KEY = Person("http", "main", "ben")


@dataclass
class LinkedDirectory(FakeDirectory):
    """One in which people are linked, too."""

    links: dict[Person, Person] = field(default_factory=dict)

    async def identities(self, person: Person) -> Identities:
        other = self.links.get(person)
        return Identities((other,), frozenset({other})) if other else Identities()


def a_request(**details: Any) -> Request:
    fields: dict[str, Any] = {"kind": RequestKind.APPROVAL, "policy": "four_eyes", **details}
    return Request(
        id=RequestId("r1"),
        session=SessionId("slack/T1/C1/1"),
        task=TaskId("t1"),
        asked=ANA,
        text="Transfer?",
        subject=Subject("transfer_money", "transfer"),
        created_at=NOON,
        expires_at=NOON + timedelta(days=1),
        **fields,
    )


def linked(**changes: Any) -> LinkedDirectory:
    return LinkedDirectory(links={BENS_KEY: BEN, BEN: BENS_KEY}, **changes)


async def test_a_group_of_the_requests_workspace_is_none_of_another_with_the_same_id():
    directory = FakeDirectory(groups={"S7": {"U-ben"}})

    assert await find_decider(directory, a_request(groups=("S7",)), BEN) == BEN
    assert await find_decider(directory, a_request(groups=("S7",)), BEN_ELSEWHERE) is None
    assert await find_decider(directory, a_request(groups=("slack/T2/S7",)), BEN) is None


@pytest.mark.parametrize(
    "standing",
    [
        MemberStatus(is_bot=True),
        MemberStatus(is_active=False),
        MemberStatus(is_guest=True),
        MemberStatus(is_stranger=True),
    ],
)
async def test_who_is_listed_decides_as_a_member_and_as_nothing_less(standing: MemberStatus):
    request = a_request(approvers=("U-ben",))

    assert await find_decider(FakeDirectory(), request, BEN) == BEN
    assert await find_decider(FakeDirectory(people={BEN: standing}), request, BEN) is None


@pytest.mark.parametrize("person", [ANA, BEN], ids=["who asked", "who is listed"])
async def test_under_a_rule_that_nobody_knows_nobody_decides(person: Person):
    request = a_request(policy="by lot", approvers=("U-ben",))

    assert await find_decider(FakeDirectory(), request, person) is None


async def test_who_is_linked_with_an_approver_decides_as_that_one():
    assert await find_decider(linked(), a_request(approvers=("U-ben",)), BENS_KEY) == BEN


@pytest.mark.parametrize("gone", [BEN, BENS_KEY], ids=["the approver", "who comes"])
@pytest.mark.parametrize(
    "standing",
    [MemberStatus(is_bot=True), MemberStatus(is_active=False), MemberStatus(is_stranger=True)],
)
async def test_neither_of_two_linked_ones_may_be_gone(gone: Person, standing: MemberStatus):
    directory = linked(people={gone: standing})

    assert await find_decider(directory, a_request(approvers=("U-ben",)), BENS_KEY) is None


@pytest.mark.parametrize("kind", [RequestKind.SECRET, RequestKind.LINK])
async def test_a_secret_and_a_link_are_answered_by_nobody_but_who_was_asked(kind: RequestKind):
    directory = LinkedDirectory(links={BENS_KEY: ANA})
    request = a_request(kind=kind, policy="confirm")

    assert await find_decider(directory, request, ANA) == ANA
    assert await find_decider(directory, request, BENS_KEY) is None
