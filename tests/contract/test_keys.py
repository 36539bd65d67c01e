"""What every database promises about API keys: hashes alone, taken back for good."""

from datetime import timedelta

from agents.kit import Person
from bot.core.ports.credentials import ApiKey, KeyScope, digest_of
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.databases.transactions import SqlDatabase
from tests.fakes.world import NOON

ANA = Person("http", "main", "ana/of%the team")
SECRET = "5" * 64


def a_key(id_: str = "k1", person: Person = ANA) -> ApiKey:
    scopes = frozenset({KeyScope.READ, KeyScope.DECIDE})
    ends = NOON + timedelta(days=90)
    return ApiKey(id_, digest_of(SECRET), person, scopes, NOON, ends, label="a script")


async def test_a_key_is_found_as_it_was_issued(database: SqlDatabase):
    keys = SqlApiKeys(database)

    await keys.add(a_key())

    assert await keys.find("k1") == a_key()
    assert await keys.find("k2") is None


async def test_the_secret_of_a_key_is_kept_nowhere(database: SqlDatabase):
    await SqlApiKeys(database).add(a_key())

    rows = await database.read(lambda sql: sql.rows("SELECT * FROM api_keys"))

    assert SECRET not in str(rows)


async def test_a_key_is_taken_back_once_and_for_good(database: SqlDatabase):
    keys = SqlApiKeys(database)
    await keys.add(a_key())

    assert await keys.revoke("k1", NOON)
    assert not await keys.revoke("k1", NOON + timedelta(days=1))
    assert not await keys.revoke("k2", NOON)

    key = await keys.find("k1")
    assert key is not None
    assert key.revoked_at == NOON
    assert not key.is_live(NOON)


async def test_keys_are_listed_by_whose_they_are(database: SqlDatabase):
    keys, ben = SqlApiKeys(database), Person("http", "main", "ben")
    await keys.add(a_key("k1"))
    await keys.add(a_key("k2", ben))

    assert [key.id for key in await keys.all()] == ["k1", "k2"]
    assert [key.id for key in await keys.all(ben)] == ["k2"]


def test_a_key_ends_with_its_time():
    key = a_key()

    assert key.is_live(NOON + timedelta(days=89))
    assert not key.is_live(NOON + timedelta(days=90))
    assert key.fits(SECRET)
    assert not key.fits("6" * 64)
