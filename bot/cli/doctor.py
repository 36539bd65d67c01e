"""`frontdesk doctor`: checks what Frontdesk stands on, and says what to do."""

import asyncio
import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import click

from agents.kit.values.errors import ModelUnavailable
from bot.bootstrap import POSTGRES, App, Settings, build, configured, find_agents, unknown_names
from bot.cli.application import plain_errors, start, tell
from bot.cli.doctor_checks import CheckFinding, Mark, bad, good, look, probed, store, without_hasty
from bot.core.ports.memory import Embeddings
from bot.storage.databases.encryption import HOW

WHERE = "OPENAI_API_KEY, OPENAI_BASE_URL or AZURE_OPENAI_ENDPOINT"
SHARED = f"processes elsewhere need the same in FRONTDESK_SECRET_KEY. {HOW}"


@click.command()
@plain_errors
def doctor() -> None:
    """Check settings, database, key, model, agents, clock and platforms; exit 1 on a fault."""
    settings = start()
    findings = [*_settings(settings), *_dollars(settings), *_agents(settings), _key(settings)]
    findings += _demo(settings)
    if not _any_bad(findings):
        findings += asyncio.run(_with_app(settings))
    for finding in without_hasty(findings):
        tell(str(finding))
    if _any_bad(findings):
        raise SystemExit(1)


def _any_bad(findings: list[CheckFinding]) -> bool:
    return any(finding.mark is Mark.BAD for finding in findings)


def _settings(settings: Settings) -> list[CheckFinding]:
    unknown = unknown_names(os.environ)
    if unknown:
        return [look("settings", f"nothing reads {', '.join(unknown)}; misspelt?")]
    if settings.model and not settings.has_model:
        text = f"FRONTDESK_MODEL names {settings.model}, but nothing says where it is"
        return [look("settings", f"{text}; answering by rules until {WHERE} is set")]
    model = ", ".join(settings.every_model) if settings.has_model else "none, answering by rules"
    return [good("settings", f"database {settings.database}; model {model}")]


def _dollars(settings: Settings) -> list[CheckFinding]:
    """Warn of a limit in dollars that is never reached: what has no price costs nothing."""
    is_limited = settings.daily_dollars or settings.workspace_daily_dollars
    models = (*settings.every_model, *filter(None, [settings.embeddings_model]))
    unpriced = [model for model in models if model not in settings.prices]
    if not (is_limited and settings.has_model and unpriced):
        return []
    names = ", ".join(unpriced)
    return [look("dollars", f"no limit holds for {names}; give FRONTDESK_PRICES what they cost")]


def _agents(settings: Settings) -> list[CheckFinding]:
    found = find_agents(settings)
    wrong = [bad("agents", text) for text in found.findings]
    doubts = [look("agents", text) for text in found.warnings]
    return [*wrong, *doubts] or [good("agents", f"{len(found.agents)} loaded, nothing wrong")]


def _key(settings: Settings) -> CheckFinding:
    if settings.secret_key:
        return good("secret key", "FRONTDESK_SECRET_KEY is set")
    path = settings.key_file
    try:
        found = _permissions(path) if path.exists() else None
    except OSError as error:
        return bad("secret key", f"{path} cannot be read: {error.strerror}")
    if settings.database == POSTGRES and (found is None or found.mark is not Mark.BAD):
        return look("secret key", f"this machine keeps its own, in {path}; {SHARED}")
    return found or good("secret key", f"{path} will be made when it is first needed")


def _demo(settings: Settings) -> list[CheckFinding]:
    if not settings.demo or not (settings.database == POSTGRES or configured(settings)):
        return []
    text = "customers with published passwords can log in to the demo bank"
    return [look("demo", f"{text}; FRONTDESK_DEMO=false adds none to a new database")]


def _permissions(path: Path) -> CheckFinding:
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & (stat.S_IRWXG | stat.S_IRWXO):
        return bad("secret key", f"others may read {path}; run: chmod 600 {path}")
    return good("secret key", f"{path}, readable by its owner only")


async def _with_app(settings: Settings) -> list[CheckFinding]:
    app = build(settings)
    try:
        return [finding async for finding in _checks(app)]
    finally:
        await app.close()


async def _checks(app: App) -> AsyncIterator[CheckFinding]:
    for finding in await store(app):
        yield finding
    async for finding in _models(app):
        yield finding
    if app.settings.has_slack:
        async for finding in _slack(app):
            yield finding
    if app.settings.has_discord:
        async for finding in _discord(app):
            yield finding


async def _models(app: App) -> AsyncIterator[CheckFinding]:
    if app.settings.has_model:
        async for finding in probed(app.ports.model, app.settings.call_seconds):
            yield finding
    if app.ports.by_meaning:
        yield await _embeddings(app.ports.by_meaning.embeddings, app.settings.call_seconds)


async def _embeddings(embeddings: Embeddings, within_seconds: float) -> CheckFinding:
    try:
        answer = await embeddings.embed(["ready"], within_seconds=within_seconds)
    except ModelUnavailable as error:
        return bad("embeddings", f"{error.reason}; until then recall goes by words alone")
    return good("embeddings", f"{embeddings.model}, {answer.meanings[0].dimension} numbers each")


async def _slack(app: App) -> AsyncIterator[CheckFinding]:
    from bot.platforms.slack.oauth.checkup import SlackCheckup  # noqa: PLC0415 - Slack's SDK is heavy

    settings = app.settings
    bot, way_in = settings.slack_bot_token, settings.slack_app_token
    checkup = SlackCheckup(
        address=settings.slack_api_url,
        now=app.ports.clock.now(),
        bot_token=bot.get_secret_value() if bot else "",
        app_token=way_in.get_secret_value() if way_in else "",
        personas=settings.slack_personas,
    )
    async for checked in checkup.findings():
        yield (good if checked.is_good else bad)("slack", checked.text)


async def _discord(app: App) -> AsyncIterator[CheckFinding]:
    from bot.platforms.discord.wire.directory import DiscordDirectory  # noqa: PLC0415 - as above
    from bot.platforms.discord.wire.rest_client import DiscordCheckup  # noqa: PLC0415 - an extra

    directory, settings = app.ports.directories["discord"], app.settings
    assert isinstance(directory, DiscordDirectory), "the one it was built with"
    checkup = DiscordCheckup(
        directory.line, settings.discord_guild, settings.discord_reads_messages
    )
    async for checked in checkup.findings():
        yield (good if checked.is_good else bad)("discord", checked.text)
