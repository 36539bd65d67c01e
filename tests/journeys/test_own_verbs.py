"""What everybody may do: see what they used, be forgotten, and have the bot be quiet."""

from dataclasses import replace

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelCall, ModelReply, Usage
from bot.domain.budget import Allowance
from bot.domain.operations import Attention
from bot.domain.participant import Participant
from bot.domain.requests import RequestStatus
from tests.fakes.scripted import ScriptedModel
from tests.journeys.bank.talking import READY
from tests.journeys.models.puppet import puppet
from tests.journeys.office import ANN, BEN, HERE, OTHER_CHANNEL, THERE, Office, an_office

either_way = pytest.mark.parametrize("slash", [True, False], ids=["slash", "word"])


def costly(call: ModelCall) -> ModelReply:
    """Choose nobody, for 100 tokens in, 20 out and a hundredth of a cent."""
    return ModelReply("out_of_scope", (), Finish.STOP, Usage(100, 20, 100))


async def says(office: Office, text: str, *, slash: bool = False) -> str:
    return "\n".join(reply.text for reply in await office.says(ANN, text, slash=slash))


@pytest.mark.parametrize(
    "verb",
    ["help", "agents", "tasks", "status", "why", "requests", "stop", "cancel", "new", "reset"],
)
async def test_a_verb_does_the_same_with_a_slash_and_as_a_word(verb: str):
    with_slash, as_word = await an_office(), await an_office()
    for office in (with_slash, as_word):
        await office.says(ANN, "transfer money")

    said = await says(with_slash, verb, slash=True)

    assert said == await says(as_word, verb)
    assert await with_slash.stack(ANN) == await as_word.stack(ANN)


@either_way
async def test_usage_tells_today_and_thirty_days(*, slash: bool):
    office = await an_office(puppet(costly))
    await office.says(BEN, "what is the weather?")
    await office.says(ANN, "what is the weather?")
    office.conversation.clock.pass_time(days=2)
    await office.says(ANN, "what is the weather?", THERE)

    said = await says(office, "usage", slash=slash)

    today, month, limits = said.splitlines()
    assert today == "Today: 1 turns, 1 model calls, 120 tokens, $0.0001"
    assert month == "In 30 days: 2 turns, 2 model calls, 240 tokens, $0.0002"
    assert "25 model calls and 60,000 tokens" in limits
    assert office.replies[-1].private


def wasted(call: ModelCall) -> Exception:
    """Fail, for what `costly` takes."""
    failure = ModelUnavailable("the model gave an empty answer")
    failure.usage = costly(call).usage
    return failure


async def test_an_answer_of_no_use_counts_towards_what_a_day_may_use():
    office = await an_office(ScriptedModel(wasted))
    office.services = replace(office.services, allowance=Allowance(cost_micros=200))
    for _ in range(2):
        await office.says(ANN, "what is the weather?")

    said = await says(office, "what is the weather?")

    assert "used up what you may use in a day" in said
    assert len(office.conversation.model.calls) == 2
    assert "2 model calls, 240 tokens, $0.0002" in await says(office, "usage")


async def test_answers_of_no_use_of_several_models_count_one_by_one():
    def answered_twice(call: ModelCall) -> Exception:
        failure = ModelUnavailable("the model gave an empty answer")
        failure.usage = Usage(answers=2)  # of which the servers counted no tokens
        return failure

    office = await an_office(ScriptedModel(answered_twice))
    office.services = replace(office.services, allowance=Allowance(model_calls=4))
    for _ in range(2):
        await office.says(ANN, "what is the weather?")

    assert "used up what you may use in a day" in await says(office, "what is the weather?")
    assert "4 model calls, 0 tokens" in await says(office, "usage")


async def test_usage_of_more_than_thirty_days_ago_no_longer_counts():
    office = await an_office(puppet(costly))
    await office.says(ANN, "what is the weather?")
    office.conversation.clock.pass_time(days=30)

    assert "In 30 days: 0 turns" in await says(office, "usage", slash=True)


async def test_a_turn_without_a_model_counts_as_a_turn():
    office = await an_office()
    await office.says(ANN, "help")

    assert "Today: 1 turns, 0 model calls, 0 tokens" in await says(office, "usage", slash=True)


@pytest.mark.parametrize(
    "allowed", [Allowance(model_calls=2), Allowance(cost_micros=200), Allowance(turns=2)]
)
async def test_nobody_uses_more_in_a_day_than_is_allowed(allowed: Allowance):
    office = await an_office(puppet(costly))
    office.services = replace(office.services, allowance=allowed)
    for _ in range(2):
        await office.says(ANN, "what is the weather?")

    said = await says(office, "what is the weather?")

    assert said.startswith("I stopped here, because this turn has used up what you may use in a")
    assert len(office.conversation.model.calls) == 2
    assert said.endswith("there is more from 00:00 UTC on, in 12 h 0 min).")
    assert allowed.words in await says(office, "usage")
    await office.says(BEN, "what is the weather?")
    assert len(office.conversation.model.calls) == 3


@pytest.mark.parametrize(
    "allowed", [Allowance(model_calls=2), Allowance(cost_micros=200), Allowance(turns=2)]
)
async def test_a_workspace_together_uses_no_more_than_is_allowed(allowed: Allowance):
    office = await an_office(puppet(costly))
    office.services = replace(office.services, shared_allowance=allowed)
    await office.says(ANN, "what is the weather?")
    await office.says(BEN, "what is the weather?")

    said = await says(office, "what is the weather?")

    assert "used up what all of you may use in a day" in said
    assert len(office.conversation.model.calls) == 2
    told = await says(office, "usage", slash=True)
    assert f"All of you together may use up to {allowed.words}; today it was" in told
    assert "There is more from 00:00 UTC on, in 12 h 0 min." in told
    office.conversation.clock.pass_time(days=1)
    await office.says(ANN, "what is the weather?")
    assert len(office.conversation.model.calls) == 3


async def test_one_workspace_uses_up_nothing_of_another():
    office = await an_office(puppet(costly))
    office.services = replace(office.services, shared_allowance=Allowance(model_calls=1))
    await office.says(ANN, "what is the weather?")
    elsewhere = replace(ANN, workspace="T2")

    await office.says(elsewhere, "what is the weather?", replace(HERE, workspace="T2"))

    assert len(office.conversation.model.calls) == 2


async def test_the_next_day_more_may_be_used():
    office = await an_office(puppet(costly))
    office.services = replace(office.services, allowance=Allowance(model_calls=1))
    for _ in range(2):
        await office.says(ANN, "what is the weather?")
        office.conversation.clock.pass_time(days=1)

    assert len(office.conversation.model.calls) == 2


@either_way
async def test_forget_asks_first(*, slash: bool):
    office = await an_office()
    await office.says(ANN, "transfer money")

    said = await says(office, "forget", slash=slash)

    assert "forget yes" in said
    assert await office.stack(ANN) != []


@pytest.mark.parametrize("behind", ["no", "maybe", "yes no", "me not", "yes, but later"])
async def test_forget_deletes_nothing_but_for_a_yes(behind: str):
    office = await an_office()
    await office.says(ANN, "transfer money")

    said = await says(office, f"forget {behind}", slash=True)

    assert "To go on, write: forget yes" in said
    assert await office.stack(ANN) != []


async def known_everywhere() -> Office:
    office = await an_office()
    for line in (*READY, "transfer 700 to 1234324"):
        await office.says(ANN, line)
    for thread in (THERE, OTHER_CHANNEL):
        await office.says(ANN, "transfer money", thread)
    await office.says(BEN, "transfer money", THERE)
    return office


@either_way
async def test_forget_deletes_all_of_a_person_in_all_threads(*, slash: bool):
    office = await known_everywhere()
    (card,) = [r for r in office.pending if r.subject.tool == "transfer"]

    said = await says(office, "forget yes", slash=slash)

    assert said == "Forgotten: nothing of what you wrote, or were told, is kept in this workspace."
    tables = office.store.tables
    for thread in (HERE, THERE, OTHER_CHANNEL):
        assert await office.store.participant(thread.session, ANN) == Participant.new(ANN)
        lines = tables.said.get(thread.session, [])
        assert [line for line in lines if ANN.key in {line.speaker, line.to}] == []
    assert [request.asked for request in office.pending] == [BEN]
    closed = tables.requests[card.id]
    assert (closed.status, closed.text, closed.subject.arguments) == (
        RequestStatus.CANCELLED,
        "",
        {},
    )
    assert "1234324" not in repr([r for r in tables.requests.values() if r.asked == ANN])
    assert len(office.acts("forget_here")) == 2


async def test_forget_leaves_others_alone():
    office = await known_everywhere()

    await says(office, "forget yes")

    assert await office.stack(BEN, THERE) == ["transfer_money", "authenticate"]
    lines = office.store.tables.said[THERE.session]
    assert "transfer money" in [line.text for line in lines if line.speaker == BEN.key]


async def test_forget_keeps_what_the_bank_knows_and_what_was_used():
    office = await known_everywhere()

    await says(office, "forget yes")

    assert "Today: " in (used := await says(office, "usage"))
    assert "Today: 0 turns" not in used


async def test_whoever_was_forgotten_is_welcomed_as_somebody_new():
    office = await known_everywhere()
    await says(office, "forget yes")

    assert (await says(office, "hello")).startswith("Hello, I am")


@either_way
async def test_a_thread_is_quiet_until_it_is_listened_to_again(*, slash: bool):
    office = await an_office()
    attention = office.services.sessions.attention

    assert "mentioned" in await says(office, "quiet", slash=slash)
    assert await attention(HERE) == Attention(known=True, quiet=True)
    assert not (await attention(THERE)).quiet

    assert "listening" in await says(office, "listen", slash=slash)
    assert await attention(HERE) == Attention(known=True)


async def test_a_message_that_comes_all_the_same_is_answered_in_a_quiet_thread():
    office = await an_office()
    await says(office, "quiet")

    assert "$248.50" in await says(office, "what does a share of Tesla cost?")
