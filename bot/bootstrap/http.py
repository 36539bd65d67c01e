"""Puts the API together; it is imported only where something is served over HTTP."""

from dataclasses import replace
from typing import cast

from bot.bootstrap.application import App
from bot.core.ports.inbox import Inbox
from bot.core.ports.memory import Embeddings
from bot.core.ports.turns import Turns
from bot.platforms.http import metrics
from bot.platforms.http.authentication import Proxy
from bot.platforms.http.openapi import Api, ApiPorts
from bot.settings import Settings
from bot.storage.accounts.api_keys import SqlApiKeys
from bot.storage.accounts.event_log import SqlAnswers, SqlEventLog
from bot.storage.maintenance import SqlMetrics
from bot.storage.turns.plans import SqlOwnPlans


def http_api(app: App) -> Api:
    """Make the API; its addresses follow when there is an engine."""
    ports, settings = app.ports, app.settings
    return Api(
        ApiPorts(
            keys=SqlApiKeys(ports.database),
            published=SqlEventLog(ports.database, ports.clock),
            plans=SqlOwnPlans(ports.database),
            answers=SqlAnswers(ports.database, ports.cipher, ports.clock),
            ids=ports.ids,
            proxy=proxy_of(settings),
            has_docs=settings.api_docs,
        )
    )


def measured(app: App) -> tuple[App, metrics.Metrics]:
    """The same application with its figures taken at the ports that events pass."""
    figures = metrics.Metrics(SqlMetrics(app.ports.database), app.ports.clock)
    inbox = cast("Inbox", metrics.MeasuredInbox(app.ports.inbox, figures))
    turns = cast("Turns", metrics.MeasuredTurns(app.ports.turns, figures))
    model = metrics.MeasuredModel(app.ports.model, figures)
    by_meaning = app.ports.by_meaning
    if by_meaning:
        embeddings = metrics.MeasuredEmbeddings(by_meaning.embeddings, figures)
        by_meaning = replace(by_meaning, embeddings=cast("Embeddings", embeddings))
    ports = replace(app.ports, inbox=inbox, turns=turns, model=model, by_meaning=by_meaning)
    return replace(app, ports=ports), figures


def proxy_of(settings: Settings) -> Proxy:
    """Whom the settings tell to believe."""
    secret = settings.trusted_proxy_secret
    return Proxy(
        settings.http_workspace,
        settings.proxy_networks,
        secret.get_secret_value() if secret else "",
    )
