"""Several secrets, and approvals beside them: each is asked for once, and then the tool runs."""

import pytest

from agents.kit import Outcome, Secret, Stage, Suspended, ToolFailed, always, done, tool
from bot.domain.messages import ReplyKind
from tests.journeys.agents.scripts import a_script, talk
from tests.journeys.bank.test_secrets import assert_nowhere
from tests.journeys.secrets.safe import CODE, PIN, Safe, an_agent_with, at_the_safe, kept

pytestmark = pytest.mark.proves("R8")


async def test_each_of_two_secrets_is_asked_for_once_and_the_tool_runs():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both())

    said = [await conversation.say(line) for line in ("open the box", CODE, PIN)]

    assert "Please type your code" in said[0]
    assert "Please type your pin" in said[1]
    assert "Box red is open." in said[2]
    assert list(safe.opened.values()) == ["red"]


async def test_a_secret_and_an_approval_are_asked_for_once_each():
    safe = Safe()
    conversation = await at_the_safe(safe.with_a_code(always()), "open the box")

    card = await conversation.say(CODE)
    said = await conversation.press("Approve")

    assert "safe wants to unlock" in card
    assert "Box red is open." in said
    assert list(safe.opened.values()) == ["red"]


async def test_two_secrets_and_an_approval_are_kept_nowhere_in_clear_at_any_time():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(always()))

    for line in ("open the box", CODE, PIN, "yes"):
        await conversation.say(line)
        for secret in (CODE, PIN):
            assert_nowhere(secret, conversation)

    assert list(safe.opened.values()) == ["red"]
    assert await kept(conversation) == []


async def test_forms_take_them_one_after_the_other():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(), "open the box")

    await conversation.press("Submit", code=CODE)
    said = await conversation.press("Submit", pin=PIN)

    assert "Box red is open." in said


@pytest.mark.parametrize("names_the_wrong_one", [True, False])
async def test_a_wrong_secret_is_asked_for_again_alone(*, names_the_wrong_one: bool):
    safe = Safe(names_the_wrong_one=names_the_wrong_one)
    conversation = await at_the_safe(safe.with_both(), "open the box", CODE)

    again = await conversation.say("jade0815")
    said = await conversation.say(PIN)

    assert "Please type your pin" in again
    assert "Box red is open." in said


async def test_where_nobody_says_which_is_wrong_all_are_asked_for_again():
    @tool
    async def unlock(box: str, code: Secret, pin: Secret) -> str:
        """Open a box."""
        if [code.reveal(), pin.reveal()] != [CODE, PIN]:
            raise ToolFailed("They do not fit.")
        return "open"

    conversation = await at_the_safe(unlock, "open the box", CODE, "jade0815")

    assert await kept(conversation) == []
    assert "Please type your code" in conversation.last.text
    assert "Please type your pin" in await conversation.say(CODE)


async def test_a_wrong_secret_that_was_approved_is_asked_for_and_then_approved_again():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(always()), "open the box", CODE, "jade0815")

    again = await conversation.press("Approve")
    card = await conversation.say(PIN)
    said = await conversation.press("Approve")

    assert "That pin is wrong.\nsafe wants to unlock:" in again
    assert "Please type your pin." in again
    assert "safe wants to unlock" in card
    assert "Box red is open." in said


async def test_an_action_that_is_changed_before_it_is_approved_needs_no_secret_again():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(always()), "open the box", CODE, PIN)

    await conversation.press("Edit", box="blue")

    assert list(safe.opened.values()) == ["blue"]


async def test_a_digression_between_them_loses_nothing():
    safe = Safe()
    conversation = await at_the_safe(safe.with_both(), "open the box", CODE)

    await conversation.say("what about my claim?")
    await conversation.say("blue")

    assert conversation.last.kind is ReplyKind.FORM
    assert "Box red is open." in await conversation.say(PIN)


async def test_an_inner_agent_of_a_script_gets_them_as_well():
    safe = Safe()
    unlock = safe.with_both(always())
    keeper = an_agent_with(unlock)

    async def play(stage: Stage) -> Outcome:
        if stage.result is not None:
            return done(f"In the end: {stage.result}")
        found = await stage.use(keeper, unlock, {"box": "red"})
        assert isinstance(found, Suspended)
        return Outcome(interrupt=True, suspended=found)

    conversation = await talk(a_script(play, keeper))

    said = [await conversation.say(line) for line in ("to the press", CODE, PIN, "yes")]

    assert "In the end: Box red is open." in said[-1]
    assert await kept(conversation) == []
