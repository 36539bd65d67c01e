"""What admins may see: sessions, what one holds, the audit, and who is an admin."""

from itertools import groupby

from bot.core.commands.admins import NOT_ASKED, Unknown, find_admins
from bot.core.commands.grammar import read_scope
from bot.core.ports.admin import Seen
from bot.core.state.work import Work
from bot.domain.audit_log import AuditLink, Facts
from bot.domain.errors import NotUnderstood
from bot.domain.operations import name_workspace
from bot.domain.requests import Request

MOST_SESSIONS = 20
MOST_SEEN = 200
MOST_LINKS = 50
SOME_LINKS = 10
SHORT_DIGEST = 12


async def list_sessions(work: Work, argument: str) -> None:
    """List the sessions used last: who is in them, what is open, when they were used."""
    scope = read_scope(work, argument)
    seen = await work.services.admin_views.seen(scope, MOST_SEEN)
    by_session = [[*group] for _, group in groupby(seen, key=lambda one: one.session)]
    lines = [_line(group) for group in by_session[:MOST_SESSIONS]]
    if len(by_session) > MOST_SESSIONS:
        lines.append("… and others; name a @user or a #channel to see less.")
    work.tell_alone("\n".join(lines) or "There are no sessions.")


async def show_sessions(work: Work, argument: str) -> None:
    """Show what a session, or a person's sessions, hold: names only, never a value.

    Raises:
        NotUnderstood: nothing is named.
    """
    if not argument:
        message = "“show” takes the name of a session, or @user; “sessions” lists them."
        raise NotUnderstood(message)
    scope = read_scope(work, argument)
    overseen = work.services.admin_views
    seen = await overseen.seen(scope, MOST_SESSIONS)
    requests = await overseen.open_requests(scope)
    lines = [line for one in seen for line in _shown(one, requests)]
    work.tell_alone("\n".join(lines) or "Nothing is known of that here.")


async def show_audit(work: Work, argument: str) -> None:
    """List the last entries of the audit that concern this workspace.

    Raises:
        NotUnderstood: the number is none.
    """
    if argument and not argument.isdecimal():
        message = "“audit” takes a number, such as: audit 20"
        raise NotUnderstood(message)
    most = min(int(argument or SOME_LINKS), MOST_LINKS)
    workspace = name_workspace(work.incoming.thread)
    links = await work.services.audit_log.last(most, workspace)
    work.tell_alone("\n".join(describe_link(link) for link in links) or "The audit is empty.")


async def list_admins(work: Work, _argument: str) -> None:
    """Name the admins that are known, and why they are."""
    thread = work.incoming.thread
    try:
        known = [
            f"- {person.shown} ({person.user}): {why}"
            async for person, why in find_admins(work.services, thread)
        ]
    except Unknown:
        work.tell_alone(NOT_ASKED)
        return
    known.append("Others may be admins of the workspace without my knowing them yet.")
    work.tell_alone("\n".join(known))


def describe_link(link: AuditLink) -> str:
    """A link of the audit in a line."""
    whom = link.person.rsplit("/", 1)[-1]
    acts = "; ".join(_act(facts) for facts in link.told)
    return f"{link.number}. {link.at[:19]} {whom or 'the operator'}: {acts}"


def _act(facts: Facts) -> str:
    rest = ", ".join(
        f"{name} {_short(value)}" for name, value in facts.items() if name != "act" and value
    )
    return f"{facts.get('act', '?')} ({rest})" if rest else str(facts.get("act", "?"))


def _short(value: object) -> str:
    text = str(value)
    return f"{text[:SHORT_DIGEST]}…" if len(text) == 64 else text  # noqa: PLR2004 - a digest


def _line(group: list[Seen]) -> str:
    people = ", ".join(one.participant.person.shown for one in group)
    tasks = [task.agent for one in group for task in one.participant.stack.tasks]
    is_open = f"open: {', '.join(tasks)}" if tasks else "nothing open"
    return f"- {group[0].session}: {people}; {is_open}; last used {group[0].at:%Y-%m-%d %H:%M} UTC"


def _shown(seen: Seen, requests: list[Request]) -> list[str]:
    person = seen.participant
    facts = ", ".join(sorted(person.facts.known)) or "nothing"
    tasks = person.stack.tasks
    mine = [r for r in requests if r.session == seen.session and r.asked == person.person]
    return [
        f"{person.person.shown} ({person.person.user}) in {seen.session}; known: {facts}",
        *(f"  {'now' if task is tasks[-1] else 'waiting'}: {task.agent}" for task in tasks),
        *(f"  next: {task.agent}" for task in person.stack.queued),
        *(f"  put away until approved: {task.agent}" for task in person.shelved),
        *(f"  open: {r.id} {r.kind} of {r.subject.agent}, for {r.waits_for}" for r in mine),
    ]
