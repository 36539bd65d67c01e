"""`frontdesk new`: a new agent that works, with a test, ready to be edited."""

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

from agents.kit.lint import ANSWERS, RESERVED
from bot.bootstrap import find_agents, read_settings
from bot.cli.open import plain_errors

_TEMPLATES = Path(__file__).with_name("templates")
_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_LONGEST = 30
# Packages that are there, and what the templates call other things.
_OF_OTHERS = {"agents", "bot", "catalogue", "findings", "kit", "look_up", "pytest", "tests"}
_VARIABLE = "FRONTDESK_AGENTS"


@dataclass(frozen=True, slots=True)
class Plan:
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
    plan = Plan(_checked(name), Path.cwd())
    taken = [path for path in plan.files if (plan.root / path).exists()]
    if taken:
        message = f"{', '.join(map(str, taken))} exists already; choose another name."
        raise click.ClickException(message)
    for path, template in plan.files.items():
        _write(plan, path, template)
        click.echo(f"wrote {path}")
    click.echo(_next_steps(plan))


def _write(plan: Plan, path: Path, template: str) -> None:
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


def _next_steps(plan: Plan) -> str:
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


def _testing(plan: Plan, test: Path) -> str:
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


def _agents_line(plan: Plan) -> str:
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
