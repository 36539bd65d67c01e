"""Ask a model in a turn: allowed, counted, journalled, and left at once on a stop."""

from dataclasses import replace
from datetime import date, datetime
from functools import lru_cache, partial

from pydantic import TypeAdapter

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ChatMessage, Finish, ModelCall, ModelReply, Purpose
from agents.kit.values.model import Usage as Spent
from bot.core.prompts.arguments import make_calls_canonical
from bot.core.prompts.prompting import fill_prompt
from bot.core.state.limits import DailyAccount
from bot.core.state.transcript import PromptContext
from bot.core.state.work import Work
from bot.domain.budget import Allowance, DailyUsage, describe_next_day, name_day
from bot.domain.errors import DaySpent
from bot.domain.operations import TurnOperations, name_workspace


async def refuse_more(work: Work) -> None:
    """Let nobody use more than the operator allows; without a limit nothing is read.

    A call of a model must follow: it is counted now, so that turns beside this one see it.

    Raises:
        DaySpent: the author, or all in their workspace, have used up the day's share.
    """
    services = work.services
    if services.allowance.is_limited:
        _enter(work, _own(work))
        changes = work.changes
        if changes.besides.used_before is None:
            changes.besides = changes.besides.having_used(await look_up_today(work))
        beside = _beside(work, _own(work))
        _refuse(work, services.allowance, changes.besides.used_in_all.plus(beside), "you")
    if services.shared_allowance.is_limited:
        _enter(work, _shared(work))
        if work.limits.used_together is None:
            work.limits.used_together = await look_up_together(work)
        together = work.limits.used_together.plus(work.changes.besides.usage).plus(
            _beside(work, _shared(work))
        )
        _refuse(work, services.shared_allowance, together, "all of you")
    if services.is_limited:
        _note_beside(work, DailyUsage(model_calls=1))


def note_tokens(work: Work, spent: Spent) -> None:
    """Let turns beside this one see what its call of a model took, where that is limited."""
    if work.services.is_limited:
        tokens = (spent.input_tokens, spent.output_tokens, spent.cost_micros)
        more = max(0, spent.answers - 1)  # one was counted before it was asked for
        _note_beside(work, DailyUsage(0, more, *tokens))


def _note_beside(work: Work, usage: DailyUsage) -> None:
    services = work.services
    if services.spending is None:
        return
    if services.allowance.is_limited:
        services.spending.note(work.journal.turn, _own(work), usage)
    if services.shared_allowance.is_limited:
        services.spending.note(work.journal.turn, _shared(work), usage)


async def look_up_today(work: Work) -> DailyUsage:
    """What the author has used today in finished turns."""
    day, workspace = name_day(work.now), name_workspace(work.incoming.thread)
    days = await work.services.admin_views.used(work.author, workspace, day)
    return days.get(day, DailyUsage())


async def look_up_together(work: Work) -> DailyUsage:
    """What everybody in the author's workspace has used today in finished turns."""
    day, workspace = name_day(work.now), name_workspace(work.incoming.thread)
    return await work.services.admin_views.used_together(workspace, day)


def _own(work: Work) -> DailyAccount:
    incoming = work.incoming
    return name_day(work.now), f"{name_workspace(incoming.thread)} {work.author.key}"


def _shared(work: Work) -> DailyAccount:
    return name_day(work.now), name_workspace(work.incoming.thread)


def _enter(work: Work, purse: DailyAccount) -> None:
    spending, turn = work.services.spending, work.journal.turn
    if spending is not None and spending.enter(turn, purse):
        spending.note(turn, purse, TurnOperations().counting(work.incoming.kind).usage)


def _beside(work: Work, purse: DailyAccount) -> DailyUsage:
    spending = work.services.spending
    return spending.beside(work.journal.turn, purse) if spending is not None else DailyUsage()


def _refuse(work: Work, allowance: Allowance, used: DailyUsage, whose: str) -> None:
    if allowance.is_spent(used):
        more = f"there is more {describe_next_day(work.now)}"
        raise DaySpent(f"what {whose} may use in a day ({allowance.words}; {more})")


_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_READINGS = (Purpose.READ, Purpose.CONTINUE)


def add_present(call: ModelCall, now: datetime) -> ModelCall:
    """Add it to a call; `now` is in the time zone of the people.

    It stands at the end of the system message, and holds nothing smaller than a day: what is
    before it stays the same for a server that keeps the beginnings of prompts.
    """
    if call.purpose in _READINGS:
        return call
    present = _present(now.date(), _name(now))
    first, rest = call.messages[:1], call.messages[1:]
    if first and first[0].role == "system":
        system = replace(first[0], content=f"{first[0].content}\n\n{present}")
        return replace(call, messages=(system, *rest))
    return replace(call, messages=(ChatMessage("system", present), *call.messages))


@lru_cache(maxsize=64)
def _present(day: date, zone: str) -> str:
    return fill_prompt("present", day=f"{_WEEKDAYS[day.weekday()]}, {day.isoformat()}", zone=zone)


def _name(now: datetime) -> str:
    return str(getattr(now.tzinfo, "key", "")) or str(now.tzname())


BLIND = "The model I use takes no pictures, so what follows goes by your words alone."

_TALK = (Purpose.AGENT, Purpose.PLAN)
_REPLY = TypeAdapter(ModelReply)


async def ask_model(work: Work, call: ModelCall) -> ModelReply:
    """Ask the model once, or read its answer from the journal.

    Raises:
        BudgetSpent: the turn may not ask again.
        ModelUnavailable: no usable answer came.
        Interrupted: the turn is to stop; what was journalled is read nevertheless.
    """
    work.limits.budget.model_call()
    step = work.journal.step("model", call.agent, _of_this_turn(work.context, call))
    recorded = work.journal.recorded(step)
    asked = add_present(call, work.local_now)
    reply = (
        await _answer(work, step, asked) if recorded is None else _REPLY.validate_python(recorded)
    )
    _count(work, reply.usage)
    _note_filter(work.context, call, reply)
    if reply.is_blind and work.context.pictures:
        work.context.pictures.clear()
        work.say("", BLIND)
    return reply


def _note_filter(context: PromptContext, call: ModelCall, reply: ModelReply) -> None:
    """Note whether the model reads the conversation as it is now; readings do not hold it."""
    if call.purpose not in _TALK:
        return
    if reply.finish is Finish.FILTERED:
        context.filtered.add(call.agent)
    else:
        context.filtered.discard(call.agent)


def _of_this_turn(context: PromptContext, call: ModelCall) -> list[str]:
    """What is asked, but for the past: a summary may have grown when a turn begins again.

    Nobody must be asked anew for that, who might act otherwise than they have.
    """
    return [message.content for message in _without_past(context, call).messages]


def _without_past(context: PromptContext, call: ModelCall) -> ModelCall:
    past = {id(message) for message in context.backdrop}
    return replace(call, messages=tuple(one for one in call.messages if id(one) not in past))


async def _answer(work: Work, step: str, call: ModelCall) -> ModelReply:
    reply = await _ask(work, call)
    if reply.finish is Finish.FILTERED and call.purpose in _TALK:
        reply = await _ask_without_past(work, call, reply)
    # What is shown, approved and kept must mean the same day tomorrow.
    reply = make_calls_canonical(reply, call.tools, work.today)
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
