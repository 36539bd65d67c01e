"""One person in Slack, over HTTP and at the console: one plan, and one record of it."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from agents.bank.tables import TRANSFERS
from agents.it_support.desk import ACCOUNTS
from bot.core.ports.credentials import KeyScope
from bot.domain.requests import RequestKind
from tests.platforms.everywhere import (
    ANN,
    KEY,
    PATIENCE_SECONDS,
    SEAT,
    Everywhere,
    everywhere,
    until_true,
)
from tests.platforms.kept import READY, WISH, audited

pytestmark = [pytest.mark.proves("R1", "R5", "R24"), pytest.mark.timeout(180)]


@pytest.fixture
async def ann(tmp_path: Path) -> AsyncIterator[Everywhere]:
    async with everywhere(tmp_path) as ann:
        yield ann


async def test_a_plan_is_decided_in_slack_over_http_and_at_the_console(ann: Everywhere):
    """Begun in Slack; a step each is decided in three places; one plan, one record."""
    await ann.link_http()
    await ann.link_console()
    ann.bot.fake.world.directory.teams["T1"].name = "Acme"
    card = await ann.planned()
    plan = await ann.plan()
    assert [step.number for step in plan.steps] == [1, 2, 3, 4]

    await ann.slack.press("Approve 1")
    await ann.until_step(1, "completed", "running", "approved")

    (shown,) = await ann.http.call("GET /plans")
    assert shown["id"] == plan.id
    step = shown["steps"][2]
    body = {"plan_id": plan.id, "session_id": shown["session_id"], "step_id": step["id"]}
    told = await ann.http.call(
        "POST /human_feedback", {**body, "approved": False, "human_feedback": "She has one"}
    )
    assert told["status"]
    await ann.until_step(3, "rejected")

    listed = await ann.console.says("plans", plan.id)
    assert "in another conversation" in listed
    (request,) = {step.request for step in (await ann.plan()).steps if step.request}
    await ann.console.says(f"decide {request} approve", "Passed on to slack, workspace “Acme”")
    await ann.bot.fake.until(
        lambda: any("3 of 4 steps done" in m.shown for m in ann.slack.answers), PATIENCE_SECONDS
    )

    done = await ann.plan()
    assert [str(step.status) for step in done.steps] == [
        "completed", "completed", "rejected", "completed",
    ]  # fmt: skip
    rows = await ann.bot.app.ports.records.transact(lambda rows: rows.find(ACCOUNTS))
    assert len(rows) == 1
    await ann.bot.fake.until(lambda: card.labels == [], PATIENCE_SECONDS)
    decisions = [d for d in await audited(ann.bot, "decision") if d["kind"] == "plan"]
    assert {d["by"] for d in decisions} == {ANN.key}
    assert [d.get("via") for d in decisions] == [None, KEY.key, SEAT.key]


async def transfers(ann: Everywhere) -> int:
    return len(await ann.bot.app.ports.records.transact(lambda rows: rows.find(TRANSFERS)))


async def until_moved(ann: Everywhere) -> None:
    async def moved() -> bool:
        return await transfers(ann) == 1

    await until_true(moved)


async def test_what_was_asked_over_http_is_decided_in_slack(ann: Everywhere):
    """“requests” shows the card in Slack, its button decides, and it is locked there, too."""
    await ann.link_http()
    for line in (*READY, WISH):
        await ann.http.say(line)
    await ann.http.asked()

    await ann.slack.say("requests")
    card = ann.slack.with_button("Approve")
    assert "700" in card.shown
    await ann.slack.press("Approve")

    await until_moved(ann)
    await ann.bot.fake.until(lambda: card.labels == [], PATIENCE_SECONDS)
    assert not any("transferred" in m.shown.lower() for m in ann.slack.answers)
    (decision,) = [d for d in await audited(ann.bot, "decision") if d["kind"] == "approval"]
    assert (decision["by"], decision["via"]) == (KEY.key, ANN.key)


async def test_a_form_filled_in_in_slack_counts_over_http(ann: Everywhere):
    await ann.link_http()
    for line in (*READY, WISH):
        await ann.http.say(line)
    await ann.http.asked()
    await ann.slack.say("requests")

    await ann.bot.fake.press("U1", ann.slack.with_button("Edit"), "Edit")
    [form] = ann.bot.fake.modals("U1")
    await ann.bot.fake.submit("U1", form, {"amount": "650"})

    await until_moved(ann)
    rows = await ann.bot.app.ports.records.transact(lambda rows: rows.find(TRANSFERS))
    assert [row["minor"] for row in rows] == [65_000]


async def test_what_was_asked_in_slack_waits_over_http(ann: Everywhere):
    await ann.link_http()
    for line in (*READY, WISH):
        await ann.slack.say(line)

    request = await ann.http.asked()
    assert request["kind"] == RequestKind.APPROVAL
    assert request["session_id"] is None
    await ann.http.call(f"POST /requests/{request['id']}/decision", {"verb": "approve"})

    await until_moved(ann)
    await ann.bot.fake.until(
        lambda: any("Approved" in m.shown for m in ann.slack.answers), PATIENCE_SECONDS
    )


async def test_the_home_shows_what_waits_elsewhere(ann: Everywhere):
    await ann.link_http()
    for line in (*READY, WISH):
        await ann.http.say(line)
    await ann.http.asked()

    await ann.bot.fake.open_home("U1")

    await ann.bot.fake.until(lambda: ann.bot.fake.home("U1") is not None, PATIENCE_SECONDS)
    home = ann.bot.fake.home("U1")
    assert home is not None
    assert "Waiting for you" in str(home.blocks)
    assert "700.00" in str(home.blocks)


async def test_who_is_not_linked_finds_and_decides_nothing(ann: Everywhere):
    """Three ways in for somebody else's key: nothing is there for them."""
    for line in (*READY, WISH):
        await ann.slack.say(line)
    (request,) = await ann.open_requests(RequestKind.APPROVAL)

    assert await ann.http.call("GET /requests") == []
    assert await ann.http.refused(f"GET /requests/{request.id}") == 404
    path = f"POST /requests/{request.id}/decision"
    assert await ann.http.refused(path, {"verb": "approve"}) == 404
    await ann.http.say(f"decide {request.id} approve")

    refused = await until_true(lambda: audited(ann.bot, "press_refused"))
    assert [(r["by"], r["because"]) for r in refused] == [(KEY.key, "Refused")]
    assert await transfers(ann) == 0


async def test_words_decide_no_more_than_the_key_may(ann: Everywhere):
    await ann.link_http()
    for line in (*READY, WISH):
        await ann.slack.say(line)
    (request,) = await ann.open_requests(RequestKind.APPROVAL)
    writer = await ann.another_key(frozenset({KeyScope.READ, KeyScope.WRITE}))
    said = "POST /sessions/s9/messages"

    for text in (f"decide {request.id} approve", "unlink", "link"):
        assert await writer.refused(said, {"text": text}) == 403

    assert await transfers(ann) == 0


async def test_a_copied_card_of_elsewhere_decides_nothing(ann: Everywhere):
    """Even the rightful person's press counts only on the card that the bot has shown."""
    await ann.link_http()
    for line in (*READY, WISH):
        await ann.http.say(line)
    await ann.http.asked()
    await ann.slack.say("requests")
    card = ann.slack.with_button("Approve")

    where = {"type": "message", "message_ts": "1795000000.000100", "channel_id": card.channel}
    copy = {"type": "message", "ts": "1795000000.000100", "thread_ts": card.thread_ts}
    payload = {"container": where, "message": copy}
    await ann.bot.fake.press("U1", card, "Approve", payload=payload)

    await until_true(lambda: audited(ann.bot, "press_refused"))
    assert await transfers(ann) == 0
