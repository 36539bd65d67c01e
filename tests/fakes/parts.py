"""The stand-in's parts beside reading: roles, judges, summaries, recall and plans."""

import json
import re
from collections.abc import Mapping
from typing import Any

from agents.kit.values.model import ModelCall
from tests.fakes.readings.rows import Table

_ROLE = re.compile(r"You are (?P<role>[^;\n]+); your name is (?P<name>[^.\n]+)\.")
_OUTPUT = re.compile(r"Put your answer between <(?P<tag>[\w-]+)>")
_CHOICE = re.compile(r"<(?P<tag>[\w-]+)>(?P<choice>[^<>\n]+)</(?P=tag)>")
_SPOKE_LAST = re.compile(r"\((?P<role>[^()\n]+)\) spoke last")
_LINE = re.compile(r"\[(?P<number>\d+)\] [\d-]+ the user said: (?P<words>.+)")
_MOST = re.compile(r"at most (\d+) lines")
_SAID = re.compile(r"^.*? said: (?P<words>.+)$", re.MULTILINE)
_STEP = re.compile(r"Write step (\d+) alone")
MOST_WORDS = 300


def line_of(call: ModelCall) -> str:
    """A line in the role the instructions give; empty where they give none."""
    found = _ROLE.search(call.messages[0].content)
    if found is None:
        return ""
    line = f"{found['name']} speaks as {found['role']} about: {_heard(call)}"
    tags = [tag["tag"] for tag in _OUTPUT.finditer(_end(call))]
    return "\n".join(f"<{tag}>{line}</{tag}>" for tag in tags) or line


def verdict_of(call: ModelCall) -> str:
    """It goes on as soon as that is asked, and who speaks next is whoever comes next."""
    text = "\n".join(message.content for message in call.messages)
    choices = list(dict.fromkeys(found.group() for found in _CHOICE.finditer(_end(call))))
    last = _SPOKE_LAST.search(text)
    if last is None:
        return choices[-1] if choices else "1"
    roles = [role for role in choices if f">{last['role']}<" not in role]
    spoken = [at for at, role in enumerate(choices) if role not in roles]
    behind = [role for at, role in enumerate(choices) if spoken and at > spoken[0]]
    return (behind or roles or choices)[0]


def recollection_of(call: ModelCall) -> str:
    """What was heard last, under each of the words asked for."""
    text = "\n".join(message.content for message in call.messages)
    tags = dict.fromkeys(found["tag"] for found in _CHOICE.finditer(text))
    heard = _heard(call)
    return "\n".join(f"<{tag}>{heard}</{tag}>" for tag in tags) or heard


def summary_of(call: ModelCall) -> str:
    """What the person said, a note each; of a conversation of roles its last words."""
    found = [line for m in call.messages for line in _LINE.finditer(m.content)]
    if not found:
        return f"In short: {_heard(call)}"
    most = _MOST.search(call.messages[0].content)
    kept = found[: int(most[1]) if most else 1]
    return "\n".join(f"- [{one['number']}] The user said: “{one['words']}”" for one in kept)


def plan_of(call: ModelCall, table: Table) -> str:
    """The steps that the table holds for a goal, or what it asks first."""
    said = [m.content for m in call.messages if m.role == "user" and m.content[:7] != "(note) "]
    system = call.messages[0].content
    goal = table.goal(said[0]) if said else None
    if goal is None or "Write all steps that are not over yet" in system:
        return _outcome("no_plan", "I know no other way.")
    if goal.outcome != "plan":
        return _outcome(goal.outcome, goal.asks)
    if goal.asks and len(said) == 1 and "Nothing more can be asked." not in system:
        return _outcome("question", goal.asks)
    if goal.asks and len(said) > 1 and said[-1].rstrip().endswith("?"):
        return _outcome("no_plan", "That answers nothing.")
    steps = [_written(step, said[-1]) for step in goal.steps]
    alone = _STEP.search(system)
    wanted = [s for s in steps if s["number"] == int(alone[1])] if alone else steps
    return json.dumps({"outcome": "plan", "words": "", "steps": wanted}, ensure_ascii=False)


def _written(step: Mapping[str, Any], answered: str) -> dict[str, Any]:
    arguments = {
        name: value.replace("{0}", answered) if isinstance(value, str) else value
        for name, value in step.get("arguments", {}).items()
    }
    return {**step, "arguments": json.dumps(arguments, ensure_ascii=False)}


def _outcome(name: str, words: str) -> str:
    return json.dumps({"outcome": name, "words": words, "steps": []}, ensure_ascii=False)


def _end(call: ModelCall) -> str:
    return call.messages[-1].content


def _heard(call: ModelCall) -> str:
    """The last words that somebody said."""
    said = [one["words"] for m in call.messages for one in _SAID.finditer(m.content)]
    words = said[-1] if said else _end(call).strip().splitlines()[-1]
    return words[:MOST_WORDS]
