"""The kill switch: while the bot is paused nothing is changed, and people are told so."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from agents.kit import Tool, always, tool
from agents.kit.remote import remote_agent
from bot.domain.audit_log import AuditBatch
from bot.domain.operations import EVERYWHERE, Operation, Paused, Resumed
from bot.domain.requests import RequestKind
from tests.fakes.store.admin import MemoryOversight
from tests.fakes.world import NOON, FakeHttp
from tests.journeys.agents.small_agents import directed
from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, talked
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.effects.test_effects import Office as PostOffice
from tests.journeys.effects.test_effects import blind, keyed, queryable, with_tool
from tests.journeys.restarts import begun_again, killed_once

HERE = "console/local/"
BY_ADMIN = Paused(HERE, "console/local/you", NOON, "an incident", "Ada")
BY_OPERATOR = Paused(EVERYWHERE, "", NOON)
PAUSES = pytest.mark.parametrize("pause", [BY_ADMIN, BY_OPERATOR], ids=["admin", "operator"])


async def act(conversation: Conversation, *deeds: Operation) -> None:
    note = AuditBatch(NOON, EVERYWHERE, "", "", "", ())
    await conversation.services.operations.act(deeds, note)


async def go_on(conversation: Conversation) -> None:
    await act(conversation, Resumed(EVERYWHERE))


def approved(office: PostOffice) -> Tool:
    @tool(effect=True, free=["letter"], ends_task=True, approval=always())
    async def post(letter: str) -> str:
        """Post a letter."""
        return office.take(letter)

    return post


@PAUSES
@pytest.mark.parametrize("kind", [keyed, queryable, blind])
@pytest.mark.parametrize("turns", [1, 2, 3])
async def test_no_effect_happens_while_paused(
    kind: Callable[[PostOffice], Tool], pause: Paused, turns: int
):
    """R15: with the approvals below, more than 20 of 20 effects are stopped."""
    office = PostOffice()
    conversation = await with_tool(kind(office))
    await act(conversation, pause)

    said = [await conversation.say("post it") for _ in range(turns)]

    assert office.keys == []
    assert office.taken == []
    assert all("paused" in text and "change nothing" in text for text in said)
    assert await conversation.stack() == ["post"]

    await go_on(conversation)
    assert "Posted" in await conversation.say("post it")
    assert office.taken == ["L7"]


@PAUSES
@pytest.mark.parametrize("how", ["button", "typed", "edit"])
async def test_no_go_ahead_is_taken_while_paused_and_the_card_stays(pause: Paused, how: str):
    conversation = await talked(*READY, "transfer 700 to 1234324")
    (request,) = conversation.pending
    await act(conversation, pause)

    said = await goes_ahead(conversation, how)

    assert "paused" in said
    assert conversation.pending == [request]
    assert await moved(conversation) == []
    await go_on(conversation)
    await goes_ahead(conversation, how)
    (movement,) = await moved(conversation)
    assert movement[:2] == (CHECKING, ANAS)


async def goes_ahead(conversation: Conversation, how: str) -> str:
    if how == "typed":
        return await conversation.say("yes")
    if how == "edit":
        return await conversation.press("Edit", amount="650")
    return await conversation.press("Approve")


async def test_a_rejection_is_taken_while_paused():
    conversation = await talked(*READY, "transfer 700 to 1234324")
    await act(conversation, BY_ADMIN)

    await conversation.press("Reject")

    (asked,) = conversation.pending
    assert (asked.kind, "What shall I change?" in asked.text) == (RequestKind.QUESTION, True)


async def test_an_action_approved_just_before_the_pause_is_asked_about_again():
    """The pause comes between the decision and the effect: the approval is spent."""
    office = PostOffice()
    conversation = await with_tool(approved(office))
    await conversation.say("post it")
    (first,) = conversation.pending
    pausing = Late.of(conversation)

    await conversation.press("Approve")

    assert pausing.asked == 2
    assert office.taken == []
    (again,) = conversation.pending
    assert (again.kind, again.id != first.id) == (RequestKind.APPROVAL, True)
    assert again.subject.digest == first.subject.digest
    assert "paused" in conversation.last.text
    pausing.ends()
    await conversation.press_id(f"{first.id}:approve")
    assert office.taken == []
    await conversation.press_id(f"{again.id}:approve")
    assert office.taken == ["L7"]


@dataclass(slots=True)
class Late(MemoryOversight):
    """Switches that say at first that nothing is paused, and from then on that it is."""

    asked: int = 0
    is_over: bool = False

    @classmethod
    def of(cls, conversation: Conversation) -> "Late":
        late = cls(conversation.store)
        conversation.services = replace(conversation.services, operations=late)
        return late

    async def paused(self, workspace: str) -> Paused | None:
        self.asked += 1
        return BY_ADMIN if self.asked > 1 and not self.is_over else None

    async def pauses(self) -> list[Paused]:
        return []

    def ends(self) -> None:
        self.is_over = True


async def test_answers_reads_and_logins_go_on_while_paused():
    conversation = await talked()
    await act(conversation, BY_ADMIN)

    for line in READY:
        said = await conversation.say(line)

    assert "$1,000.00" in said
    assert "paused" not in said


@pytest.mark.parametrize("command", ["status", "tasks"])
async def test_status_says_that_the_bot_is_paused_by_whom_and_why(command: str):
    conversation = await talked("transfer money")
    await act(conversation, BY_ADMIN)

    said = await conversation.say(command)

    assert "paused by Ada (an incident)" in said
    assert "transfer_money" in said


async def test_a_pause_elsewhere_stops_nothing_here():
    office = PostOffice()
    conversation = await with_tool(keyed(office))
    await act(conversation, Paused("slack/T1/", "slack/T1/U1", NOON))

    await conversation.say("post it")

    assert office.taken == ["L7"]


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_effect_that_may_have_happened_before_the_pause_is_left_to_a_person(moment: str):
    """It may be repeated with its key, but not now; and nobody may say that it did not happen."""
    office = PostOffice(dies=[moment])
    conversation = await with_tool(keyed(office))
    await killed_once(conversation, "post it")
    await act(conversation, BY_ADMIN)

    said = await begun_again(conversation)

    assert len(office.keys) == (moment == "after")
    assert "cannot tell whether it happened" in said
    assert conversation.pending[0].kind is RequestKind.UNKNOWN_OUTCOME


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_effect_that_can_be_asked_about_is_asked_about_while_paused(moment: str):
    office = PostOffice(dies=[moment])
    conversation = await with_tool(queryable(office))
    await killed_once(conversation, "post it")
    await act(conversation, BY_ADMIN)

    said = await begun_again(conversation)

    assert office.asked != []
    if moment == "after":
        assert said.startswith("Posted, as the office says.")
    else:
        assert "paused" in said
        assert office.taken == []


async def test_an_effect_that_was_done_before_the_pause_is_told_as_done():
    office = PostOffice()
    conversation = await with_tool(keyed(office))
    await killed_once(conversation, "post it")  # it is journalled, the commit was lost
    await act(conversation, BY_ADMIN)

    assert (await begun_again(conversation)).startswith("Posted L7.")
    assert office.taken == ["L7"]


async def test_what_was_stopped_is_told_to_the_audit_with_digests_only():
    conversation = await with_tool(keyed(PostOffice()))
    await act(conversation, BY_ADMIN)

    await conversation.say("post it")

    told = [facts for link in conversation.store.tables.audit for facts in link.told]
    (stopped,) = [facts for facts in told if facts["act"] == "effect_stopped"]
    assert stopped["tool"] == "post"
    assert "L7" not in str(told)


async def test_an_agent_that_runs_elsewhere_is_not_asked_while_paused():
    """Nobody declared what its calls do, so they may change something."""
    elsewhere = remote_agent("post", "https://tools.example.com/post", description="Posts.")
    conversation = await a_conversation(directed({"post": "post"}), agents=[elsewhere])
    http = FakeHttp(lambda _url, _body: {"value": "Posted."})
    conversation.services = replace(conversation.services, http=http)
    await act(conversation, BY_ADMIN)

    assert "paused" in await conversation.say("post it")
    assert http.asked == []

    await go_on(conversation)
    assert "Posted." in await conversation.say("post it")
