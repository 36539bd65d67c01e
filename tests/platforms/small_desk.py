"""Agents with one way of answering each, so that nothing depends on how words are understood.

    FRONTDESK_AGENTS=tests.platforms.small_desk

What is said to them begins with a word that names the way, and goes on with what is to be
found in the answer: `echo 17`, `essay 17`, `letter 17`, `whisper 17`, `sealed 17`, `pay 17`.
"""

import atexit
import json
import os
import re
import shutil
import tempfile
from functools import cache
from pathlib import Path
from typing import Annotated

from pydantic import Field

from agents.kit import Agent, EffectKey, Outcome, Turn, always, done, tool
from agents.kit.values.model import ModelCall
from tests.fakes.model_answers import Answer, Asked, says
from tests.fakes.questions import NOTHING_LEFT, chosen, is_reading, said_in
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.stand_in_server import call_in

MODULE = "tests.platforms.small_desk"
RULE = {"FRONTDESK_FOUR_EYES": "pay", "FRONTDESK_AGENTS": MODULE}
LEDGER = "paid.jsonl"
FOLDER = "SMALL_DESK_FOLDER"  # the variable that names where the ledger is
Bill = Annotated[str, Field(description="the bill")]
PARTS = 60  # of an essay; more than one message holds, less than is sent as a file
_PADDING = "This line is here to make a long answer longer than one message may be. " * 5


async def _echo(turn: Turn) -> Outcome:
    return done(f"answer {rest_of(turn.text)}.")


async def _essay(turn: Turn) -> Outcome:
    number = rest_of(turn.text)
    return done("\n\n".join(f"part {number}/{part}: {_PADDING}" for part in range(PARTS)))


async def _letter(turn: Turn) -> Outcome:
    number = rest_of(turn.text)
    return done(f"answer {number}.", artifact=f"letter {number}.")


@tool(effect=True, ends_task=True, approval=always("it is money"))
async def pay(turn: Turn, what: Bill, key: EffectKey) -> str:
    """Pay something."""
    folder = Path(os.environ.get(FOLDER) or _own_folder())
    if all(one["key"] != key for one in paid(folder)):
        with (folder / LEDGER).open("a") as ledger:
            ledger.write(json.dumps({"what": what, "key": key}) + "\n")
    return f"paid {what}."


@cache
def _own_folder() -> str:
    """Where nobody has named a folder; it goes with the process."""
    folder = tempfile.mkdtemp(prefix="small-desk-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def paid(folder: Path) -> list[dict[str, str]]:
    """What was paid by a bot whose ledger is in a folder."""
    ledger = folder / LEDGER
    return (
        [json.loads(line) for line in ledger.read_text().splitlines()] if ledger.exists() else []
    )


def payments(folder: Path) -> list[str]:
    """What each of these payments was for."""
    return [payment["what"] for payment in paid(folder)]


def rest_of(text: str) -> str:
    """What stands behind the first word."""
    return text.strip().partition(" ")[2]


def model() -> ScriptedModel:
    """A model that lets the agent answer whose name is the first word."""

    def script(call: ModelCall) -> ScriptedAnswer:
        return _read(call) if is_reading(call) else "I am a concierge."

    return ScriptedModel(script)


def _read(call: ModelCall) -> str:
    """Go by the last of the names in what was said, and what stands behind it."""
    said = re.findall(rf"\b({'|'.join(_NAMES)}) ([^\n]+)", said_in(call))
    name, rest = said[-1] if said else ("small_talk", "")
    match call.agent:
        case "which":
            return chosen(name)
        case "fill":
            return json.dumps({"what": rest or None, "about": "this" if rest else "stop"})
        case "left":
            return NOTHING_LEFT
        case _:
            return chosen("something_else")


def answered(asked: Asked) -> Answer:
    """The same model behind an address, for a bot that is a process of its own."""
    call = call_in(asked)
    return says(_read(call) if is_reading(call) else "I am a concierge.")


def _agent(name: str, **details: object) -> Agent:
    words = {"description": f"Answers to {name}.", "introduction": f"Answering to {name}"}
    return Agent(name=name, **(words | details))  # type: ignore[arg-type] # checked by its class


AGENTS = (
    _agent("echo", run=_echo),
    _agent("essay", run=_essay),
    _agent("letter", run=_letter),
    _agent("whisper", run=_echo, private=True),
    _agent("sealed", run=_letter, private=True),
    _agent("pay", prompt="You pay.", tools=(pay,)),
)
_NAMES = frozenset(agent.name for agent in AGENTS)
