"""A SQLite file with all tables, made once in a process and copied: migrating costs far more."""

import shutil
import tempfile
from functools import cache
from pathlib import Path

from bot.storage.databases.urls import database_url
from bot.storage.migrate import upgrade


def migrate_by_copy(address: str) -> None:
    """Do for a SQLite file that is not there yet what its first start would; leave any other."""
    url = database_url(address)
    wanted = Path(url.database or "")
    if url.get_backend_name() == "sqlite" and not wanted.exists():
        wanted.parent.mkdir(parents=True, exist_ok=True)
        wanted.write_bytes(_migrated_once())


@cache
def _migrated_once() -> bytes:
    folder = Path(tempfile.mkdtemp(prefix="fd-migrated-"))
    file = folder / "frontdesk.db"
    upgrade(f"sqlite:///{file}")
    content = file.read_bytes()
    shutil.rmtree(folder)
    return content
