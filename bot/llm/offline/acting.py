"""Decides what an agent does next: call a tool, ask, hand the message back, or finish."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from pydantic import JsonValue

from agents.kit.model import ToolSpec
from bot.core.matching.english import asks, small_talk
from bot.core.matching.words import HIDDEN, cut
from bot.llm.offline.asking import (
    ask_after_failure,
    ask_after_rejection,
    ask_again,
    ask_for,
)
from bot.llm.offline.floor import changes_wish, refuses_wish
from bot.llm.offline.holding import held_back
from bot.llm.offline.results import REJECTS
from bot.llm.offline.routing import is_harmful
from bot.llm.offline.run import DONE, HAND_BACK, Run
from bot.llm.offline.values.amounts import unfit_amounts
from bot.llm.offline.values.counting import miscounts
from bot.llm.offline.values.filling import leave_open
from bot.llm.offline.values.finding import denies, whole_matches
from bot.llm.offline.values.free_slots import Values
from bot.llm.offline.values.free_text import is_answer_like
from bot.llm.offline.values.schema import Slot, Want, Way, slots
from bot.llm.offline.words.mood import declines
from bot.llm.offline.words.wording import NOTHING_CHANGED, TO_END

_LONGEST_ATTEMPT = 8
_NO = re.compile(r"(?:no|nope|nah)\W*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Call:
    """Call a tool, and others beside it."""

    tool: str
    arguments: Mapping[str, JsonValue]
    beside: tuple["Call", ...] = ()


@dataclass(frozen=True, slots=True)
class Say:
    """Say something, and wait."""

    text: str


Move = Call | Say


def hand_beneath(run: Run) -> Call | None:
    """Hand on what is said to the wish for which this is only done; None for anything else."""
    if not (run.brief.comes_first and run.brief.question and run.offers(HAND_BACK)):
        return None
    if not (refuses_wish(run.newest, run.index) or changes_wish(run.newest, run.index)):
        return None
    return Call(HAND_BACK, {"reason": "The message is about what comes after this."})


def next_move(run: Run) -> Move:
    """Choose the next move of an agent that has tools of its own."""
    main = run.main_tool()
    if several := _several(main, run):
        return several
    last = run.results[-1] if run.results else None
    if last and last.failed:
        optional = [slot for slot in slots(main) if not slot.is_required]
        return Say(ask_after_failure(_failures(run), _asked_of(main, run), optional))
    wanted = run.slots_for(main)
    values = run.read(run.brief.said, wanted)
    before = run.read_before(wanted)
    if dict(values) == dict(before):
        if last and last.rejection and run.newest.startswith(REJECTS):
            return Say(ask_after_rejection(last.text, _asked_of(main, run)))
        if _is_unanswered(run) and not _goes_on(run, wanted, before):
            return _turned_away(main, run, before)
    elif _is_unanswered(run) and _is_request_elsewhere(run) and run.offers(HAND_BACK):
        return Call(HAND_BACK, {"reason": _why(run)})
    return _step_or_question(main, run, values)


def _failures(run: Run) -> str:
    """What the newest calls could not do, each reason once."""
    failed = takewhile(lambda result: result.failed, reversed(run.results))
    return " ".join(reversed(dict.fromkeys(result.text for result in failed)))


def _several(main: ToolSpec, run: Run) -> Call | None:
    """Look up all values of a list, or None: then there is one thing to do, or to ask.

    What others go by is one thing: whoever is asked for it has to choose.
    """
    needed = [slot for slot in slots(main) if slot.is_required]
    is_one = main.provides and bool(run.brief.question)
    if main.effect or is_one or not main.ends_task or not (len(needed) == 1 and needed[0].is_name):
        return None
    steps = [_step(main, run, values) for values in run.read_each(run.slots_for(main))]
    calls = [step for step in steps if isinstance(step, Call)]
    ready = [call for call in calls if call.tool == main.name]
    sought = [call for call in calls if call.tool != main.name]
    if not calls or len(calls) < len(steps):
        return None
    if any(result.failed for result in run.results):
        # What was not found is sought again beside the rest, so that its failure is told with it.
        is_first = sum(result.failed for result in run.results) <= len(sought)
        return _beside_one_another([*ready, *sought]) if ready and is_first else None
    return _beside_one_another(sought or ready)


def _beside_one_another(calls: Sequence[Call]) -> Call:
    first, *rest = calls
    return Call(first.tool, first.arguments, tuple(rest))


def _step_or_question(main: ToolSpec, run: Run, values: Values) -> Move:
    if (main.effect and not run.speaks_of(main)) or run.goes_against(main):
        return Say(f"{NOTHING_CHANGED} {ask_for((), (), {})}")
    step = _left_open(main, run, values) or _step(main, run, values)
    if not isinstance(step, Call):
        return Say(_question(step, main, run, values))
    tool = run.tool_named(step.tool)
    if tool and (reason := held_back(run, tool, values)):
        return Say(reason)
    earlier = [r for r in run.results if r.tool == step.tool and r.arguments == step.arguments]
    if not earlier:
        return step
    text = earlier[-1].text or "That is done."
    return Call(DONE, {"answer": text}) if run.offers(DONE) else Say(text)


def _left_open(main: ToolSpec, run: Run, values: Values) -> list[Slot]:
    """What need not be said, but was, and more than once: “2 monitors and 3 keyboards”.

    What changes something does not take for granted then what it would if nothing was said.
    """
    unsaid = [
        slot
        for slot in slots(main)
        if main.effect and not slot.is_required and slot.key not in values
    ]
    counts = [slot for slot in unsaid if slot.want is Want.INTEGER]
    sources = [slot for slot in unsaid if slot.way is Way.FROM]
    words = run.own_words
    is_unfit = any(any(unfit_amounts(text)) for text in words)  # “a dozen monitors”
    miscounted = [s for s in counts if is_unfit or any(miscounts(s, t, run.index) for t in words)]
    several = [s for s in (*counts, *sources) if any(leave_open(s, t, run.index) for t in words)]
    denied = [s for s in sources if any(denies(s, t, run.index) for t in words)]
    return [*dict.fromkeys((*miscounted, *several, *denied))]


def _question(missing: Sequence[Slot], main: ToolSpec, run: Run, values: Values) -> str:
    """Ask for what is missing; a figure that was said and is no plain amount does not fit."""
    wants_money = any(slot.want is Want.MONEY for slot in missing)
    unfit = " and ".join(unfit_amounts(run.newest)) if wants_money else ""
    wanted = run.slots_for(main)
    if unfit:
        return ask_again(unfit, missing, wanted, values)
    are_several = any(leave_open(slot, run.newest, run.index) for slot in missing)
    question = ask_for(missing, wanted, values)
    return f"I can take only one at a time. {question}" if are_several else question


def _is_unanswered(run: Run) -> bool:
    """A question waits, somebody said something, and no tool has run since."""
    waits = bool(run.brief.question) and bool(run.newest.strip())
    return waits and not run.brief.asked_by_bot


def _goes_on(run: Run, wanted: Sequence[Slot], before: Values) -> bool:
    """Say whether a message asks to go on with what was said, or says the same values again."""
    if run.says_nothing_new(run.newest):
        return True
    if run.is_elsewhere(run.newest) or is_harmful(run.newest, run.index) or asks(run.newest):
        return False
    again = run.read((run.newest,), wanted)
    return bool(again) and all(before.get(key) == value for key, value in again.items())


def _is_request_elsewhere(run: Run) -> bool:
    if HIDDEN in run.newest:
        return False
    return run.is_elsewhere(run.newest) and run.index.begins_request(run.newest)


def _turned_away(main: ToolSpec, run: Run, before: Values) -> Move:
    """A message that answers nothing goes back, unless it looks like an attempt to answer."""
    wanted = run.slots_for(main)
    step = _step(main, run, before)
    if isinstance(step, Call) and not slots(main) and not run.is_elsewhere(run.newest):
        return _step_or_question(main, run, before)
    missing = _asked_of(main, run) if isinstance(step, Call) else step
    if run.is_held and (declines(run.newest) or _NO.fullmatch(run.newest)):
        return Say(f"{NOTHING_CHANGED} {TO_END}")
    if declines(run.newest):
        return Say(f"{NOTHING_CHANGED} {TO_END} {ask_for(missing, wanted, before)}")
    if run.is_own_business(run.newest) and run.is_about(main):
        return Say(_question(missing, main, run, before))
    if run.offers(HAND_BACK) and not _looks_like_attempt(run):
        return Call(HAND_BACK, {"reason": _why(run)})
    again = run.brief.question if run.is_held else None
    return Say(again or ask_again(run.newest, missing, wanted, before))


def _looks_like_attempt(run: Run) -> bool:
    text = run.newest
    if run.is_elsewhere(text) or is_harmful(text, run.index):
        return False
    is_short = bool(cut(text) or HIDDEN in text) and len(cut(text)) <= _LONGEST_ATTEMPT
    return is_short and is_answer_like(text, run.index)


def _why(run: Run) -> str:
    winner = run.index.clear_winner(run.newest)
    if winner and winner.card.name != run.agent:
        return f"The message is about {winner.card.name}, not an answer to my question."
    if small_talk(run.newest):
        return "The message is small talk, not an answer to my question."
    return "The message does not answer my question."


def _asked_of(tool: ToolSpec, run: Run) -> list[Slot]:
    """What a person can be asked for so that a tool can run."""
    step = _step(tool, run, {})
    return [] if isinstance(step, Call) else step


def _step(tool: ToolSpec, run: Run, values: Values, depth: int = 0) -> Call | list[Slot]:
    """Call the tool, or the one that provides what it lacks, or say which values are missing."""
    arguments: dict[str, JsonValue] = {}
    missing: list[Slot] = []
    for slot in slots(tool):
        if slot.key in values:
            arguments[slot.name] = values[slot.key]
            continue
        provided = _provided(slot, run, values, depth)
        if isinstance(provided, Call):
            return provided
        if isinstance(provided, str):
            arguments[slot.name] = provided
        elif slot.is_required:
            missing += provided
    return missing or Call(tool.name, arguments)


def _provided(slot: Slot, run: Run, values: Values, depth: int) -> str | Call | list[Slot]:
    """What another tool gave, or can give, for a slot; else what must be asked for."""
    source = run.tool_named(slot.comes_from)
    if source is None or depth > len(run.own_tools):
        return [slot]
    step = _step(source, run, values, depth + 1)
    if not isinstance(step, Call):
        return step
    given = [r for r in run.results if r.tool == step.tool and r.arguments == step.arguments]
    if not given or step.tool != source.name:
        return step
    return _in_form(slot, given[-1].text)


def _in_form(slot: Slot, text: str) -> str:
    """The part of a tool's answer that has the form a slot asks for, or all of it."""
    found = whole_matches(slot.pattern, text) if slot.pattern else []
    return max((match.group() for match in found), key=len, default=text)
