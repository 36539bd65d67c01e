"""`frontdesk procedure`: play a procedure here, or check its file."""

from pathlib import Path

import click

from agents.kit.procedures import ProcedureScript
from agents.kit.procedures.script import BEGIN
from bot.bootstrap import CatalogueWrong, Settings, catalogue_findings, load_agents
from bot.cli.chat import Opening, talk
from bot.cli.open import plain_errors, start
from bot.platforms.console.input import Seat

FILE = click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))


@click.group()
def procedure() -> None:
    """Play or check a procedure: several personas, and people, in states."""


@procedure.command("run")
@FILE
@click.argument("about", nargs=-1)
@click.option("--user", default="you", show_default=True, help="Who is talking.")
@click.option("--thread", default="", help="Which conversation; the procedure's own by default.")
@plain_errors
def run_procedure(file: Path, about: tuple[str, ...], user: str, thread: str) -> None:
    """Play the procedure in FILE here; ABOUT says what it is about.

    It goes on where it was when it is run again after having been stopped.
    """
    settings = _with(start(), file)
    name = _loaded(settings, file)
    talk(settings, Seat(user, thread or name), Opening(name, " ".join(about) or BEGIN))


@procedure.command()
@FILE
@plain_errors
def check(file: Path) -> None:
    """Check FILE; errors make the command fail."""
    settings = _with(start(), file)
    name = _loaded(settings, file)
    loaded = load_agents(settings)
    found = [line for line in catalogue_findings(loaded) if line.startswith(f"{name}: ")]
    if found:
        raise CatalogueWrong([f"{file}: {line}" for line in found])
    script = loaded[-1].script
    assert isinstance(script, ProcedureScript)
    for warning in script.procedure.warnings:
        click.echo(f"warning: {warning}")
    sheet = script.procedure.sheet
    counted = f"{_many(len(sheet.states), 'state')}, {_many(len(sheet.agents), 'agent')}"
    click.echo(f"{name}: {counted}, nothing wrong.")


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _with(settings: Settings, file: Path) -> Settings:
    return settings.model_copy(update={"procedures": (*settings.procedures, str(file))})


def _loaded(settings: Settings, file: Path) -> str:
    """The name of the procedure in a file: the last one loaded.

    Raises:
        CatalogueWrong: with everything that is wrong with it.
    """
    last = load_agents(settings)[-1]
    if not isinstance(last.script, ProcedureScript):
        raise CatalogueWrong([f"{file} holds no procedure."])
    return last.name
