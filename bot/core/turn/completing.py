"""Ask the model in a turn: counted, journalled, and left at once when the turn is to stop."""

from dataclasses import replace
from functools import partial

from pydantic import TypeAdapter

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import Finish, ModelCall, ModelReply, Purpose
from agents.kit.values.model import Usage as Spent
from bot.core.forms.canonical import with_canonical_calls
from bot.core.turn.allowed import note_tokens, refuse_more
from bot.core.turn.present import with_present
from bot.core.turn.transcript import Context
from bot.core.turn.work import Work

BLIND = "The model I use takes no pictures, so what follows goes by your words alone."

_TALK = (Purpose.AGENT, Purpose.PLAN)
_REPLY = TypeAdapter(ModelReply)


async def complete(work: Work, call: ModelCall) -> ModelReply:
    """Ask the model once, or read its answer from the journal.

    Raises:
        BudgetSpent: the turn may not ask again.
        ModelUnavailable: no usable answer came.
        Interrupted: the turn is to stop; what was journalled is read nevertheless.
    """
    work.limits.budget.model_call()
    step = work.journal.step("model", call.agent, _of_this_turn(work.context, call))
    recorded = work.journal.recorded(step)
    asked = with_present(call, work.local_now)
    reply = (
        await _answer(work, step, asked) if recorded is None else _REPLY.validate_python(recorded)
    )
    _count(work, reply.usage)
    _note_filter(work.context, call, reply)
    if reply.is_blind and work.context.pictures:
        work.context.pictures.clear()
        work.say("", BLIND)
    return reply


def _note_filter(context: Context, call: ModelCall, reply: ModelReply) -> None:
    """Note whether the model reads the conversation as it is now; readings do not hold it."""
    if call.purpose not in _TALK:
        return
    if reply.finish is Finish.FILTERED:
        context.filtered.add(call.agent)
    else:
        context.filtered.discard(call.agent)


def _of_this_turn(context: Context, call: ModelCall) -> list[str]:
    """What is asked, but for the past: a summary may have grown when a turn begins again.

    Nobody must be asked anew for that, who might act otherwise than they have.
    """
    return [message.content for message in _without_past(context, call).messages]


def _without_past(context: Context, call: ModelCall) -> ModelCall:
    past = {id(message) for message in context.backdrop}
    return replace(call, messages=tuple(one for one in call.messages if id(one) not in past))


async def _answer(work: Work, step: str, call: ModelCall) -> ModelReply:
    reply = await _ask(work, call)
    if reply.finish is Finish.FILTERED and call.purpose in _TALK:
        reply = await _ask_without_past(work, call, reply)
    # What is shown, approved and kept must mean the same day tomorrow.
    reply = with_canonical_calls(reply, call.tools, work.today)
    await work.journal.record(step, _REPLY.dump_python(reply, mode="json"))
    return reply


async def _ask_without_past(work: Work, call: ModelCall, filtered: ModelReply) -> ModelReply:
    """Ask once more without the past, at which the filter may have stopped: no fault of now."""
    asked = _without_past(work.context, call)
    if len(asked.messages) == len(call.messages) or work.limits.budget.is_used_up:
        return filtered
    try:
        reply = await _ask(work, asked)
    except ModelUnavailable:
        return filtered
    return replace(reply, usage=filtered.usage.plus(reply.usage))


async def _ask(work: Work, call: ModelCall) -> ModelReply:
    within = min(work.limits.seconds_left(), work.services.limits.call_seconds)
    await refuse_more(work)
    ask = partial(work.services.model.complete, call, within_seconds=within)
    try:
        reply = await work.limits.halt.cuts(ask)
    except ModelUnavailable as failure:
        if failure.usage.answers:  # what is of no use may have to be paid for all the same
            note_tokens(work, failure.usage)
            _count(work, failure.usage)
        raise
    note_tokens(work, reply.usage)
    return reply


def _count(work: Work, usage: Spent) -> None:
    work.limits.budget.answered(usage.input_tokens + usage.output_tokens, usage.answers)
    work.changes.count(usage)
