"""A router that answers badly: asked again with the person's own words, then the concierge."""

import pytest

from agents.kit.values.errors import ContextOverflow, ModelUnavailable
from agents.kit.values.model import Finish, ModelReply
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.bank.talking import moved, questions, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls, puppet, reading

WISH = "please send something to somebody"
BAD: dict[str, ScriptedAnswer] = {
    "empty": "",
    "blank": " \n",
    "a stranger": "banana",
    "a stranger in JSON": '{"about": "banana", "reason": "why not"}',
    "the router itself": "orchestrator",
    "the sentinel": "no_further_task",
    "several": "authenticate or account_balance",
    "conversation": "I would be happy to help you with that!",
    "half of it": '{"about": "transfer_mon',
    "a number": '{"about": 5}',
    "nothing": '{"about": null}',
    "a lot": "x" * 1_000_000,
    "deep": "{" * 50_000,
    "not text": "\x00\ufffe",
    "half a character": "\ud800",
    "a tool call": calls("transfer", to_account="1234324", amount="500"),
    "refused": ModelReply("", finish=Finish.REFUSED),
    "refused with a name": ModelReply("I will not do transfer_money.", finish=Finish.REFUSED),
    "filtered": ModelReply("", finish=Finish.FILTERED),
    "filtered with a name": ModelReply("transfer_money", finish=Finish.FILTERED),
}
GOOD = {
    "bare": "transfer_money",
    "blanks": "  transfer_money\n",
    "quotes": '"transfer_money"',
    "a full stop": "transfer_money.",
    "capitals": "Transfer_Money",
    "fenced": '```json\n{"about": "transfer_money", "reason": "a transfer"}\n```',
}


with_every_bad_answer = pytest.mark.parametrize("answer", BAD.values(), ids=BAD)


async def routed(*answers: ScriptedAnswer) -> Conversation:
    conversation = await a_conversation(puppet(reading("which", *answers)))
    await conversation.start()
    return conversation


@pytest.mark.proves("S0-16", "S0-30", "S0-33", "S0-57", "S2-04")
@with_every_bad_answer
async def test_after_a_bad_answer_it_is_asked_again_and_told_so(answer: ScriptedAnswer):
    conversation = await routed(answer, "transfer_money")

    await conversation.say(WISH)

    assert await conversation.stack() == ["transfer_money", "authenticate"]
    assert "asking again" in conversation.told()


@pytest.mark.proves("S0-33")
@with_every_bad_answer
async def test_every_new_try_shows_the_words_of_the_person(answer: ScriptedAnswer):
    conversation = await routed(answer, answer, "transfer_money")

    await conversation.say(WISH)

    tries = questions(conversation, "which")
    assert len(tries) == 3
    for call in tries:
        assert WISH in [m.content for m in call.messages if m.role == "user"]
    assert (await conversation.participant()).stack.tasks[0].said == (WISH,)


@pytest.mark.proves("S0-33", "S0-29")
@with_every_bad_answer
async def test_after_three_bad_answers_the_concierge_takes_over(answer: ScriptedAnswer):
    conversation = await routed(answer, answer, answer, "transfer_money")

    said = await conversation.say(WISH)

    assert conversation.last.agent == "concierge"
    assert said
    assert len(questions(conversation, "which")) == 3
    assert await conversation.stack() == []
    assert WISH in conversation.model.calls[-1].messages[-1].content


@with_every_bad_answer
async def test_the_next_message_works(answer: ScriptedAnswer):
    conversation = await routed(answer, answer, answer)
    await conversation.say(WISH)

    await say_all(conversation, "transfer 500 to 1234324", "seldo", "monkey", "Checking")

    assert len(await moved(conversation)) == 1


@with_every_bad_answer
async def test_a_bad_answer_loses_no_open_task(answer: ScriptedAnswer):
    conversation = await a_conversation(
        puppet(reading("which", "transfer_money", answer, answer, answer))
    )
    await say_all(conversation, "transfer money", "seldo", "monkey", "Checking", "1234324")

    await conversation.say("what is the price of Apple stock?")

    assert await conversation.stack() == ["transfer_money"]
    await conversation.say("500")
    assert len(await moved(conversation)) == 1


@pytest.mark.proves("S0-45", "S0-30")
@pytest.mark.parametrize("answer", GOOD.values(), ids=GOOD)
async def test_a_name_from_the_list_counts_however_it_is_dressed(answer: str):
    conversation = await routed(answer)

    await conversation.say(WISH)

    assert await conversation.stack() == ["transfer_money", "authenticate"]
    assert len(questions(conversation, "which")) == 1


@pytest.mark.proves("R11")
@pytest.mark.parametrize("fault", [ModelUnavailable("the model is away"), ContextOverflow()])
async def test_a_reader_that_is_away_is_said_so_and_the_next_message_works(fault: Exception):
    conversation = await routed(fault)

    said = await conversation.say(WISH)

    assert str(fault) in said
    await conversation.say("Transfer money")
    assert await conversation.stack() == ["transfer_money", "authenticate"]


@pytest.mark.proves("S0-12")
@pytest.mark.parametrize(
    "answer",
    [
        "xyzzy! I think stock_lookup is what you need, my friend",
        '{"about": "stock_lookup", "reason": "xyzzy", "question": "xyzzy?", "details": true}',
    ],
)
async def test_what_the_router_writes_is_never_an_answer(answer: str):
    conversation = await routed(answer)

    said = await conversation.say("Tesla")

    assert said
    assert not any("xyzzy" in reply.text for reply in conversation.replies)


@pytest.mark.proves("S0-16")
async def test_the_choice_is_among_the_fixed_names():
    conversation = await routed()
    await conversation.say(WISH)

    (call,) = questions(conversation, "which")
    assert call.answer is not None
    properties = call.answer.schema["properties"]
    assert isinstance(properties, dict)
    names = properties["about"]["enum"]  # type: ignore[call-overload, index]
    bank = {"stock_lookup", "authenticate", "account_balance", "transfer_money", "planner"}
    assert bank <= set(names)  # type: ignore[arg-type]
    assert not {"router", "orchestrator", "continuation"} & set(names)  # type: ignore[arg-type]
