"""Whoever changes the audit in the database is found out, by whoever holds the key."""

from itertools import pairwise
from random import Random

import pytest
from cryptography.fernet import Fernet

from bot.domain.audit_log import (
    AuditBatch,
    AuditEvent,
    AuditLink,
    ChainCheck,
    ChainHead,
    SealedHead,
)
from bot.domain.operations import EVERYWHERE
from bot.storage.databases.encryption import FernetCipher, OtherKey
from bot.storage.databases.transactions import SqlDatabase, SqlTransaction
from bot.storage.tables.sessions import audit
from bot.storage.tables.statements import columns, select
from bot.storage.turns.audit_log import ENDS, HEAD, LINK, SqlAuditLog, write, write_link
from tests.fakes.events import a_message
from tests.fakes.opened import Store
from tests.fakes.world import NOON

LENGTH = 12
TAMPERINGS = 30


@pytest.fixture
async def trail(store: Store) -> SqlAuditLog:
    """An audit of twelve links."""
    await store.audit_log.begin()
    for number in range(LENGTH):
        await grow(store, number)
    assert isinstance(store.audit_log, SqlAuditLog)
    return store.audit_log


async def grow(store: Store, number: int) -> None:
    note = AuditBatch(NOON, EVERYWHERE, "", "", "", (AuditEvent("effect", {"number": number}),))
    await store.operations.act((), note)


async def is_sound(trail: SqlAuditLog) -> bool:
    check = ChainCheck()
    for link in await trail.after(0):
        check.follow(link)
    kept = await trail.kept()
    check.ends_at(kept.head)
    return kept.is_ours and not kept.breaks and not check.problems


def changes_a_value(sql: SqlTransaction, random: Random) -> None:
    column = random.choice(columns(audit)[1:])
    number = random.randint(1, LENGTH)
    value = {"before": "0" * 64, "hash": "0" * 64}.get(column, "other")
    assert sql.change(f"UPDATE audit SET {column} = :v WHERE number = :n", v=value, n=number)  # noqa: S608 - a name of our own


def drops_a_link(sql: SqlTransaction, random: Random) -> None:
    assert sql.change("DELETE FROM audit WHERE number = :n", n=random.randint(1, LENGTH))


def swaps_two_links(sql: SqlTransaction, random: Random) -> None:
    one, other = random.sample(range(1, LENGTH + 1), 2)
    for old, new in ((one, 99), (other, one), (99, other)):
        sql.change("UPDATE audit SET number = :new WHERE number = :old", old=old, new=new)


def forges_a_link(sql: SqlTransaction, random: Random) -> None:
    """Rewrite an entry and make its own hash right again."""
    number = random.randint(1, LENGTH)
    row = sql.rows(select(audit, "WHERE number = :n"), n=number)[0]
    values = dict(zip(columns(audit), row, strict=True))
    values["entries"] = '[{"act":"nothing"}]'
    sql.change(
        "UPDATE audit SET entries = :entries, hash = :hash WHERE number = :number",
        entries=values["entries"],
        number=number,
        hash=AuditLink(**values).sound,
    )


def forges_the_whole_chain(sql: SqlTransaction, random: Random) -> None:
    """Rewrite everything from a link on, the head too; only the key is missing."""
    sql.change("DELETE FROM audit")
    head = ChainHead()
    for number in range(LENGTH):
        link = head.link(
            AuditBatch(NOON, "", "", "", "", (AuditEvent("effect", {"number": number + 1}),))
        )
        sql.change(LINK, **write_link(link))
        head = ChainHead(link.number, link.hash)
    seal = FernetCipher(Fernet.generate_key().decode()).seal(head.words)
    sql.change(ENDS, id=HEAD, hash=head.hash, seal=seal)


TAMPERS = (
    changes_a_value,
    drops_a_link,
    swaps_two_links,
    forges_a_link,
    forges_the_whole_chain,
)


async def test_an_audit_nobody_touched_is_sound(trail: SqlAuditLog):
    assert await is_sound(trail)


@pytest.mark.parametrize("seed", range(TAMPERINGS))
async def test_every_tampering_is_found(trail: SqlAuditLog, database: SqlDatabase, seed: int):
    """R24: 30 random tamperings, 30 found."""
    random = Random(seed)  # noqa: S311 - the same tampering every time
    tamper = TAMPERS[seed % len(TAMPERS)]

    await database.write(lambda sql: tamper(sql, random))

    assert not await is_sound(trail)


@pytest.mark.parametrize("lost", [1, 5, LENGTH])
async def test_the_loss_of_the_newest_links_is_found(
    trail: SqlAuditLog, database: SqlDatabase, lost: int
):
    kept = LENGTH - lost
    await database.write(lambda sql: sql.change("DELETE FROM audit WHERE number > :n", n=kept))

    assert not await is_sound(trail)


async def test_the_loss_of_the_head_is_found(trail: SqlAuditLog, database: SqlDatabase):
    await database.write(lambda sql: sql.change("DELETE FROM audit_head"))

    assert not await is_sound(trail)


async def test_an_end_that_was_set_back_stays_told_when_the_chain_grows(
    trail: SqlAuditLog, database: SqlDatabase, store: Store
):
    """Whoever can only write in the database gets no seal from us for what they left."""
    kept = LENGTH - 1

    def sets_back(sql: SqlTransaction) -> None:
        sql.change("DELETE FROM audit WHERE number > :n", n=kept)
        ((last,),) = sql.rows("SELECT hash FROM audit WHERE number = :n", n=kept)
        sql.change("UPDATE audit_head SET count = :n, hash = :last", n=kept, last=last)

    await database.write(sets_back)
    await grow(store, 1)
    await grow(store, 2)

    told = await trail.kept()
    assert (told.head.count, told.is_ours, told.breaks) == (LENGTH + 1, True, (kept,))
    assert not await is_sound(trail)


async def test_a_new_audit_is_marked_with_our_key_and_stays_so(store: Store):
    await store.audit_log.begin()
    await store.audit_log.begin()

    assert await store.audit_log.kept() == SealedHead()


async def test_what_is_of_another_key_is_refused_until_it_is_adopted(
    trail: SqlAuditLog, database: SqlDatabase, store: Store
):
    other = SqlAuditLog(database, FernetCipher(Fernet.generate_key().decode()))
    with pytest.raises(OtherKey, match="adopt-key"):
        await other.begin()

    await other.adopt()

    await other.begin()
    assert (await other.kept()).breaks == (LENGTH,)
    with pytest.raises(OtherKey):
        await trail.begin()


async def test_an_end_that_was_emptied_is_not_ours_and_stays_told(
    trail: SqlAuditLog, database: SqlDatabase, store: Store
):
    def empties(sql: SqlTransaction) -> None:
        sql.change("DELETE FROM audit")
        sql.change("UPDATE audit_head SET count = 0, hash = '', seal = ''")

    await database.write(empties)
    assert not await is_sound(trail)

    await grow(store, 1)

    assert (await trail.kept()).breaks == (0,)


async def test_an_end_that_was_taken_away_is_put_back_and_stays_told(
    trail: SqlAuditLog, database: SqlDatabase, store: Store
):
    await database.write(lambda sql: sql.change("DELETE FROM audit_head"))

    await trail.begin()
    await grow(store, 1)

    told = await trail.kept()
    assert (told.head.count, told.breaks) == (LENGTH + 1, (LENGTH,))


async def test_a_former_database_is_of_the_key_that_sealed_what_waits_in_it(
    store: Store, database: SqlDatabase
):
    await store.inbox.accept(a_message("1"))
    other = SqlAuditLog(database, FernetCipher(Fernet.generate_key().decode()))

    with pytest.raises(OtherKey):
        await other.begin()

    await store.audit_log.begin()
    assert await store.audit_log.kept() == SealedHead()


async def test_a_former_database_whose_key_is_lost_can_be_adopted_too(
    store: Store, database: SqlDatabase
):
    await store.inbox.accept(a_message("1"))
    other = SqlAuditLog(database, FernetCipher(Fernet.generate_key().decode()))

    await other.adopt()
    await other.begin()

    assert await other.kept() == SealedHead()


async def test_who_knows_the_former_key_and_the_next_writes_beside_who_knows_one(
    database: SqlDatabase,
):
    """A key is changed in two rounds of restarts: FORMER,NEXT, then NEXT,FORMER."""
    former, following = (Fernet.generate_key().decode() for _ in range(2))
    rounds = (former, f"{former},{following}", f"{following},{former}")
    await SqlAuditLog(database, FernetCipher(former)).begin()

    for one, other in pairwise(rounds):
        for keys in (one, other, one):
            cipher = FernetCipher(keys)
            note = AuditBatch(NOON, EVERYWHERE, "", "", "", (AuditEvent("effect"),))
            await database.write(lambda sql, n=note, c=cipher: write(sql, n, c))  # type: ignore[misc]

    assert await is_sound(SqlAuditLog(database, FernetCipher(rounds[-1])))


async def test_adopting_what_is_ours_already_notes_nothing(trail: SqlAuditLog):
    await trail.adopt()

    assert await is_sound(trail)
