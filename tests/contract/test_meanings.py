"""What every store promises of recall by meaning: only one's own lines, and gone when deleted."""

import asyncio
from dataclasses import replace

import pytest

from bot.core.ports.environment import Cipher
from bot.core.ports.memory import RecallQuery
from bot.domain.memory import MOST_NEAR
from bot.domain.messages import TranscriptLine
from bot.domain.operations import name_workspace
from bot.storage.memory.embeddings import MOST_AT_ONCE, MOST_COMPARED, MOST_OF_ONE, SqlEmbeddings
from tests.contract.conftest import Ports, ports_over
from tests.contract.embedding import MODEL, SPENT, embed, keep, meaning, near, texts
from tests.contract.test_memory import BESIDE, ELSEWHERE, HERE, spoke
from tests.fakes.events import ANA, BEN, a_message, the_ending
from tests.fakes.opened import Store
from tests.fakes.world import NOON, FakeClock

SAID = """
    INSERT INTO messages (session, turn, speaker, by_bot, text, at)
    VALUES (:session, 't' || :n, :person, 0, 'weather', :at)"""


async def test_lines_are_found_by_what_they_mean_the_most_alike_first(ports: Ports):
    await spoke(ports, "my locker has a dent")
    await spoke(ports, "the dog sleeps on my holiday")
    await embed(ports)

    found = await near(ports, "whose storage cupboard?")

    assert {passage.text for passage in found} == {
        "my locker has a dent",
        "re: my locker has a dent",
    }
    assert (await near(ports, "a hound on vacation"))[0].text.endswith("dog sleeps on my holiday")
    assert await near(ports, "weather") == []


async def test_no_more_are_found_than_anybody_reads(ports: Ports):
    for number in range(MOST_NEAR):
        await spoke(ports, f"locker {number}")
    await embed(ports)

    assert len(await near(ports, "cupboard")) == MOST_NEAR


@pytest.mark.proves("R5")
async def test_only_ones_own_lines_of_the_channel_are_found(ports: Ports):
    await spoke(ports, "the dog of ben", BEN)
    await spoke(ports, "a dog elsewhere", thread=ELSEWHERE)
    await spoke(ports, "a dog in another workspace", thread=replace(HERE, workspace="else"))
    await spoke(ports, "a dog beside", thread=BESIDE)
    await embed(ports)

    assert await texts(ports, "puppy") == {"a dog beside", "re: a dog beside"}


async def test_what_others_said_keeps_none_of_ones_own_from_being_found(ports: Ports):
    await spoke(ports, "a small dog, and my holiday")
    for number in range(MOST_NEAR):
        await spoke(ports, f"dog {number}", BEN)
    await embed(ports)

    assert len(await texts(ports, "dog")) == 2


@pytest.mark.proves("R5")
async def test_private_lines_are_found_for_no_eyes_but_their_own(ports: Ports):
    await spoke(ports, "the private dog", private=True)
    await embed(ports)

    assert await texts(ports, "puppy") == set()
    assert len(await texts(ports, "puppy", discreet=True)) == 2


@pytest.mark.proves("R5")
async def test_lines_are_given_again_by_their_places_to_nobody_else(ports: Ports):
    await spoke(ports, "the private dog", private=True)
    await spoke(ports, "my dog")
    await embed(ports)
    wanted = RecallQuery(HERE, ANA, (), discreet=True)
    found = await near(ports, "puppy", discreet=True)
    places = [(line.session, line.number) for line in found]

    assert await ports.meanings.lines(wanted, places) == found
    assert len(await ports.meanings.lines(replace(wanted, discreet=False), places)) == 2
    assert await ports.meanings.lines(replace(wanted, person=BEN), places) == []
    assert await ports.meanings.lines(replace(wanted, thread=ELSEWHERE), places) == []


async def test_of_a_long_past_the_newest_lines_are_compared(store: Store):
    ports = ports_over(store)
    old = await spoke(ports, "my dog")
    more = {"session": HERE.session, "person": ANA.key, "at": NOON.isoformat()}
    await store.database.write(
        lambda sql: [sql.change(SAID, **more, n=number) for number in range(MOST_COMPARED)]
    )
    await embed(ports)
    assert await near(ports, "puppy") == []

    await store.database.write(lambda sql: sql.change("DELETE FROM messages WHERE turn = 't0'"))
    assert [line.turn for line in await near(ports, "puppy")] == [old]


async def test_every_line_is_due_once_in_batches_of_one_person(ports: Ports):
    for number in range(MOST_OF_ONE):
        await spoke(ports, f"word {number}")
    await spoke(ports, "a word of ben", BEN)

    due = await ports.meanings.due(MODEL)

    assert sum(len(batch.lines) for batch in due) == 2 * MOST_OF_ONE + 2
    assert max(len(batch.lines) for batch in due) == MOST_OF_ONE
    assert [batch.whose.person for batch in due].count(BEN) == 1
    assert await ports.meanings.due(MODEL) == []


async def test_what_files_and_other_people_said_is_nobodys_to_embed(ports: Ports):
    await ports.inbox.accept(a_message("file"))
    begun = await ports.turns.begin(HERE.session)
    assert begun is not None
    quoted = TranscriptLine(begun.turn, ANA.key, False, "a file", NOON, source="plan.txt")  # noqa: FBT003 - a field
    to_nobody = TranscriptLine(begun.turn, "bank", True, "hello all", NOON)  # noqa: FBT003 - a field
    await ports.turns.commit(the_ending(begun, said=(quoted, to_nobody)))

    assert await ports.meanings.due(MODEL) == []


async def test_a_long_past_is_caught_up_with_piece_by_piece(ports: Ports):
    for number in range(MOST_AT_ONCE // 2 + 9):
        await spoke(ports, f"word {number}")

    first = await ports.meanings.due(MODEL)

    assert sum(len(batch.lines) for batch in first) <= MOST_AT_ONCE
    kept = sum([await keep(ports, batch) for batch in first])
    assert kept + await embed(ports) == MOST_AT_ONCE + 18


async def test_what_a_killed_process_had_claimed_is_due_again(ports: Ports, clock: FakeClock):
    await spoke(ports, "my dog")
    (lost,) = await ports.meanings.due(MODEL)

    clock.pass_time(minutes=10)
    (again,) = await ports.meanings.due(MODEL)

    assert again.lines == lost.lines
    assert await keep(ports, lost) == 0
    assert await keep(ports, again) == 2
    assert len(await near(ports, "puppy")) == 2


async def test_another_process_finds_what_one_left_at_its_death(
    store: Store, cipher: Cipher, clock: FakeClock
):
    ports = ports_over(store)
    for text in ("claimed", "never looked at"):
        await spoke(ports, text)
        if text == "claimed":
            await ports.meanings.due(MODEL)
    clock.pass_time(minutes=10)

    started = SqlEmbeddings(store.database, cipher, clock)

    due = await started.due(MODEL)
    assert sum(len(batch.lines) for batch in due) == 4


async def test_processes_that_embed_at_once_share_the_lines(
    store: Store, cipher: Cipher, clock: FakeClock
):
    ports = ports_over(store)
    for number in range(MOST_AT_ONCE // 4):
        await spoke(ports, f"word {number}")

    processes = [SqlEmbeddings(store.database, cipher, clock) for _ in range(4)]
    claimed = await asyncio.gather(*(process.due(MODEL) for process in processes))

    lines = [line.number for due in claimed for batch in due for line in batch.lines]
    assert len(lines) == len(set(lines)) == MOST_AT_ONCE // 2


async def test_a_model_is_not_asked_again_what_it_does_not_take(ports: Ports, clock: FakeClock):
    await spoke(ports, "my dog")
    (due,) = await ports.meanings.due(MODEL)

    await ports.meanings.save(due, [None, meaning("dog")], SPENT, model=MODEL)
    clock.pass_time(minutes=10)

    assert await ports.meanings.due(MODEL) == []
    assert len(await near(ports, "puppy")) == 1


async def test_another_model_embeds_everything_again_and_is_never_mixed_up(ports: Ports):
    await spoke(ports, "my dog")
    await embed(ports)
    other = meaning("puppy", "embed-2")

    assert await near(ports, "", other) == []
    assert await embed(ports, "embed-2") == 2

    assert await near(ports, "puppy") == []
    assert len(await near(ports, "", other)) == 2


async def test_another_dimension_of_the_same_model_is_embedded_again(ports: Ports):
    await spoke(ports, "my dog")
    await embed(ports)
    await spoke(ports, "a hound")

    assert await embed(ports, dimension=24) == 4

    assert await near(ports, "puppy") == []
    assert len(await near(ports, "", meaning("puppy", dimension=24))) == 4


async def test_what_embedding_cost_counts_for_whose_lines_they_are(ports: Ports):
    await spoke(ports, "my dog")
    await spoke(ports, "a hound", BEN)

    await embed(ports)

    for person in (ANA, BEN):
        used = await ports.admin_views.used(person, name_workspace(HERE), "2026-01-01")
        today = next(iter(used.values()))
        assert (today.model_calls, today.input_tokens, today.cost_micros) == (1, 7, 3)
