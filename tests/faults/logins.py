"""Customers with passwords that can be found again, and a model that logs them in."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.fakes.model_answers import Asked, Reply, says
from tests.fakes.questions import is_reading, said_in
from tests.fakes.stand_in_server import call_in
from tests.faults.canaries import SALT, Canary
from tests.faults.driver import DATABASE

ADD_USER = "INSERT INTO bank_users (name, salt, password_hash) VALUES (?, ?, ?)"


def known_at_the_bank(folder: Path, birds: list[Canary]) -> None:
    """Add them to the database of a bot."""
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.executemany(ADD_USER, [(bird.user, SALT, bird.hash) for bird in birds])


def logs_in(asked: Asked) -> Reply:
    """Play a model that reads a wish to log in, and whose name it is, in everything."""
    call = call_in(asked)
    if not is_reading(call):
        return says("I can log you in.")
    named = re.findall(r"user\d+", said_in(call))
    answers = {
        "which": {"about": "authenticate"},
        "does": {"does": "login"},
        "fill": {"username": named[-1] if named else None, "about": "this"},
        "left": {"left": None},
        "verdict": {"verdict": "none"},
    }
    return says(json.dumps(answers.get(call.agent, {"about": "this"})))
