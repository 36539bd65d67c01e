"""With embeddings, what was said is found by what it means; for nobody else, and nowhere else."""

import asyncio
from dataclasses import dataclass, replace

import pytest
from structlog.testing import capture_logs

from agents.kit.values.model import Model, ModelCall, ModelReply
from bot.core.memory import embeddings
from bot.core.memory.recall import HEAD
from bot.core.turn.answer import answer
from bot.domain.budget import Allowance
from bot.domain.messages import Incoming, Thread
from tests.fakes.model_answers import Answer, Asked, Hang, Reply, fails, sends
from tests.fakes.model_embeddings import Understanding, embeds
from tests.journeys.conversation import THREAD, a_person
from tests.journeys.memory.meanings import meant
from tests.journeys.memory.remembering import has_talked, says_in, small_talk
from tests.journeys.memory.test_recall import PLACES, PUBLIC

PATIENCE_SECONDS = 30.0
BESIDE = replace(THREAD, thread="beside")
FACT = "My locker has the number 4711"
ASKS = "Which cupboard of mine did I mention?"
BY_WORDS = "What did I tell you about the locker?"


async def test_what_was_said_in_other_words_is_recalled_with_embeddings_alone():
    async with meant() as it:
        await it.has_talked(FACT, *small_talk(60))
        embeddings = it.opened[0]

        it.recalls_by(None)
        await it.conversation.say(ASKS)
        assert "4711" not in it.conversation.model.everything_read

        it.recalls_by(embeddings)
        await it.conversation.say(ASKS)
        assert FACT in it.conversation.model.everything_read


async def test_nothing_is_asked_for_a_message_that_points_to_nothing_before():
    async with meant() as it:
        await it.has_talked(FACT)
        read = len(it.understanding.read)

        await it.conversation.say("hello")

        assert len(it.understanding.read) == read


async def test_what_is_shown_word_for_word_is_not_quoted_as_a_note_as_well():
    async with meant() as it:
        await it.has_talked("The storage is blue", *small_talk(30), FACT)

        await it.conversation.say(ASKS)

        read = [m.content for call in it.conversation.model.calls for m in call.messages]
        notes = next(text for text in read if text.startswith(HEAD))
        assert "The storage is blue" in notes
        assert "4711" not in notes
        assert any(FACT in text for text in read if text != notes)


async def test_who_has_used_up_their_share_has_nothing_embedded():
    async with meant() as it:
        await it.has_talked(FACT, *small_talk(30))
        spent = replace(it.conversation.services, allowance=Allowance(model_calls=1))
        it.conversation.services = spent

        told = await it.conversation.say(f"@concierge {ASKS}")

        assert "1 model calls" in told
        assert not any(ASKS in text for text in it.understanding.read)


@pytest.mark.proves("R5")
@pytest.mark.parametrize("asks", ["What did I say about my puppy?", "Remember my puppy?"])
@pytest.mark.parametrize("place", PLACES)
async def test_a_meaning_of_another_place_never_surfaces_in_a_channel(place: Thread, asks: str):
    async with meant() as it:
        await it.has_talked("the hound: canary-1", "my dog: canary-2", thread=place)
        await it.has_talked(*small_talk(30), thread=PUBLIC)

        for user in ("ana", "ben"):
            await says_in(it.conversation, PUBLIC, asks, user=user, shared=True)

        assert asks in it.understanding.read
        assert "canary" not in it.conversation.model.everything_read


@pytest.mark.proves("R5")
async def test_nobody_recalls_what_somebody_else_meant():
    async with meant() as it:
        await it.has_talked(FACT, *small_talk(30))

        await it.conversation.say(ASKS, user="ben")

        assert "4711" not in it.conversation.model.everything_read


FAULTS = [
    fails(429, retry_after="60"),
    fails(500),
    fails(401),
    Hang(),
    Answer(b"{"),
    sends({"data": []}),
    embeds([0.0, 0.0]),
    embeds("not numbers"),
]


@pytest.mark.proves("R11")
@pytest.mark.parametrize("fault", FAULTS)
async def test_without_an_answer_the_words_alone_count_and_that_is_said(
    fault: Reply, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(embeddings, "QUERY_SECONDS", 0.1)
    async with meant() as it:
        await it.has_talked(FACT, *small_talk(30))
        it.understanding.fault = fault

        with capture_logs() as logs:
            await it.conversation.say(BY_WORDS)
        told = await it.conversation.say("why")

    assert FACT in it.conversation.model.everything_read
    assert embeddings.MISSED in told
    (said,) = [entry for entry in logs if entry["event"] == "recalled_by_words_alone"]
    assert BY_WORDS not in str(said)


async def test_vectors_of_another_dimension_are_no_reason_to_fail():
    async with meant() as it:
        await it.has_talked(FACT, *small_talk(30))
        it.understanding.dimension = 24

        await it.conversation.say(BY_WORDS)
        told = await it.conversation.say("why")

    assert FACT in it.conversation.model.everything_read
    assert embeddings.LOOKED in told


async def test_after_a_change_of_the_model_everything_is_embedded_again():
    async with meant() as it:
        await it.has_talked(FACT, *small_talk(60))
        it.asks("embed-2")

        await it.conversation.say(ASKS)
        assert "4711" not in it.conversation.model.everything_read

        await it.catches_up()
        await it.conversation.say(ASKS)
        assert FACT in it.conversation.model.everything_read


@pytest.mark.proves("R11")
async def test_what_was_cut_off_between_line_and_embedding_is_caught_up_with():
    async with meant() as it:
        has_talked(it.conversation, FACT, *small_talk(60))
        it.understanding.fault = Hang()
        killed = asyncio.create_task(it.embedder.catch_up())
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not it.understanding.read:  # noqa: ASYNC110 - the fake server sets no event
                await asyncio.sleep(0)
        killed.cancel()
        it.understanding.fault = None

        it.conversation.clock.pass_time(minutes=10)
        await it.catches_up()
        await it.conversation.say(ASKS)

        assert FACT in it.conversation.model.everything_read


async def test_while_the_model_is_away_lines_wait_without_an_error():
    async with meant() as it:
        has_talked(it.conversation, FACT, *small_talk(60))
        it.understanding.fault = fails(500)

        with capture_logs() as logs:
            await it.embedder.catch_up()

        assert logs[-1]["event"] == "embedding_postponed"
        assert len(it.server.asked) == 2  # once again, and nothing else while it is away


class Picky(Understanding):
    """Does not take a text about nuts, however often it is asked."""

    def __call__(self, asked: Asked) -> Reply:
        takes = not any("nuts" in text for text in asked.body["input"])
        return super().__call__(asked) if takes else fails(413)


async def test_one_text_that_is_not_taken_keeps_no_other_from_being_embedded():
    async with meant() as it:
        it.server.script = picky = Picky(it.understanding.talks)
        has_talked(it.conversation, *small_talk(3), "mad about nuts", FACT, *small_talk(40))
        await it.embedder.catch_up()
        asked = len(it.server.asked)
        await it.embedder.catch_up()

        assert len(it.server.asked) == asked
        assert FACT in picky.read
        await it.conversation.say(ASKS)
        assert FACT in it.conversation.model.everything_read


@pytest.mark.proves("R8")
async def test_what_is_masked_in_prompts_never_reaches_the_service():
    key = "sk-abcdefghijklmnopqrstuvwx"
    async with meant() as it:
        await it.has_talked(f"my key is {key} in the cupboard", *small_talk(30))
        asks = f"@concierge Did I mention the locker? My password is hunter2, {key}"
        await it.conversation.say(asks)

        read = "\n".join(it.understanding.read)
        assert "in the cupboard" in read
        assert "mention the locker" in read
        assert key not in read
        assert "hunter2" not in read


async def test_what_recall_costs_counts_for_whoever_asked():
    async with meant(Silent()) as it:
        await it.has_talked(FACT, *small_talk(30))
        before = it.conversation.store.tables.usage.copy()

        await it.conversation.say(f"@concierge {ASKS}")

        (after,) = it.conversation.store.tables.usage.values()
        (earlier,) = before.values()
        assert after.model_calls == earlier.model_calls + 2
        assert after.input_tokens == earlier.input_tokens + 7


@dataclass
class Silent(Model):
    """Answers without a word about what it used; breaks off as often as it is told to."""

    breaks: int = 0

    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        if self.breaks:
            self.breaks -= 1
            raise RuntimeError("the process is killed")
        return ModelReply("Here you are.")


@pytest.mark.proves("R1")
async def test_a_turn_that_begins_again_recalls_the_same_without_asking_again():
    async with meant(Silent(breaks=1)) as it:
        await it.has_talked(FACT, *small_talk(30))
        ana = a_person("ana")
        incoming = Incoming("again", THREAD, ana, text=f"@concierge {ASKS}")
        with pytest.raises(RuntimeError):
            await it.conversation.take(incoming)
        read = len(it.understanding.read)
        await it.has_talked("The storage is blue since today", thread=BESIDE)

        beginning = await it.conversation.store.begin(THREAD.session)
        assert beginning is not None
        services = it.conversation.services
        await it.conversation.store.commit(await answer(beginning, services, lambda *_: None))

        first, again = it.conversation.model.calls
        assert FACT in str(first.messages)
        assert [m.content for m in again.messages] == [m.content for m in first.messages]
        assert it.understanding.read[read:].count(ASKS) == 0
