"""`frontdesk db`: the tables of the bot, brought up to date, and the key they are sealed with."""

import click

from bot.bootstrap import upgrade_database
from bot.cli.open import in_app, plain_errors, start


@click.group()
def db() -> None:
    """Bring the database up to date, or go on with another secret key."""


@db.command()
@plain_errors
def upgrade() -> None:
    """Create or change the tables so that they fit this version; safe to repeat."""
    upgrade_database(start())
    click.echo("The database is up to date.")


@db.command("adopt-key")
@click.confirmation_option(prompt="Is the former key lost for good?")
def adopt_key() -> None:
    """Go on with the present secret key where the former one is lost; stop every process first.

    What is still sealed with the former one stays unreadable, and the audit keeps a note of it.
    With the former key at hand, put it behind the present one in FRONTDESK_SECRET_KEY instead.
    """
    in_app(lambda app: app.ports.audit_log.adopt(), any_key=True)
    click.echo("The database is of the present key now.")
