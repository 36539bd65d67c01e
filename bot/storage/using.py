"""What somebody has used on a day, as a row."""

from datetime import datetime
from typing import Any

from agents.kit.model import Usage
from bot.domain.deeds import workspace_of
from bot.domain.memory import Whose
from bot.domain.messages import Thread
from bot.domain.usage import day_of

USE = """
    INSERT INTO usage
        (person, workspace, day, turns, model_calls, input_tokens, output_tokens, cost_micros)
    VALUES
        (:person, :workspace, :day, :turns, :model_calls, :input_tokens, :output_tokens,
         :cost_micros)
    ON CONFLICT (person, workspace, day) DO UPDATE SET
        turns = usage.turns + excluded.turns,
        model_calls = usage.model_calls + excluded.model_calls,
        input_tokens = usage.input_tokens + excluded.input_tokens,
        output_tokens = usage.output_tokens + excluded.output_tokens,
        cost_micros = usage.cost_micros + excluded.cost_micros"""


def usage_row(whose: Whose, spent: Usage, now: datetime) -> dict[str, Any]:
    """One model call that no turn asked for."""
    return {
        "person": whose.person.key,
        "workspace": workspace_of(Thread.of(whose.session)),
        "day": day_of(now),
        "turns": 0,
        "model_calls": 1,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "cost_micros": spent.cost_micros,
    }
