"""A model that is away, or whose answers are cut short or make no sense: told, and got over."""

import pytest

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Finish, ModelCall, ModelReply
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.journeys.bank.talking import ANAS, CHECKING, READY, moved, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import Strings, at_once, calls, puppet, talking

TRANSFER = calls("transfer", to_account=ANAS, amount="500")
CUT: dict[str, ScriptedAnswer] = {
    "cut off": ModelReply("I am send", finish=Finish.LENGTH),
    "cut off in a call": at_once(TRANSFER, finish=Finish.LENGTH),
    "filtered": at_once(TRANSFER, finish=Finish.FILTERED),
    "refused": ModelReply("I cannot help.", finish=Finish.REFUSED),
    "refused with a call": at_once(TRANSFER, finish=Finish.REFUSED),
    "empty": "",
    "blank": "\n\n",
    "away": ModelUnavailable("the model is away"),
    "too long": ContextOverflow(),
    "no such tool": calls("banana"),
    "no such agent": calls("transfer_to_agent", agent="banana"),
    "wrong types": calls("transfer", to_account=["x"], amount={"a": 1}),
    "missing arguments": calls("transfer"),
    "a stranger among the arguments": calls(
        "transfer", to_account=ANAS, amount="500", approved=True
    ),
    "a key of its own": calls("transfer", to_account=ANAS, amount="500", key="k"),
}


async def talking_to(strings: Strings) -> Conversation:
    """A conversation in which a model sends the money."""
    agents = talking("transfer_money")
    return await a_conversation(puppet(strings, agents), agents=agents)


@pytest.mark.proves("R11")
@pytest.mark.parametrize("answer", CUT.values(), ids=CUT)
async def test_a_broken_answer_moves_nothing_is_told_and_the_next_message_works(
    answer: ScriptedAnswer,
):
    left = [answer]

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        return left[0] if call.agent == "transfer_money" else None

    conversation = await talking_to(strings)
    await say_all(conversation, *READY, "transfer money")

    said = await conversation.say(f"500 to {ANAS}")

    assert await moved(conversation) == []
    assert said.startswith("I could not go on")
    assert "is kept" in said
    assert await conversation.stack() == ["transfer_money"]
    left[0] = TRANSFER
    await conversation.say("please try again")
    assert await moved(conversation) == [(CHECKING, ANAS, 50_000)]


@pytest.mark.proves("R11")
async def test_a_model_that_is_always_away_gets_an_honest_answer_every_time():
    conversation = await a_conversation(
        ScriptedModel(lambda _call: ModelUnavailable("it is away"))
    )

    for words in ("transfer money", "what does Tesla cost?", "how are you?"):
        assert "it is away" in await conversation.say(words)

    assert "hello" in (await conversation.say("hello")).lower()
    assert "stock_lookup" in await conversation.say("help")
