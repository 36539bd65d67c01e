"""Chooses the real thing for every port, or what stands in for it."""

import secrets
import time
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import URL
from typing_extensions import override

from agents.kit import Agent, everyone
from agents.kit.ports.sql import Sql
from agents.kit.ports.web import Http
from agents.kit.values.model import Model
from bot.bootstrap.agents import CatalogueWrong
from bot.bootstrap.models import choose_embeddings, choose_model, choose_reader
from bot.bootstrap.platforms import HTTP, SERVED, Foundations, configured_rows
from bot.core.ports.directory import Directory
from bot.core.ports.environment import Cipher, Clock, Ids, NoWatch, Watch
from bot.core.ports.memory import ByMeaning
from bot.core.state.catalogue import Catalogue
from bot.core.state.directory import Directories
from bot.domain.errors import PlatformFailed
from bot.engine.ports import Ports
from bot.llm.rules_reader import RulesReader
from bot.platforms.console.input import PLATFORM as CONSOLE
from bot.platforms.console.turns import ConsoleDirectory
from bot.platforms.http.authentication import HttpDirectory
from bot.settings import Settings
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.accounts.linked_accounts import SqlLinkedAccounts
from bot.storage.agent_tables import SqlAgentTables
from bot.storage.databases.encryption import CachingCipher, FernetCipher
from bot.storage.databases.sqlite import SqliteDatabase
from bot.storage.databases.transactions import SqlDatabase, database_url
from bot.storage.maintenance import SqlMaintenance
from bot.storage.memory.embeddings import SqlEmbeddings
from bot.storage.memory.erasure import SqlDepartures
from bot.storage.memory.retention import SqlRetention
from bot.storage.memory.search_index import SqlMemory
from bot.storage.turns.admin import SqlAdmin
from bot.storage.turns.audit_log import SqlAuditLog
from bot.storage.turns.inbox import SqlInbox
from bot.storage.turns.job_queue import JobQueue
from bot.storage.turns.journal import SqlTurns
from bot.storage.turns.outbox import SqlOutbox, SqlPosts
from bot.storage.turns.plans import SqlPlans
from bot.storage.turns.requests import SqlRequests
from bot.storage.turns.sessions import SqlOverviews, SqlSessions
from bot.tools.http_client import GuardedHttp
from bot.tools.sql_sqlite import Questions
from bot.tools.ssrf_guard import SsrfGuard, resolve
from bot.tools.web_pages import Pages


def open_database(url: URL) -> SqlDatabase:
    """Choose the adapter of a database; nothing is connected before it is used."""
    if url.get_backend_name() == "sqlite":
        return SqliteDatabase(url)
    from bot.storage.databases.postgres import PostgresDatabase  # noqa: PLC0415 - its driver is an extra

    return PostgresDatabase(url)


class SystemClock(Clock):
    """The machine's own clocks."""

    @override
    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - the one place that may

    @override
    def elapsed(self) -> float:
        return time.monotonic()


class RandomIds(Ids):
    """128 bits of chance each."""

    @override
    def new(self) -> str:
        return secrets.token_hex(16)


def guarded_http(settings: Settings) -> Http:
    """Posts to the tool servers the operator named, and reads of the public web."""
    return GuardedHttp(
        settings.tool_servers, pages=Pages(SsrfGuard(settings.private_hosts, resolve))
    )


def questions(settings: Settings, agents: tuple[Agent, ...]) -> Sql:
    """Questions to our own database, and to those the operator named.

    Raises:
        UnknownDatabase: an address names no database we can use.
        CatalogueWrong: no agent asks a database of that name.
    """
    known = sorted(one.name for agent in everyone(agents) for one in agent.databases)
    if strangers := settings.databases.keys() - known:
        there_are = ", ".join(known) or "none"
        problem = f"no agent asks a database called {min(strangers)}; there are: {there_are}."
        raise CatalogueWrong([f"FRONTDESK_DATABASES: {problem}"])
    elsewhere = {
        name: database_url(address.get_secret_value())
        for name, address in settings.databases.items()
    }
    return Questions(database_url(settings.database_address), elsewhere)


NO_MODEL = "none"


def traced(settings: Settings, model: Model) -> tuple[Watch, Model]:
    """Who watches, and the model as they see it.

    Raises:
        PlatformFailed: traces are wished for, but what sends them is not installed.
    """
    if not settings.traces_url:
        return NoWatch(), model
    try:
        from bot.tracing import OpenTelemetryWatch, TracedModel  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = (
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but what sends traces is not installed; "
            "run: pip install 'frontdesk[traces]'"
        )
        raise PlatformFailed(message) from error
    traces = OpenTelemetryWatch.to(settings.traces_url)
    provider = "azure.ai.openai" if settings.azure_endpoint else "openai"
    if not settings.has_model:
        return traces, TracedModel(model, traces, NO_MODEL, lambda _: NO_MODEL)
    return traces, TracedModel(model, traces, provider, settings.model_for)


def real_ports(settings: Settings, agents: tuple[Agent, ...]) -> Ports:
    """Choose the real thing for every port; nothing is connected before it is used."""
    clock, ids, cipher = SystemClock(), RandomIds(), _cipher(settings)
    watch, model = traced(settings, choose_model(settings, clock))
    database = open_database(database_url(settings.database_address))
    jobs, reader = _jobs(settings, ids), choose_reader(settings, agents)
    embeddings = choose_embeddings(settings, clock)
    directories = _directories(settings, database, cipher, clock)
    return kept_ports(
        database,
        cipher,
        clock,
        ids,
        jobs,
        catalogue=Catalogue.of(agents),
        model=model,
        reader=reader,
        by_rules=isinstance(reader, RulesReader),
        by_meaning=embeddings and ByMeaning(embeddings, SqlEmbeddings(database, cipher, clock)),
        http=guarded_http(settings),
        sql=questions(settings, agents),
        watch=watch,
        directories=directories,
        directory=Directories(directories, links=SqlLinkedAccounts(database, ids)),
        retention_days=settings.retention_days,
        limits=settings.limits,
        join_seconds=settings.join_seconds,
        window_tokens=settings.window_tokens,
        turns_at_once=settings.turns_at_once,
        sees=settings.has_model and settings.vision,
        zone=settings.zone,
        page_hosts=settings.page_hosts,
        admins=settings.admins,
        allowance=settings.allowance,
        shared_allowance=settings.shared_allowance,
    )


def kept_ports(
    database: SqlDatabase,
    cipher: Cipher,
    clock: Clock,
    ids: Ids,
    jobs: JobQueue | None = None,
    **others: Any,
) -> Ports:
    """The ports that keep things in a database, which jobs tell workers of, beside others."""
    events, memory = CachingCipher(cipher), SqlMemory(database, clock)
    admin, telling = SqlAdmin(database, cipher), jobs or JobQueue()
    return Ports(
        database=database,
        cipher=cipher,
        clock=clock,
        ids=ids,
        jobs=jobs,
        inbox=SqlInbox(database, events, clock, ids, telling),
        unannounced=SqlInbox(database, events, clock, ids),
        turns=SqlTurns(database, events, clock, telling),
        sessions=SqlSessions(database),
        requests=SqlRequests(database),
        plans=SqlPlans(database),
        outbox=SqlOutbox(database, clock),
        upkeep=SqlMaintenance(database),
        records=SqlAgentTables(database),
        posts=SqlPosts(database, clock),
        overviews=SqlOverviews(database),
        operations=admin,
        admin_views=admin,
        audit_log=SqlAuditLog(database, cipher),
        links=SqlLinkedAccounts(database, ids),
        recall=memory,
        summaries=memory,
        expire=SqlRetention(database, clock).expire,
        purge=SqlDepartures(database).purge,
        **others,
    )


def _directories(
    settings: Settings, database: SqlDatabase, cipher: Cipher, clock: Clock
) -> dict[str, Directory]:
    proxied = settings.http_workspace if settings.has_trusted_proxy else ""
    by_keys = HttpDirectory(SqlApiKeys(database), clock, proxied)
    directories: dict[str, Directory] = {CONSOLE: ConsoleDirectory(), HTTP: by_keys}
    for row in configured_rows(settings):
        directories[row.name] = row.people(Foundations(settings, database, cipher, clock))
    return directories


def _jobs(settings: Settings, ids: Ids) -> JobQueue | None:
    if settings.database != "postgresql":
        return None
    return JobQueue(SERVED, origin=ids.new())


def _cipher(settings: Settings) -> Cipher:
    if settings.secret_key is not None:
        return FernetCipher(settings.secret_key.get_secret_value())
    return FernetCipher.of_file(settings.key_file)
