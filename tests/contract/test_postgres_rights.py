"""A login of Postgres without the rights it needs is told so, as a file without them is."""

import pytest

from bot.domain.errors import StoreAway
from bot.storage.databases.postgres import PostgresDatabase
from bot.storage.databases.transactions import SqlTransaction, database_url

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(60)]


def change_as_somebody_who_may_not(sql: SqlTransaction) -> None:
    sql.change("SET LOCAL ROLE pg_monitor")
    sql.change("UPDATE sessions SET epoch = 1")


async def test_what_a_login_may_not_do_is_named(migrated_postgres: str):
    database = PostgresDatabase(database_url(migrated_postgres))

    with pytest.raises(StoreAway, match="permission denied for table sessions"):
        await database.write(change_as_somebody_who_may_not)

    assert await database.read(lambda sql: sql.rows("SELECT COUNT(*) FROM sessions")) == [(0,)]
    await database.close()
