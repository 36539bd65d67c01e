"""What somebody has used on a day, as a row."""

from datetime import datetime
from typing import Any

from agents.kit.values.model import Usage as Spent
from bot.domain.deeds import workspace_of
from bot.domain.memory import Whose
from bot.domain.messages import Thread
from bot.domain.usage import Usage, day_of
from bot.storage.tables.commands import usage
from bot.storage.tables.statements import insert

_COUNTS = Usage.__slots__
_SUMS = ", ".join(f"{name} = usage.{name} + excluded.{name}" for name in _COUNTS)
USE = f"{insert(usage)} ON CONFLICT (person, workspace, day) DO UPDATE SET {_SUMS}"


def usage_row(whose: Whose, used: Usage, now: datetime) -> dict[str, Any]:
    """What is added to a person's day."""
    workspace = workspace_of(Thread.of(whose.session))
    counts = dict(zip(_COUNTS, used.counts, strict=True))
    return {"person": whose.person.key, "workspace": workspace, "day": day_of(now), **counts}


def one_call(spent: Spent) -> Usage:
    """One model call that no turn asked for."""
    return Usage(0, 1, spent.input_tokens, spent.output_tokens, spent.cost_micros)
