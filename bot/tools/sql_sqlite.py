"""Questions to SQLite: each is answered by a process of its own, which is ended if it must be.

For each question a view that only it knows holds the rows a person may see; the table beneath
may be read through that view and in no other way. `sqlite_child` says why it is a process.
"""

import asyncio
import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

import structlog
from sqlalchemy import URL
from typing_extensions import override

from agents.kit.ports.numbered_rows import WORKSPACE, home
from agents.kit.ports.sql import Database, Found, Sql, View, quoted
from agents.kit.values.errors import ToolFailed
from agents.kit.values.person import Person
from bot.tools import sql_limits, sql_sandbox

# Python itself must begin first, on a busy machine too; time of the processor is bounded besides.
MOST_SECONDS = sql_limits.SECONDS + 5.0
COMMAND = (sys.executable, "-I", "-S", str(Path(sql_sandbox.__file__)))
OF_THE_SYSTEM = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PATH", "SYSTEMROOT")
REFUSALS: dict[str, Callable[[str, Database], ToolFailed]] = {
    "late": lambda _words, database: sql_limits.too_slow(database),
    "large": lambda _words, database: sql_limits.too_large(database),
    "table": sql_limits.unknown_table,
    "refused": sql_limits.QuestionRefused,
    "said": sql_limits.said,
}
ENDED = {-signal.SIGKILL, -getattr(signal, "SIGXCPU", signal.SIGKILL)}

log = structlog.get_logger(__name__)


def ask_file(path: Path, database: Database, person: Person, question: str) -> Found:
    """Ask a file.

    Raises:
        ToolFailed: it cannot be asked, or not that.
    """
    asked = _asked(path, database, home(person)) | {
        "question": sql_limits.plain(question, database)
    }
    told = _answer(asked, database)
    if why := told.get("why"):
        raise _refusal(why, told.get("words", ""), database)
    return sql_limits.found(told["columns"], told["rows"])


def _asked(path: Path, database: Database, workspace: str) -> dict[str, Any]:
    secret = secrets.token_hex(16)
    inner = {view: f"{view.name}_{secret}" for view in database.views}
    return {
        "address": f"file:{quote(str(path.absolute()))}?mode=ro",
        "views": [text for view, name in inner.items() for text in _views(view, name, workspace)],
        "shown": [*(view.name for view in inner), *inner.values()],
        "beneath": [(view.table.name, name) for view, name in inner.items()],
        "seconds": sql_limits.SECONDS,
        "rows": sql_limits.MOST_ROWS + 1,  # one more shows that there are more
        "cell": sql_limits.LONGEST_CELL + 1,
    }


def _views(view: View, inner: str, workspace: str) -> Iterable[str]:
    columns = ", ".join(f'"{column}"' for column in view.columns)
    own = f"\"{WORKSPACE.name}\" IN ('', {quoted(workspace)})"
    where = "" if view.is_shared else f"WHERE {own}"
    # The limit is a fence: no condition of a question is tried on rows beyond the view.
    rows = f'SELECT {columns} FROM main."{view.table.name}" {where} LIMIT -1'  # noqa: S608 - an author's names, our workspace
    yield f'CREATE TEMP VIEW "{inner}" AS {rows}'
    yield f'CREATE TEMP VIEW "{view.name}" AS SELECT {columns} FROM temp."{inner}"'  # noqa: S608 - as above


def _answer(asked: Mapping[str, Any], database: Database) -> dict[str, Any]:
    try:
        done = subprocess.run(  # noqa: S603 - our own, and the question is no argument
            COMMAND,
            input=json.dumps(asked),
            capture_output=True,
            encoding="utf-8",
            env={name: os.environ[name] for name in OF_THE_SYSTEM if name in os.environ},
            timeout=MOST_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise sql_limits.too_slow(database) from None
    except OSError as error:
        raise _not_now(database, type(error).__name__) from None
    if done.returncode in ENDED:
        raise sql_limits.too_slow(database)
    if done.returncode:
        raise _not_now(database, f"it ended with {done.returncode}")
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def _not_now(database: Database, reason: str) -> ToolFailed:
    log.error("question_not_asked", database=database.name, reason=reason)
    return ToolFailed(f"The database {database.name} cannot be asked just now.")


def _refusal(why: str, words: str, database: Database) -> ToolFailed:
    """What to say of a question that has no answer."""
    if why in REFUSALS:
        return REFUSALS[why](words, database)
    state = "cannot be opened" if why == "closed" else "does not hold what it should"
    return ToolFailed(f"The database {database.name} {state}.")


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
        from bot.tools.sql_postgres import ask_server  # noqa: PLC0415 - its driver is an extra

        return await ask_server(url, database, person, question)
