"""`frontdesk worker`: carries out turns and sends replies; start as many as you need."""

import click

from bot.bootstrap import build, serve_as_worker
from bot.cli.open import plain_errors, start_serving
from bot.cli.stopping import until_stopped


@click.command()
@plain_errors
def worker() -> None:
    """Carry out turns beside other workers, on this machine or others; needs Postgres.

    It stops in order at SIGTERM: what runs may end within ten seconds, the rest is handed on.
    """
    app = build(start_serving())
    until_stopped(lambda: serve_as_worker(app))
