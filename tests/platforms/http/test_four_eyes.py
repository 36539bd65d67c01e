"""Somebody else approves, over HTTP: who may, who sees what, and what is said to them alone."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.core.ports.credentials import KeyScope
from tests.fakes.command_line import SETTINGS
from tests.platforms.http.desk import HttpDesk, served
from tests.platforms.kept import moved

pytestmark = pytest.mark.timeout(60)

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
MOVED = [("1234567890", "1234324", 70_000)]


@pytest.fixture
def quorum() -> int:
    return 1


@pytest.fixture
async def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, quorum: int
) -> AsyncIterator[HttpDesk]:
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("FRONTDESK_FOUR_EYES", "transfer_money.transfer,people")
    monkeypatch.setenv("FRONTDESK_APPROVERS", "http/main/ben,http/main/cleo")
    monkeypatch.setenv("FRONTDESK_QUORUM", str(quorum))
    async with served() as served_desk:
        yield served_desk


async def a_card(desk: HttpDesk, key: str) -> str:
    """The id of a request to approve a transfer that Ana asked for."""
    for line in ("Transfer money", "seldo"):
        await desk.say(line, key=key)
    await desk.fill("monkey", key=key)
    for line in ("Checking", "To account ID 1234324", "700"):
        await desk.say(line, key=key)
    (card,) = (await desk.call("GET /requests", key=key)).json
    assert (card["kind"], card["agent"], card["asked_by"]) == (
        "approval",
        "transfer_money",
        "ana",
    )
    return str(card["id"])


@pytest.mark.proves("R15")
async def test_only_an_approver_decides_what_somebody_else_asked_for(desk: HttpDesk):
    ana, ben = await desk.key("ana"), await desk.key("ben")
    card = await a_card(desk, ana)
    others = {
        "who asked": (ana, 403),
        "somebody else": (await desk.key("eve"), 404),
        "an admin": (await desk.key("adam", frozenset(KeyScope)), 404),
        "the approver's name elsewhere": (await desk.key("ben", workspace="other"), 404),
        "the approver without the scope": (await desk.key("ben", frozenset({KeyScope.READ})), 403),
    }

    for verb in ("approve", "edit", "reject", "respond"):
        for who, (key, status) in others.items():
            heard = await desk.decide(card, verb, key=key, text="now", amount="1")
            assert heard.status == status, (who, verb, heard.text)
    assert await moved(desk) == []
    heard = await desk.decide(card, "approve", key=ben)
    assert heard.status == 202
    await desk.answers(heard.json["id"], key=ana)

    assert await moved(desk) == MOVED
    assert (await desk.decide(card, "approve", key=ben)).status == 409
    assert await moved(desk) == MOVED


async def test_who_approves_with_other_values_is_told_to_edit(desk: HttpDesk):
    ana, ben = await desk.key("ana"), await desk.key("ben")
    card = await a_card(desk, ana)

    heard = await desk.decide(card, "approve", key=ben, amount="650")

    assert (heard.status, heard.json["detail"]) == (
        422,
        "Approving runs it as it is shown; to give it other values, edit it.",
    )
    assert await moved(desk) == []
    assert (await desk.decide(card, "approve", key=ben)).status == 202


async def test_an_approver_sees_the_card_and_nothing_else_of_the_session(desk: HttpDesk):
    ana, ben = await desk.key("ana"), await desk.key("ben")
    card = await a_card(desk, ana)

    (seen,) = (await desk.call("GET /requests", key=ben)).json

    assert (seen["id"], seen["session_id"]) == (card, None)
    for path in ("/sessions/s1", "/sessions/s1/messages", "/sessions/s1/events"):
        assert (await desk.call(f"GET {path}", key=ben)).status == 404


@pytest.mark.parametrize("quorum", [2])
async def test_what_is_said_to_an_approver_alone_nobody_else_reads(desk: HttpDesk):
    ana, ben, cleo, eve = [await desk.key(user) for user in ("ana", "ben", "cleo", "eve")]
    card = await a_card(desk, ana)

    taken = await desk.decide(card, "approve", key=ben)
    assert taken.status == 202
    await desk.answers(taken.json["id"], key=ana)

    (told,) = (await desk.call(f"GET /requests/{card}/replies", key=ben)).json
    assert told["body"]["reply_to"] == taken.json["id"]
    assert "Your approval counts. 1 of 2 approved" in told["body"]["text"]
    for reader in (ana, cleo):
        assert (await desk.call(f"GET /requests/{card}/replies", key=reader)).json == []
    assert (await desk.call(f"GET /requests/{card}/replies", key=eve)).status == 404
    for path in ("/sessions/s1/events?limit=100", "/sessions/s1/messages?limit=100"):
        assert "Your approval counts" not in (await desk.call(f"GET {path}", key=ana)).text
    assert await moved(desk) == []
    await desk.answers((await desk.decide(card, "approve", key=cleo)).json["id"], key=ana)
    assert await moved(desk) == MOVED


async def test_a_plans_owner_may_say_something_to_it_though_others_approve(desk: HttpDesk):
    ana = await desk.key("ana")
    body = {"session_id": "s1", "description": GOAL}
    plan = (await desk.call("POST /input_task", body, key=ana)).json["plan_id"]
    about = {"plan_id": plan, "session_id": "s1"}

    said = await desk.call(
        "POST /human_clarification_on_plan",
        {**about, "human_clarification": "leave out the laptop"},
        key=ana,
    )
    approved = await desk.call("POST /approve_step_or_steps", {**about, "approved": True}, key=ana)

    assert said.status == 200, said.text
    assert "it is waiting for http/main/ben" in approved.json["status"]
    steps = (await desk.call(f"GET /steps/{plan}", key=ana)).json
    assert {one["agent"] for one in steps if one["status"] == "awaiting_feedback"} == {"people"}
