"""`agents`, `lint`, `new` and `procedure`: the catalogue, its check, and writing agents."""

import keyword
import re
import shlex
import shutil
import sys
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from string import Template

import click

from agents.kit import Agent, Fact
from agents.kit.lint import ANSWERS, RESERVED
from agents.kit.procedures import ProcedureScript
from agents.kit.procedures.script import BEGIN
from bot.bootstrap import (
    CatalogueWrong,
    Settings,
    catalogue_findings,
    find_agents,
    load_agents,
    read_settings,
)
from bot.cli.application import plain_errors, start, table
from bot.cli.chat import Opening, talk
from bot.platforms.console.input import Seat


@click.command()
@plain_errors
def agents() -> None:
    """List the agents: what they do, what they need, what they establish, their tools."""
    rows = [_row(agent) for agent in load_agents(start())]
    click.echo(table(("NAME", "INTRODUCTION", "REQUIRES", "PROVIDES", "TOOLS"), rows))


@click.command()
@click.option("--all", "every", is_flag=True, help="Tell of the agents that come along, too.")
@plain_errors
def lint(*, every: bool) -> None:
    """Check the catalogue, and say what it means; errors make the command fail.

    Of each effect of your agents one line says when a person is asked. A remark is about an
    example that does not reach its agent where no model reads.
    """
    found = find_agents(start())
    told = frozenset(agent.name for agent in found.agents) if every else frozenset(found.added)
    findings = found.findings
    for finding in findings:
        click.echo(f"error: {finding}")
    for warning in found.warnings:
        click.echo(f"warning: {warning}")
    for meaning in found.meanings(told):
        click.echo(f"effect: {meaning}")
    for remark in found.remarks(told):
        click.echo(f"remark: {remark}")
    if findings:
        raise SystemExit(1)
    click.echo(f"{len(found.agents)} agents, nothing wrong.")


def _row(agent: Agent) -> tuple[str, ...]:
    tools = "function" if agent.run else ", ".join(tool.name for tool in agent.tools)
    tools = "script" if agent.script else tools
    tools = f"plays {', '.join(actor.name for actor in agent.inner)}" if agent.inner else tools
    introduction = agent.introduction if agent.expose_to_user else f"({agent.description})"
    provided = ", ".join(sorted(agent.can_provide))
    return (agent.name, introduction, _names(agent.requires), provided or "-", tools or "-")


def _names(facts: tuple[Fact, ...]) -> str:
    return ", ".join(fact.name for fact in facts) or "-"


_TEMPLATES = Path(__file__).with_name("templates")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LONGEST = 30
# Packages that are there, and what the templates call other things.
_OF_OTHERS = {"agents", "bot", "catalogue", "findings", "kit", "look_up", "pytest", "tests"}
_VARIABLE = "FRONTDESK_AGENTS"


@dataclass(frozen=True, slots=True)
class AgentScaffold:
    """Where a new agent goes, in a checkout of the project or beside it."""

    name: str
    root: Path

    @property
    def in_checkout(self) -> bool:
        """Say whether there is an `agents` folder with a kit to put it into."""
        return (self.root / "agents" / "kit").is_dir()

    @property
    def package(self) -> str:
        """The package to import it from."""
        return f"agents.{self.name}" if self.in_checkout else self.name

    @property
    def files(self) -> dict[Path, str]:
        """The files to write, and the template of each."""
        folder = Path(*self.package.split("."))
        tests = Path("tests", "unit") if self.in_checkout else Path("tests")
        return {
            folder / "__init__.py": "init.py",
            folder / "agent.py": "agent.py",
            folder / "tools.py": "tools.py",
            folder / "prompt.md": "prompt.md",
            tests / f"test_{self.name}.py": "test.py",
        }

    def written(self, template: str) -> str:
        """Fill a template in."""
        text = (_TEMPLATES / f"{template}.txt").read_text(encoding="utf-8")
        kit = "from agents.kit import Agent"
        return Template(text).substitute(
            name=self.name,
            agent_imports=_sorted(kit, f"from {self.package}.tools import look_up"),
            test_imports=_sorted(
                "from agents.kit import ToolFailed",
                "from agents.kit.lint import findings",
                f"from {self.package}.agent import {self.name}",
                f"from {self.package}.tools import KNOWN, look_up",
            ),
            words=self.name.replace("_", " "),
        )


@click.group()
def new() -> None:
    """Make something new."""


@new.command()
@click.argument("name")
@plain_errors
def agent(name: str) -> None:
    """Make an agent called NAME: a folder with code that works, a prompt and a test."""
    plan = AgentScaffold(_checked(name), Path.cwd())
    taken = [path for path in plan.files if (plan.root / path).exists()]
    if taken:
        message = f"{', '.join(map(str, taken))} exists already; choose another name."
        raise click.ClickException(message)
    for path, template in plan.files.items():
        _write(plan, path, template)
        click.echo(f"wrote {path}")
    click.echo(_next_steps(plan))


def _write(plan: AgentScaffold, path: Path, template: str) -> None:
    try:
        (plan.root / path).parent.mkdir(parents=True, exist_ok=True)
        (plan.root / path).write_text(plan.written(template), encoding="utf-8")
    except OSError as error:
        message = f"{path} cannot be written in {plan.root}: {error.strerror}."
        raise click.ClickException(message) from error


def _checked(name: str) -> str:
    if keyword.iskeyword(name):
        message = f"“{name}” is a word of Python itself and cannot name an agent; choose another."
        raise click.ClickException(message)
    if not _NAME.fullmatch(name) or len(name) > _LONGEST:
        message = (
            f"“{name}” cannot be the name of an agent; use small letters, digits and “_”, "
            f"a letter first, at most {_LONGEST}: for example, opening_hours."
        )
        raise click.ClickException(message)
    if name in RESERVED | ANSWERS | _OF_OTHERS or name in sys.stdlib_module_names:
        message = f"“{name}” means something else already; choose another name."
        raise click.ClickException(message)
    if name in {known.name.lower() for known in find_agents(read_settings()).agents}:
        message = f"There is an agent called {name} already; choose another name."
        raise click.ClickException(message)
    return name


def _sorted(*imports: str) -> str:
    return "\n".join(sorted(imports, key=lambda line: line.split()[1]))


def _next_steps(plan: AgentScaffold) -> str:
    test = next(path for path in plan.files if path.name.startswith("test_"))
    program = _program()
    return (
        "\nTo switch it on, put this line into .env (or into the environment):\n\n"
        f"  {_VARIABLE}={_agents_line(plan)}\n\n"
        f"Then try it: {program} chat, and type “{plan.name.replace('_', ' ')} example”.\n"
        f"Check the catalogue: {program} lint\n"
        f"Its test: {_testing(plan, test)}"
    )


def _program() -> str:
    """How to start Frontdesk from here: as it was started now."""
    started = Path(sys.argv[0])
    if started.name == "__main__.py":
        return f"{_from_here(Path(sys.executable))} -m bot"
    found = shutil.which("frontdesk")
    is_found = found is not None and Path(found).absolute() == started.absolute()
    return "frontdesk" if is_found else _from_here(started)


def _testing(plan: AgentScaffold, test: Path) -> str:
    """How to run the test from here; `make run` alone installs no pytest."""
    if plan.in_checkout and (plan.root / "Makefile").is_file():
        return f"make test PYTEST_ARGS={test}"
    python = _from_here(Path(sys.executable))
    command = f"{python} -m pytest {test}"
    return command if find_spec("pytest") else f"{python} -m pip install pytest && {command}"


def _from_here(path: Path) -> str:
    """A path as a shell takes it, short where it is within this folder."""
    path, here = path.absolute(), Path.cwd()
    return shlex.quote(str(path.relative_to(here) if path.is_relative_to(here) else path))


def _agents_line(plan: AgentScaffold) -> str:
    """Name the new agent beside those that are switched on already."""
    module = f"{plan.package}.agent"
    env_file = plan.root / ".env"
    lines = (
        env_file.read_text(encoding="utf-8", errors="replace").splitlines()
        if env_file.is_file()
        else []
    )
    values = [line.partition("=")[2].strip() for line in lines if line.startswith(f"{_VARIABLE}=")]
    return ",".join([*(value for value in values[-1:] if value), module])


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
