"""A turn that begins again after a crash goes on as it began, whatever was noted meanwhile."""

import pytest

from agents.kit import Agent
from agents.kit.model import ModelCall
from bot.core.answer import answer
from bot.domain.errors import StoreAway
from bot.llm.scripted import ScriptedAnswer
from tests.journeys.conversation import THREAD
from tests.journeys.remembering import (
    Notetaker,
    a_remembering_conversation,
    has_talked,
    rememberer,
    small_talk,
    summary_of,
)
from tests.journeys.small_agents import directed
from tests.journeys.trees import Till
from tests.unit.task_stories import call


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
        tools=(till.pay(),),
    )
    model = directed({"pay": "cashier"}, act)
    conversation = await a_remembering_conversation(model, agents=(cashier,))
    has_talked(conversation, *small_talk(20))

    with pytest.raises(StoreAway):
        await conversation.say("pay the hotel")
    await rememberer(conversation, Notetaker("- [1] Ana chatted.")).remember()
    assert summary_of(conversation).count > 0
    beginning = await conversation.store.begin(THREAD.session)
    assert beginning is not None
    ending = await answer(beginning, conversation.services, lambda _agent, _text: None)
    await conversation.store.commit(ending)

    assert ending.replies[0].text.startswith("It is paid.")
    assert [*till.paid.values()] == ["80 to hotel"]
