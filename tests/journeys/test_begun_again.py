"""A turn that begins again after a crash goes on as it began, whatever was noted meanwhile."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar

import pytest

from agents.kit import Agent, Column, EffectKey, Table, Tool, Turn, tool
from agents.kit.ports.records import Records, Rows
from agents.kit.values.model import Model, ModelCall
from agents.stocks.agent import stock_lookup
from bot.core.stack.start import READY
from bot.core.turn.answer import answer
from bot.domain.errors import StoreAway
from bot.domain.messages import Incoming, Kind
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.memory.remembering import (
    Notetaker,
    a_remembering_conversation,
    has_talked,
    rememberer,
    small_talk,
    summary_of,
)
from tests.journeys.trees.trees import Till
from tests.unit.tasks.stories import call

T = TypeVar("T")

BOOK = Table("book", (Column("line", key=True),))


@dataclass
class Flickering(Records):
    """Rows whose database falls once, `after` it has kept what it was given or before."""

    inner: Records
    after: bool
    falls: bool = True

    async def transact(self, work: Callable[[Rows], T]) -> T:
        falls, self.falls = self.falls, False
        if falls and not self.after:
            raise StoreAway("gone")
        result = await self.inner.transact(work)
        if falls:
            raise StoreAway("gone")
        return result


async def a_flickering_conversation(
    *agents: Agent, model: Model | None = None, after: bool
) -> Conversation:
    conversation = await a_conversation(model, agents=agents)
    records = Flickering(conversation.records, after)
    conversation.services = replace(conversation.services, records=records)
    return conversation


async def begun_again(conversation: Conversation) -> list[str]:
    """Carry out the turn that failed once more; what is said."""
    beginning = await conversation.store.begin(THREAD.session)
    assert beginning is not None
    ending = await answer(beginning, conversation.services, lambda _agent, _text: None)
    await conversation.store.commit(ending)
    return [reply.text for reply in ending.replies]


def a_clerk(*tools: Tool) -> Agent:
    return Agent(
        name="clerk", description="Notes.", introduction="Noting", tools=tools, style="talk"
    )


def noting(wanted: Tool) -> Model:
    """A model that sends everybody to the clerk, who uses this tool once."""

    def act(asked: ModelCall) -> ScriptedAnswer:
        is_noted = asked.messages[-1].role == "tool"
        return call("done", answer="Noted.") if is_noted else call(wanted.name)

    return directed({"note": "clerk"}, act)


@tool(effect=True)
async def note(turn: Turn, key: EffectKey) -> str:
    """Note a line, once for each key."""

    def work(rows: Rows) -> None:
        if not rows.find(BOOK, line=key):
            rows.add(BOOK, line=key)

    await turn.records.transact(work)
    return "noted"


@tool(effect=True, free=["words"])
async def note_words(turn: Turn, words: str, key: EffectKey) -> str:
    """Note some words, once for each key."""

    def work(rows: Rows) -> None:
        if not rows.find(BOOK, line=key):
            rows.add(BOOK, line=key)

    await turn.records.transact(work)
    return f"noted {words}"


def noting_words(asked: ModelCall) -> ScriptedAnswer:
    """Note what the person says, as it is said."""
    if asked.messages[-1].role == "tool":
        return call("done", answer="Noted.")
    said = [message.content for message in asked.messages if message.role == "user"]
    return call("note_words", words=said[-1])


@tool(effect=True)
async def note_anyway(turn: Turn) -> str:
    """Note one line more."""
    await turn.records.transact(lambda rows: rows.add(BOOK, line=f"line {len(rows.find(BOOK))}"))
    return "noted"


@pytest.mark.proves("R14")
async def test_a_tool_whose_store_falls_answers_once_it_is_back():
    conversation = await a_flickering_conversation(stock_lookup, after=False)

    with pytest.raises(StoreAway):
        await conversation.say("what is the price of AAPL?")
    said = await begun_again(conversation)

    assert said[0].startswith("One share of Apple (AAPL) costs $")


@pytest.mark.proves("R3", "R14")
@pytest.mark.parametrize("after", [False, True])
async def test_an_effect_whose_store_falls_is_done_once(*, after: bool):
    conversation = await a_flickering_conversation(a_clerk(note), model=noting(note), after=after)

    with pytest.raises(StoreAway):
        await conversation.say("note it")
    said = await begun_again(conversation)

    assert said[0] == f"Noted.\n\n{READY}"
    assert len(await conversation.rows(BOOK)) == 1


@pytest.mark.proves("R3", "R14", "R20")
@pytest.mark.parametrize(
    ("kind", "text", "message", "told"),
    [
        (Kind.EDIT, "note it 90", "m1", "You changed your message while I was at it"),
        (Kind.DELETION, "", "m1", "You deleted your message while I was at it"),
        (Kind.MESSAGE, "stop", "m2", "Stopped: clerk."),
    ],
)
async def test_what_is_sent_while_the_store_is_away_does_no_effect_twice_and_denies_none(
    kind: Kind, text: str, message: str, told: str
):
    model = directed({"note": "clerk"}, noting_words)
    conversation = await a_flickering_conversation(a_clerk(note_words), model=model, after=True)
    ana = a_person("ana")
    with pytest.raises(StoreAway):
        await conversation.take(Incoming("m1", THREAD, ana, text="note it 80", message="m1"))
    late = Incoming("m2", THREAD, ana, kind, text, message=message, halts=text == "stop")
    await conversation.store.accept(late)

    said = await begun_again(conversation)
    await begun_again(conversation)

    assert said[0].startswith(told)
    assert "This was done before, and stays: noted" in said[0]
    assert len(await conversation.rows(BOOK)) == 1


@pytest.mark.proves("R3", "R14")
async def test_a_store_that_falls_while_it_is_asked_what_happened_is_asked_again():
    asked = list[str]()

    async def outcome(turn: Turn, key: str) -> str | None:
        asked.append(key)
        await turn.records.transact(lambda rows: rows.find(BOOK))
        return "noted before"

    looked_up = tool(effect=True, outcome=outcome)(note_anyway.function)
    conversation = await a_flickering_conversation(
        a_clerk(looked_up), model=noting(looked_up), after=True
    )
    with pytest.raises(StoreAway):
        await conversation.say("note it")
    assert isinstance(conversation.services.records, Flickering)
    conversation.services.records.falls = True

    with pytest.raises(StoreAway):
        await begun_again(conversation)
    said = await begun_again(conversation)

    assert said[0] == f"Noted.\n\n{READY}"
    assert len(asked) == 2
    assert len(await conversation.rows(BOOK)) == 1


@pytest.mark.proves("R3", "R14")
@pytest.mark.parametrize("after", [False, True])
async def test_an_effect_without_a_key_whose_store_falls_is_asked_about(*, after: bool):
    conversation = await a_flickering_conversation(
        a_clerk(note_anyway), model=noting(note_anyway), after=after
    )

    with pytest.raises(StoreAway):
        await conversation.say("note it")
    said = await begun_again(conversation)

    assert "I cannot tell whether it happened" in said[0]
    assert len(await conversation.rows(BOOK)) == after


@pytest.mark.proves("R3")
async def test_a_summary_that_grows_meanwhile_lets_nothing_be_paid_twice():
    till, sums, crashes = Till(), iter((80, 81)), iter((True, False))

    def act(asked: ModelCall) -> ScriptedAnswer:
        if asked.messages[-1].role != "tool":
            return call("pay", to="hotel", amount=next(sums))
        return StoreAway("gone") if next(crashes) else call("done", answer="It is paid.")

    cashier = Agent(
        name="cashier",
        description="Pays.",
        introduction="Paying",
        prompt="Pay.",
        style="talk",
        tools=(till.pay(),),
    )
    model = directed({"pay": "cashier"}, act)
    conversation = await a_remembering_conversation(model, agents=(cashier,))
    has_talked(conversation, *small_talk(20))

    with pytest.raises(StoreAway):
        await conversation.say("pay the hotel")
    await rememberer(conversation, Notetaker("- [1] Ana chatted.")).remember()
    assert summary_of(conversation).count > 0
    said = await begun_again(conversation)

    assert said[0].startswith("It is paid.")
    assert [*till.paid.values()] == ["80 to hotel"]
