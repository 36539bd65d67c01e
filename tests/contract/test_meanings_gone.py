"""What a line meant goes with the line: nothing of it is found, or lies anywhere."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from cryptography.fernet import Fernet

from bot.core.ports.environment import Cipher
from bot.core.ports.memory import RecallQuery, Unembedded
from bot.domain.messages import TranscriptLine
from bot.domain.operations import Forgotten, TurnOperations, Unremembered
from bot.storage.databases.encryption import FernetCipher
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.memory.embeddings import SqlEmbeddings
from bot.storage.memory.erasure import SqlDepartures
from bot.storage.memory.search_index import SqlMemory
from tests.contract.conftest import Ports, ports_over
from tests.contract.embedding import MODEL, embed, keep, meaning, near, texts
from tests.contract.test_memory import BESIDE, HERE, bytes_of, spoke
from tests.fakes.events import ANA, BEN, a_message, the_ending
from tests.fakes.opened import Store, open_store
from tests.fakes.world import NOON, FakeClock, FakeIds


async def test_what_is_forgotten_is_not_found_and_not_kept_after_all(ports: Ports):
    await spoke(ports, "my dog")
    await embed(ports)
    await spoke(ports, "a hound")
    (due,) = await ports.meanings.due(MODEL)

    await spoke(ports, "forget", besides=TurnOperations((Forgotten(HERE.session, ANA),)), said=())

    assert await keep(ports, due) == 0
    assert await near(ports, "puppy") == []


async def test_a_turn_that_is_deleted_is_not_found(ports: Ports):
    turn = await spoke(ports, "my dog")
    await spoke(ports, "a hound")
    await embed(ports)

    deed = Unremembered(HERE.session, ANA, (turn,))
    await spoke(ports, "delete it", besides=TurnOperations((deed,)), said=())

    assert await texts(ports, "puppy") == {"a hound", "re: a hound"}


async def test_what_was_kept_long_enough_is_not_found(ports: Ports, clock: FakeClock):
    await spoke(ports, "my dog")
    await spoke(ports, "a hound", at=NOON + timedelta(days=2))
    await embed(ports)
    clock.pass_time(days=2)

    await ports.expire(NOON + timedelta(days=1))

    assert await texts(ports, "puppy") == {"a hound", "re: a hound"}


async def test_an_edited_line_is_found_by_what_it_says_now(ports: Ports):
    turn = await said_as(ports, "my dog")
    await embed(ports)
    (unread,) = await rewritten(ports, turn, "my holiday")

    assert await near(ports, "puppy") == []
    assert await keep(ports, unread) == 1

    assert await near(ports, "puppy") == []
    assert await texts(ports, "vacation") == {"my holiday"}


async def test_an_embedding_of_what_was_edited_meanwhile_is_not_kept(
    ports: Ports, clock: FakeClock
):
    turn = await said_as(ports, "my dog")
    (due,) = await ports.meanings.due(MODEL)

    clock.pass_time(seconds=1)
    await rewritten(ports, turn, "my holiday")

    assert await keep(ports, due) == 0
    assert await near(ports, "puppy") == []


async def said_as(ports: Ports, text: str) -> TranscriptLine:
    """A line with the name of its message, so that it can be edited."""
    await ports.inbox.accept(a_message("original"))
    begun = await ports.turns.begin(HERE.session)
    assert begun is not None
    line = TranscriptLine(begun.turn, ANA.key, False, text, NOON, message="original")  # noqa: FBT003 - a field
    await ports.turns.commit(the_ending(begun, said=(line,)))
    return line


async def rewritten(ports: Ports, line: TranscriptLine, text: str) -> list[Unembedded]:
    """Edit a line; what is due then."""
    await ports.inbox.accept(a_message("edit"))
    begun = await ports.turns.begin(HERE.session)
    assert begun is not None
    await ports.turns.commit(the_ending(begun, rewritten=(replace(line, text=text),)))
    return await ports.meanings.due(MODEL)


async def test_embeddings_are_sealed_and_leave_no_byte(
    migrated_sqlite: str, cipher: Cipher, clock: FakeClock, tmp_path: Path
):
    store = open_store(migrated_sqlite, cipher, clock, FakeIds())
    ports = ports_over(store)
    await spoke(ports, "my dog")
    for number in range(30):
        await spoke(ports, f"others say {number}", BEN, BESIDE)
    await embed(ports)
    sealed = (await bodies(store.database))[0].encode()
    assert sealed in bytes_of(tmp_path)
    assert cipher.open(sealed.decode()).encode() not in bytes_of(tmp_path)

    await spoke(ports, "x", besides=TurnOperations((Forgotten(HERE.session, ANA),)), said=())
    await SqlMemory(store.database, store.clock).keep_up()

    parts = (sealed[start : start + 40] for start in range(0, len(sealed) - 40, 40))
    assert not any(part in bytes_of(tmp_path) for part in parts)
    await store.database.close()


@pytest.mark.parametrize("how", ["forgotten", "expired", "left"])
async def test_no_row_stays_of_lines_that_are_gone(how: str, store: Store, clock: FakeClock):
    ports = ports_over(store)
    await spoke(ports, "my dog")
    await embed(ports)
    clock.pass_time(days=2)
    tomorrow = NOON + timedelta(days=1)

    if how == "forgotten":
        await spoke(ports, "x", besides=TurnOperations((Forgotten(HERE.session, ANA),)), said=())
    elif how == "expired":
        await store.expire(tomorrow)
    else:
        await SqlDepartures(store.database).leave(HERE.platform, HERE.workspace, NOON)
        await store.purge(tomorrow)

    assert await bodies(store.database) == []


async def test_what_another_key_sealed_is_passed_over(store: Store, clock: FakeClock):
    ports = ports_over(store)
    await spoke(ports, "my dog")
    await embed(ports)
    other = FernetCipher(Fernet.generate_key().decode())

    found = await SqlEmbeddings(store.database, other, clock).near(
        RecallQuery(HERE, ANA, ()), meaning("puppy")
    )

    assert found == []


async def bodies(database: SqlDatabase) -> list[str]:
    """The embeddings as they are kept."""

    def _read(sql: SqlTransaction) -> list[str]:
        return [str(body) for (body,) in sql.rows("SELECT body FROM vectors ORDER BY line")]

    return await database.read(_read)
