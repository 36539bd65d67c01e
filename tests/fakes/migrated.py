"""A SQLite file with all tables, made once in a process and copied: migrating costs far more."""

import shutil
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

from bot.bootstrap import application
from bot.storage.databases.transactions import database_url
from bot.storage.migrations import upgrade


def migrate_by_copy(address: str) -> None:
    """Do for a SQLite file that is not there yet what its first start would; leave any other."""
    url = database_url(address)
    wanted = Path(url.database or "")
    if url.get_backend_name() == "sqlite" and not wanted.exists():
        wanted.parent.mkdir(parents=True, exist_ok=True)
        wanted.touch(mode=0o600)
        wanted.write_bytes(_migrated_once())


def begin_with_copies() -> None:
    """Let the bot's own first start in a process copy as well; what cannot be copied, it tells."""
    application.upgrade = _copied_and_upgraded  # type: ignore[attr-defined]


def _copied_and_upgraded(address: str) -> None:
    with suppress(OSError):
        migrate_by_copy(address)
    upgrade(address)


@cache
def _migrated_once() -> bytes:
    folder = Path(tempfile.mkdtemp(prefix="fd-migrated-"))
    file = folder / "frontdesk.db"
    upgrade(f"sqlite:///{file}")
    content = file.read_bytes()
    shutil.rmtree(folder)
    return content
