"""Reset others: every session that is named gets an errand, and says there what was ended."""

from bot.core.commands.targets import scope_of
from bot.core.ports.oversight import Scope, Seen
from bot.core.turn import audited
from bot.core.turn.work import Work
from bot.domain.messages import Thread
from bot.domain.requests import Request

MOST_AT_ONCE = 1_000


async def reset(work: Work, argument: str) -> None:
    """End what those have open who are named; all of a workspace only after a second word."""
    target, confirmed = argument.lower().removesuffix(" yes"), argument.lower().endswith(" yes")
    everything = target == "all"
    scope = scope_of(work, "all" if everything else argument)
    meant = await _open(work, scope)
    people = len({seen.participant.person for seen in meant})
    threads = len({seen.session for seen in meant})
    extent = f"{_count(people, 'person', 'people')} in {_count(threads, 'thread', 'threads')}"
    if not meant:
        work.say("", "There is nothing open to reset.", to=work.author)
    elif everything and not confirmed:
        work.say(
            "",
            f"That ends the tasks, logins and open requests of {extent}. To go on, write: "
            "reset all yes",
            to=work.author,
        )
    else:
        _send(work, meant[:MOST_AT_ONCE])
        audited.tell(
            work,
            "reset",
            channel=scope.channel,
            session=scope.session or "",
            user=scope.user,
            people=people,
            threads=threads,
        )
        rest = " There is more than I can end at once; repeat it." if _is_too_much(meant) else ""
        work.say("", f"I reset {extent}; they are told there.{rest}", to=work.author)


async def _open(work: Work, scope: Scope) -> list[Seen]:
    """Those with anything to end; the transcript and who somebody is stay as they are."""
    requests = await work.services.admin_views.open_requests(scope)
    seen = await work.services.admin_views.seen(scope)
    return [one for one in seen if _has_open(one, requests) or await _has_plan(work, one)]


def _has_open(seen: Seen, requests: list[Request]) -> bool:
    person = seen.participant
    tasks = (*person.stack.tasks, *person.stack.queued, *person.shelved)
    asked = any(r.session == seen.session and r.asked == person.person for r in requests)
    return bool(tasks or person.secrets or person.facts.known or person.threads or asked)


async def _has_plan(work: Work, seen: Seen) -> bool:
    plans = await work.services.plans.open_plans(seen.session)
    return any(plan.owner == seen.participant.person for plan in plans)


def _send(work: Work, meant: list[Seen]) -> None:
    for place, seen in enumerate(meant, start=1):
        # Nobody can say from here who reads there.
        thread, parts = Thread.of(seen.session), {"halts": True, "shared": True}
        whom, text = seen.participant.person, f"reset {work.author.shown}"
        work.changes.send(f"reset/{place}", whom, thread, text, **parts)


def _is_too_much(meant: list[Seen]) -> bool:
    return len(meant) > MOST_AT_ONCE


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
