"""The pages that let workspaces install the app themselves."""

from starlette.routing import BaseRoute

from bot.bootstrap.application import App
from bot.platforms.slack.installs.granting import Granting
from bot.platforms.slack.installs.installing import Installing, Invitation, States
from bot.platforms.slack.installs.installs import Installations, SeveralWorkspaces
from bot.platforms.slack.installs.scopes import bot_scopes
from bot.storage.workspaces.installs import SqlTickets


def install_pages(app: App, installs: Installations) -> list[BaseRoute]:
    """The addresses of the pages; none where the app is installed by hand."""
    if not isinstance(installs, SeveralWorkspaces):
        return []
    settings, ports, granting = app.settings, app.ports, installs.granting
    assert isinstance(granting, Granting), "the one this application was built with"
    invitation = Invitation(
        settings.slack_client_id,
        settings.slack_authorize_url,
        settings.public_url,
        bot_scopes(personas=settings.slack_personas),
    )
    states = States(ports.cipher, SqlTickets(ports.database), ports.ids, ports.clock)
    return Installing(invitation, states, granting, installs.installs).routes()
