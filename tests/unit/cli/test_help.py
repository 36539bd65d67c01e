"""Showing the help costs nothing."""

import subprocess
import sys

import pytest

from bot.cli.commands import COMMANDS
from tests.fakes.command_line import command

HEAVY = ("sqlalchemy", "openai", "cryptography", "pydantic", "structlog", "alembic", "asyncio")
SHOW_HELP = """
import contextlib, sys
from bot.__main__ import main
sys.argv = ["frontdesk", "--help"]
with contextlib.suppress(SystemExit):
    main()
print(*sys.modules, file=sys.stderr)
"""


def test_help_imports_nothing_heavy():
    shown = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-c", SHOW_HELP], capture_output=True, text=True, check=True
    )

    assert "Talk to the bot here" in shown.stdout
    assert set(HEAVY) & set(shown.stderr.split()) == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(name: str):
    shown = command(name, "--help")

    assert shown.exit_code == 0
    assert shown.output.startswith(f"Usage: frontdesk {name}")


def test_an_unknown_command_is_said():
    assert command("fly").exit_code == 2


@pytest.mark.parametrize("number", [-1, 10**20])
@pytest.mark.parametrize(
    "words", [("sessions", "show", "any", "--lines"), ("audit", "list", "-n")]
)
def test_a_number_of_lines_that_no_database_takes_is_refused(words: tuple[str, ...], number: int):
    shown = command(*words, str(number))

    assert shown.exit_code == 2
    assert f"{number} is not in the range" in shown.output
