"""Questions of agents in SQL, each to the database it is about."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from sqlalchemy import URL
from typing_extensions import override

from agents.kit.ports.sql import Database, Found, Sql
from agents.kit.values.person import Person
from bot.tools.asking_sqlite import ask_file


class Questions(Sql):
    """Asks our own database, or the one that the operator gave for a name."""

    def __init__(self, own: URL, elsewhere: Mapping[str, URL] | None = None) -> None:
        self._own = own
        self._elsewhere = elsewhere or {}

    @override
    async def ask(self, database: Database, person: Person, question: str) -> Found:
        url = self._elsewhere.get(database.name, self._own)
        if url.get_backend_name() == "sqlite":
            path = Path(url.database or "")
            return await asyncio.to_thread(ask_file, path, database, person, question)
        from bot.tools.asking_postgres import ask_server  # noqa: PLC0415 - its driver is an extra

        return await ask_server(url, database, person, question)
