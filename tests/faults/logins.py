"""Customers with passwords that can be found again, and a model that logs them in."""

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.fakes.model_answers import Asked, Reply, calls, says
from tests.faults.canaries import SALT, Canary
from tests.faults.driver import DATABASE

ADD_USER = "INSERT INTO bank_users (name, salt, password_hash) VALUES (?, ?, ?)"


def known_at_the_bank(folder: Path, birds: list[Canary]) -> None:
    """Add them to the database of a bot."""
    with closing(sqlite3.connect(folder / DATABASE)) as database, database:
        database.executemany(ADD_USER, [(bird.user, SALT, bird.hash) for bird in birds])


def logs_in(asked: Asked) -> Reply:
    """Play a model that logs in whoever names a user."""
    purpose, messages = asked.headers["x-frontdesk-purpose"], asked.body["messages"]
    if purpose == "route":
        return says(json.dumps({"choice": "authenticate", "reason": "a login", "question": ""}))
    if purpose == "continue":
        return says("no_further_task")
    named = re.findall(r"user\d+", " ".join(m["content"] for m in messages if m["role"] == "user"))
    if not named:
        return says("What is your username?")
    return calls(("login", json.dumps({"username": named[-1]})))
