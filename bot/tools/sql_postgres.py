"""Questions to Postgres: in a transaction that only reads, once the server has taken them apart.

The question becomes a temporary view. That runs nothing, but the server then tells exactly which
tables, functions and operators it resolved; only those that are known to be harmless may run.
Nobody else's reading of the text could be trusted to agree with the server's.
"""

import asyncio
import re
from typing import Any

import psycopg
from psycopg import AsyncConnection
from psycopg import sql as written
from sqlalchemy import URL

from agents.kit.ports.numbered_rows import WORKSPACE, home
from agents.kit.ports.sql import Database, Found, View
from agents.kit.values.errors import ToolFailed
from agents.kit.values.person import Person
from bot.tools import sql_limits

CONNECT_SECONDS = 3
QUESTION = "frontdesk_question"
FUNCTIONS = frozenset({
    "abs", "age", "avg", "bool", "bpchar", "btrim", "ceil", "ceiling", "char_length",
    "count", "date", "date_part", "date_trunc", "dense_rank", "extract",
    "first_value", "float4", "float8", "floor", "initcap", "int2", "int4", "int8", "interval",
    "lag", "last_value", "lead", "left", "length", "lower", "ltrim", "max", "min", "mod",
    "nth_value", "ntile", "numeric", "percent_rank", "rank", "right", "round",
    "row_number", "rtrim", "sign", "strpos", "substr", "substring", "sum", "text",
    "time", "timestamp", "timestamptz", "to_char", "trunc", "upper", "varchar",
})  # fmt: skip
OPERATORS = frozenset({
    "!~~", "!~~*", "%", "*", "+", "-", "/", "<", "<=", "<>", "=", ">", ">=", "||", "~~", "~~*",
})  # fmt: skip
TYPES = frozenset({
    "_bpchar", "_date", "_int4", "_int8", "_numeric", "_text", "_varchar", "bool", "bpchar",
    "date", "float4", "float8", "int2", "int4", "int8", "interval", "numeric", "text", "time",
    "timestamp", "timestamptz", "unknown", "varchar",
})  # fmt: skip
# What a question may be made of, as the server calls it; some have older and newer names.
PARTS = frozenset({
    "AGGREF", "ALIAS", "ARRAY", "ARRAYCOERCEEXPR", "ARRAYEXPR", "BOOLEANTEST", "BOOLEXPR", "CASE",
    "CASEEXPR", "CASETESTEXPR", "CASEWHEN", "COALESCE", "COALESCEEXPR", "COERCEVIAIO",
    "COMMONTABLEEXPR", "CONST", "DISTINCTEXPR", "FROMEXPR", "FUNCEXPR", "GROUPINGFUNC",
    "GROUPINGSET", "JOINEXPR", "MINMAX", "MINMAXEXPR", "NULLIFEXPR", "NULLTEST", "OPEXPR",
    "PARAM", "QUERY", "RANGETBLENTRY", "RANGETBLREF", "RELABELTYPE", "ROWEXPR", "RTE",
    "RTEPERMISSIONINFO", "SCALARARRAYOPEXPR", "SETOPERATIONSTMT", "SORTGROUPCLAUSE",
    "SQLVALUEFUNCTION", "SUBLINK", "TARGETENTRY", "VAR", "WHEN", "WINDOWCLAUSE", "WINDOWFUNC",
    "WINDOWFUNCRUNCONDITION",
})  # fmt: skip

# In names that people chose, braces and blanks stand behind a backslash.
_PART = re.compile(r"(?<!\\)\{([A-Z_]+)")
_FUNCTION = re.compile(r":(?:funcid|aggfnoid|winfnoid|elemfuncid) (\d+)")
_OPERATOR = re.compile(r":opno (\d+)")
_TABLE = re.compile(r":relid (\d+)")
_TYPE = re.compile(r":(?:consttype|resulttype|funcresulttype|opresulttype) (\d+)")
_WHO = re.compile(r"\{SQLVALUEFUNCTION :op (?:9|\d\d)")  # users and schemas; below 9 are clocks
_RECURSIVE = ":hasRecursive true"
_JOINED = re.compile(r":opfuncid (?:1258|2003|2004) ")  # texts put one behind the other
MOST_JOINED = 12  # each may double what there is, and a server gives a text up to a gigabyte

BOUNDS = f"""
    SET LOCAL statement_timeout = {int(sql_limits.SECONDS * 1000)};
    SET LOCAL lock_timeout = 1000;
    SET LOCAL idle_in_transaction_session_timeout = 10000;
    SET LOCAL work_mem = '16MB';
    SET LOCAL max_parallel_workers_per_gather = 0;
    SELECT set_config('temp_file_limit', '64MB', true) FROM pg_catalog.pg_roles
    WHERE rolname = current_user AND rolsuper
"""  # noqa: S608 - a number of ours


async def ask_server(url: URL, database: Database, person: Person, question: str) -> Found:
    """Ask a server; nothing is left behind there.

    Raises:
        ToolFailed: it cannot be asked, or not that.
    """
    text = sql_limits.plain(question, database)
    address = url.set(drivername="postgresql").render_as_string(hide_password=False)
    try:
        async with asyncio.timeout(CONNECT_SECONDS + 2 * sql_limits.SECONDS):
            connection = await AsyncConnection.connect(address, connect_timeout=CONNECT_SECONDS)
            try:
                return await _Asked(connection, database).answer(home(person), text)
            finally:
                await connection.close()  # which takes everything back
    except (TimeoutError, psycopg.errors.QueryCanceled):
        raise sql_limits.too_slow(database) from None
    except psycopg.OperationalError:
        message = f"The database {database.name} cannot be reached."
        raise ToolFailed(message) from None


class _Asked:
    """One connection that is asked one question."""

    def __init__(self, connection: AsyncConnection[Any], database: Database) -> None:
        self._connection = connection
        self._database = database

    async def answer(self, workspace: str, text: str) -> Found:
        await self._connection.execute(BOUNDS)
        try:
            for view in self._database.views:
                await self._connection.execute(_view(view, workspace))
        except psycopg.Error:
            message = f"The database {self._database.name} does not hold what it should."
            raise ToolFailed(message) from None
        # From here on, names mean these views or nothing.
        await self._connection.execute("SET LOCAL search_path = pg_temp")
        try:
            await self._prepare(text)
            await self._judge()
            return await self._read()
        except psycopg.errors.QueryCanceled:
            raise
        except psycopg.errors.UndefinedTable as error:
            raise sql_limits.unknown_table(_quoted_in(str(error)), self._database) from None
        except (psycopg.Error, ValueError) as error:
            raise sql_limits.said(error, self._database) from None

    async def _prepare(self, text: str) -> None:
        statement = f"CREATE TEMP VIEW {QUESTION} AS {text}"
        # Prepared, for then the server takes no second statement behind the first.
        await self._connection.execute(statement.encode(), prepare=True)

    async def _judge(self) -> None:
        """Refuse what is made of anything but what is known to be harmless.

        Raises:
            QuestionRefused: it is; says what of it.
        """
        tree = await self._one(
            f"SELECT ev_action::text FROM pg_catalog.pg_rewrite"  # noqa: S608 - a name of ours
            f" WHERE ev_class = 'pg_temp.{QUESTION}'::regclass"
        )
        if set(_PART.findall(tree)) - PARTS or _RECURSIVE in tree or _WHO.search(tree):
            raise sql_limits.QuestionRefused(
                "That form of question is not allowed.", self._database
            )
        if len(_JOINED.findall(tree)) > MOST_JOINED:
            raise sql_limits.QuestionRefused("It puts too many texts together.", self._database)
        if await self._others("pg_class", "relname", _TABLE.findall(tree), self._own):
            raise sql_limits.unknown_table("that", self._database)
        for catalogue, column, pattern, allowed, kind in (
            ("pg_proc", "proname", _FUNCTION, FUNCTIONS, "function"),
            ("pg_operator", "oprname", _OPERATOR, OPERATORS, "operator"),
            ("pg_type", "typname", _TYPE, TYPES, "type"),
        ):
            if odd := await self._others(catalogue, column, pattern.findall(tree), allowed):
                raise sql_limits.QuestionRefused(
                    f"The {kind} {odd} is not allowed.", self._database
                )

    @property
    def _own(self) -> frozenset[str]:
        return frozenset([QUESTION, *(view.name for view in self._database.views)])

    async def _others(
        self, catalogue: str, column: str, ids: list[str], allowed: frozenset[str]
    ) -> str:
        """Name one of these that is not allowed, or does not come with the server; or none."""
        space = f"{column.removesuffix('name')}namespace"
        own = "pg_my_temp_schema()" if catalogue == "pg_class" else "'pg_catalog'::regnamespace"
        statement = (
            f"SELECT coalesce(max({column}), '') FROM pg_catalog.{catalogue}"  # noqa: S608 - ours
            f" WHERE oid = ANY(%s::oid[]) AND NOT ({space} = {own} AND {column} = ANY(%s))"
        )
        return await self._one(statement, sorted(set(ids)), sorted(allowed))

    async def _read(self) -> Found:
        await self._connection.execute("SET TRANSACTION READ ONLY")
        names = await self._connection.execute(
            "SELECT attname FROM pg_catalog.pg_attribute"  # noqa: S608 - a name of ours
            f" WHERE attrelid = 'pg_temp.{QUESTION}'::regclass AND attnum > 0 ORDER BY attnum"
        )
        columns = [name for (name,) in await names.fetchall()]
        cells = written.SQL(", ").join(map(_cell, columns))
        statement = written.SQL("SELECT {} FROM pg_temp.{} LIMIT {}").format(
            cells, written.Identifier(QUESTION), written.Literal(sql_limits.MOST_ROWS + 1)
        )
        rows = await (await self._connection.execute(statement)).fetchall()
        return sql_limits.found(columns, rows)

    async def _one(self, statement: str, *values: Any) -> str:
        cursor = await self._connection.execute(statement.encode(), values or None)
        row = await cursor.fetchone()
        return str(row[0]) if row else ""


def _view(view: View, workspace: str) -> written.Composed:
    """A barrier, so that no condition of a question is tried on rows beyond the view."""
    own = written.SQL("WHERE {} IN ('', {})").format(
        written.Identifier(WORKSPACE.name), written.Literal(workspace)
    )
    return written.SQL(
        "CREATE TEMP VIEW {} WITH (security_barrier) AS SELECT {} FROM {} {}"
    ).format(
        written.Identifier(view.name),
        written.SQL(", ").join(map(written.Identifier, view.columns)),
        written.Identifier(view.table.name),
        written.SQL("") if view.is_shared else own,
    )


def _cell(column: str) -> written.Composed:
    """A value, or a word in its place where it is far too long to be sent."""
    name = written.Identifier(column)
    return written.SQL("CASE WHEN pg_column_size({0}) <= {1} THEN {0} END").format(
        name, written.Literal(4 * sql_limits.LONGEST_CELL)
    )


def _quoted_in(words: str) -> str:
    match = re.search(r'"([^"]+)"', words)
    return match[1] if match else "that"
