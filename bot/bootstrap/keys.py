"""The keys of callers over HTTP, for those who issue them."""

from bot.bootstrap.application import App
from bot.core.ports.keys import Keys
from bot.storage.people.keys import SqlKeys


def keys_of(app: App) -> Keys:
    """Where an application keeps its API keys."""
    return SqlKeys(app.ports.database)
