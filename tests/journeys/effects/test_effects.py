"""Effects happen at most once, and none is silently lost, when a turn has to begin again."""

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from agents.kit import Agent, EffectKey, Tool, Turn, always, tool
from agents.kit.values.model import ToolCall
from bot.domain.errors import Fenced
from bot.domain.messages import Incoming
from bot.domain.requests import RequestKind
from tests.journeys.agents.small_agents import asks, directed
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.restarts import Killed, begun, begun_again, killed_once

pytestmark = pytest.mark.proves("R3")

WORDS = {"post": "post", "claim": "claim"}
HAPPENED, NOT_HAPPENED = "It happened", "It did not happen"
CALLED = ToolCall("c1", "post", '{"letter": "L7"}')


@dataclass
class Office:
    """The other side: it drops letters of a key it knows, and can be asked about a key.

    `dies` are the moments at which the process is killed: before or after a letter is taken.
    """

    dies: list[str] = field(default_factory=list)
    taken: list[str] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def take(self, letter: str, key: str = "") -> str:
        moment = self.dies.pop(0) if self.dies else ""
        if moment == "before":
            raise Killed
        if not key or key not in self.keys:
            self.taken.append(letter)
        self.keys.append(key)
        if moment == "after":
            raise Killed
        if moment == "fault":
            raise RuntimeError(moment)
        return f"Posted {letter}."


def keyed(office: Office) -> Tool:
    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(letter: str, key: EffectKey) -> str:
        """Post a letter."""
        return office.take(letter, key)

    return post


def queryable(office: Office) -> Tool:
    async def became(turn: Turn, key: str) -> str | None:
        office.asked.append(key)
        return "Posted, as the office says." if office.taken else None

    @tool(effect=True, free=["letter"], ends_task=True, outcome=became)
    async def post(letter: str) -> str:
        """Post a letter."""
        return office.take(letter)

    return post


def blind(office: Office) -> Tool:
    @tool(effect=True, free=["letter"], ends_task=True)
    async def post(letter: str) -> str:
        """Post a letter."""
        return office.take(letter)

    return post


async def with_tool(post: Tool) -> Conversation:
    poster = Agent(
        name="post", description="Posts letters.", prompt="Post.", tools=(post,), style="talk"
    )
    agents = [poster, asks("claim")]
    return await a_conversation(directed(WORDS, act=lambda _call: CALLED), agents=agents)


ALL = pytest.mark.parametrize("kind", [keyed, queryable, blind])


@ALL
async def test_a_turn_whose_commit_was_lost_asks_no_model_and_posts_nothing_again(
    kind: Callable[[Office], Tool],
):
    office = Office()
    conversation = await with_tool(kind(office))
    await killed_once(conversation, "post it")
    purposes = conversation.model.purposes

    said = await begun_again(conversation)

    assert said.startswith("Posted L7.")
    assert office.taken == ["L7"]
    assert conversation.model.purposes == purposes


@ALL
async def test_a_turn_may_begin_many_times_and_post_once(kind: Callable[[Office], Tool]):
    office = Office()
    conversation = await with_tool(kind(office))
    await killed_once(conversation, "post it")
    for _time in range(3):
        await begun(conversation)

    await begun_again(conversation)

    assert office.taken == ["L7"]
    assert await conversation.stack() == []


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_a_keyed_effect_that_was_cut_off_runs_with_the_same_key(moment: str):
    office = Office(dies=[moment])
    conversation = await with_tool(keyed(office))
    await killed_once(conversation, "post it")

    said = await begun_again(conversation)

    assert said.startswith("Posted L7.")
    assert office.taken == ["L7"]
    assert len(set(office.keys)) == 1


async def test_two_wishes_have_two_keys():
    office = Office()
    conversation = await with_tool(keyed(office))

    await conversation.say("post it")
    await conversation.say("post it")

    assert len(set(office.keys)) == 2
    assert office.taken == ["L7", "L7"]


@pytest.mark.parametrize(
    ("moment", "said"),
    [("before", "Posted L7."), ("after", "Posted, as the office says.")],
)
async def test_a_queryable_effect_that_was_cut_off_is_asked_for_its_outcome(
    moment: str, said: str
):
    office = Office(dies=[moment])
    conversation = await with_tool(queryable(office))
    await killed_once(conversation, "post it")

    assert (await begun_again(conversation)).startswith(said)

    assert len(office.asked) == 1
    assert office.taken == ["L7"]


async def test_an_effect_that_was_never_started_is_not_asked_for():
    office = Office()
    conversation = await with_tool(queryable(office))

    await conversation.say("post it")

    assert office.asked == []
    assert office.taken == ["L7"]


async def with_an_unknown_outcome(office: Office) -> Conversation:
    conversation = await with_tool(blind(office))
    await killed_once(conversation, "post it")
    said = await begun_again(conversation)
    assert "I cannot tell whether it happened" in said
    return conversation


@pytest.mark.parametrize("moment", ["before", "after"])
async def test_an_effect_nobody_can_ask_about_is_not_repeated_and_a_person_is_asked(moment: str):
    office = Office(dies=[moment])

    conversation = await with_an_unknown_outcome(office)

    assert office.taken == (["L7"] if moment == "after" else [])
    (request,) = conversation.pending
    assert (request.kind, request.asked.user) == (RequestKind.UNKNOWN_OUTCOME, "ana")
    assert [button.label for button in conversation.last.buttons] == [HAPPENED, NOT_HAPPENED]
    assert await conversation.stack() == ["post"]


@pytest.mark.parametrize("how", ["press", "number", "words"])
async def test_a_person_closes_it_as_happened_and_nothing_more_is_done(how: str):
    office = Office(dies=["after"])
    conversation = await with_an_unknown_outcome(office)

    if how == "press":
        said = await conversation.press(HAPPENED)
    else:
        said = await conversation.say("1" if how == "number" else "it happened")

    assert said.startswith("Noted: it happened.")
    assert office.taken == ["L7"]
    assert (await conversation.stack(), conversation.pending) == ([], [])


@pytest.mark.parametrize("how", ["press", "number", "words"])
async def test_a_person_closes_it_as_not_happened_and_the_task_goes_on(how: str):
    office = Office(dies=["before"])
    conversation = await with_an_unknown_outcome(office)

    if how == "press":
        said = await conversation.press(NOT_HAPPENED)
    else:
        said = await conversation.say("2" if how == "number" else "it did not happen")

    assert said.startswith("Posted L7.")
    assert office.taken == ["L7"]
    assert (await conversation.stack(), conversation.pending) == ([], [])


async def test_it_is_closed_once_even_when_both_buttons_are_pressed():
    office = Office(dies=["after"])
    conversation = await with_an_unknown_outcome(office)
    other = next(b.id for b in conversation.last.buttons if b.label == NOT_HAPPENED)
    await conversation.press(HAPPENED)

    said = await conversation.press_id(other)

    assert "already answered" in said
    assert office.taken == ["L7"]


async def test_somebody_else_talks_on_while_an_outcome_is_unknown():
    conversation = await with_an_unknown_outcome(Office(dies=["after"]))

    assert await conversation.say("my claim", user="ben") == "Which claim?"

    assert [request.asked.user for request in conversation.pending] == ["ana", "ben"]


async def test_an_effect_that_breaks_half_way_ends_in_an_unknown_outcome_at_once():
    office = Office(dies=["fault"])
    conversation = await with_tool(blind(office))

    said = await conversation.say("post it")

    assert "I cannot tell whether it happened" in said
    assert office.taken == ["L7"]


async def test_a_worker_that_was_overtaken_commits_nothing():
    office = Office()
    conversation = await with_tool(keyed(office))
    await conversation.store.accept(Incoming("event-0", THREAD, a_person("ana"), text="post it"))
    late = await begun(conversation)
    await begun_again(conversation)

    with pytest.raises(Fenced):
        await conversation.store.commit(late)

    assert office.taken == ["L7"]


@pytest.mark.parametrize("how", ["yes", "approve"])
async def test_an_approval_whose_commit_was_lost_counts_once_and_posts_once(how: str):
    office = Office()

    @tool(effect=True, free=["letter"], ends_task=True, approval=always())
    async def post(letter: str) -> str:
        """Post a letter."""
        return office.take(letter)

    conversation = await with_tool(post)
    await conversation.say("post it")
    await killed_once(conversation, how)

    assert (await begun_again(conversation)).startswith("Posted L7.")

    assert office.taken == ["L7"]
    assert (await conversation.stack(), conversation.pending) == ([], [])


async def test_an_answer_whose_commit_was_lost_is_taken_once():
    conversation = await a_conversation(
        directed(WORDS), agents=[asks("claim", options=("old", "new"))]
    )
    await conversation.say("my claim")
    await killed_once(conversation, "2")
    await begun(conversation)

    assert (await begun_again(conversation)).startswith("The claim is new.")

    assert await conversation.stack() == []
