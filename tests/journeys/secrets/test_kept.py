"""What was typed for a call that waits: kept sealed until it runs, fails or is dropped."""

from pathlib import Path

import pytest

from agents.kit import Approval, always, four_eyes
from tests.fakes.migrated import migrate_by_copy
from tests.fakes.world import FakeIds
from tests.journeys.admin.test_pausing import BY_OPERATOR, act, go_on
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import planning, steps, tell, written
from tests.journeys.restarts import begun_again, killed_once
from tests.journeys.secrets.safe import CODE, PIN, Safe, an_agent_with, at_the_safe, kept
from tests.journeys.stored import stored
from tests.journeys.workshop import Workshop

pytestmark = pytest.mark.proves("R8")


async def test_what_was_used_is_forgotten_and_asked_for_anew_the_next_time():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(), "open the box", CODE, PIN)

    assert await kept(conversation) == []
    assert "your code" in await conversation.say("open the box")


@pytest.mark.parametrize("words", ["cancel", "new", "reset", "stop"])
@pytest.mark.parametrize("lines", [(CODE,), (CODE, PIN)], ids=["at the pin", "at the card"])
async def test_giving_up_in_between_forgets_them(lines: tuple[str, ...], words: str):
    conversation = await at_the_safe(Safe().with_both(always()), "open the box", *lines)
    before = await kept(conversation)

    await conversation.say(words)

    stays_open = words == "new" and lines == (CODE, PIN)  # its approval is for whoever decides it
    assert before == ["code", "pin"][: len(lines)]
    assert await kept(conversation) == (before if stays_open else [])


async def test_an_approval_that_stays_open_beside_a_new_start_finds_them():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(always()), "open the box", CODE, PIN, "new")

    assert "Box red is open." in await conversation.press("Approve")


async def test_rejecting_forgets_them():
    conversation = await at_the_safe(Safe().with_both(always()), "open the box", CODE, PIN)

    await conversation.press("Reject")

    assert await kept(conversation) == []


async def test_stopping_something_else_keeps_them():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(always()), "open the box", CODE, PIN)
    await conversation.say("@claim hello")

    await conversation.say("stop")

    assert await kept(conversation) == ["code", "pin"]
    assert "Box red is open." in await conversation.press("Approve")


async def test_they_are_kept_while_somebody_else_takes_hours_to_approve():
    safe = Safe()
    rule = four_eyes(approvers=["ben"])
    conversation = await at_the_safe(safe.with_both(rule), "open the box", CODE, PIN)
    conversation.clock.pass_time(hours=20)

    await conversation.press("Approve", user="ben")

    assert list(safe.opened.values()) == ["red"]
    assert await kept(conversation) == []


async def test_an_approval_that_nobody_gave_in_time_forgets_them():
    conversation = await at_the_safe(Safe().with_both(always()), "open the box", CODE, PIN)
    [request] = conversation.pending
    conversation.clock.pass_time(hours=25)

    await conversation.ring("expire", request)

    assert await kept(conversation) == []


async def test_one_whose_time_is_over_is_asked_for_again():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(), "open the box", CODE)
    [request] = conversation.pending
    conversation.clock.pass_time(minutes=16)
    await conversation.ring("expire", request)

    late = await conversation.say(PIN)

    assert "the time for it was over" in late
    assert await kept(conversation) == []
    assert "your code" in await conversation.say(PIN)
    assert "Box red is open." in await conversation.say(CODE)


async def test_while_nothing_may_be_changed_they_are_kept():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(), "open the box", CODE)
    await act(conversation, BY_OPERATOR)

    said = await conversation.say(PIN)

    assert "paused" in said
    assert await kept(conversation) == ["code", "pin"]
    await go_on(conversation)
    assert "your pin" in await conversation.say("and now?")
    assert "Box red is open." in await conversation.say(PIN)


@pytest.mark.parametrize("lines", [(CODE, PIN), (CODE, PIN, "yes")], ids=["both", "approved"])
async def test_a_crash_while_the_tool_runs_asks_for_nothing_again(lines: tuple[str, ...]):
    safe = Safe(deaths=1)
    rule = always() if lines[-1] == "yes" else None
    conversation = await at_the_safe(safe.with_both(rule), "open the box", *lines[:-1])
    await killed_once(conversation, lines[-1])

    said = await begun_again(conversation)

    assert "Box red is open." in said
    assert await kept(conversation) == []


async def test_a_new_process_goes_on_with_what_was_typed_before(tmp_path: Path):
    safe, ids, file, said = Safe(), FakeIds(), tmp_path / "kept.db", ""
    migrate_by_copy(f"sqlite:///{file}")

    for number, line in enumerate(("open the box", CODE, PIN, "yes")):
        begun = await at_the_safe(safe.with_both(always()))
        begun.sent = number
        async with stored(begun, f"sqlite:///{file}", ids) as conversation:
            said = await conversation.say(line)
            assert found_in(tmp_path) == []

    assert "Box red is open." in said


def found_in(folder: Path) -> list[str]:
    """The secrets that stand in clear in any file."""
    kept = b"".join(file.read_bytes() for file in folder.iterdir())
    return [secret for secret in (CODE, PIN) if secret.encode() in kept]


@pytest.mark.parametrize("approval", [None, always()], ids=["unasked", "approved"])
async def test_a_step_of_a_plan_takes_both(approval: Approval | None):
    safe = Safe()
    agents = [an_agent_with(safe.with_both(approval)), *Workshop().agents()]
    both = steps(written(1, "safe.unlock", box="red"), written(2, "printer.copy", 1, text="it"))
    model = puppet(planning(both), agents)
    conversation = await a_conversation(model, agents=agents)

    said = [
        await tell(conversation, line) for line in ("plan: open and copy", "approve", CODE, PIN)
    ]

    assert "Please type your code" in said[1]
    assert "Please type your pin" in said[2]
    assert list(safe.opened.values()) == ["red"]
    assert await kept(conversation) == []
