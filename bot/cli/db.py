"""`frontdesk db`: the tables of the bot, brought up to date."""

import click

from bot.bootstrap import upgrade_database
from bot.cli.open import plain_errors, start


@click.group()
def db() -> None:
    """Bring the database up to date."""


@db.command()
@plain_errors
def upgrade() -> None:
    """Create or change the tables so that they fit this version; safe to repeat."""
    upgrade_database(start())
    click.echo("The database is up to date.")
