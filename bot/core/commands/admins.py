"""Who may look after the bot: asked anew for every act, before the door that only they pass."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace

import structlog

from agents.kit.values.person import Person
from bot.core.ports.admin import Scope
from bot.core.state.audit_events import hide_text, tell_audit
from bot.core.state.catalogue import Services
from bot.core.state.directory import LOOK_UP_SECONDS
from bot.core.state.work import Work
from bot.domain.audit_log import ADMIN
from bot.domain.errors import PlatformFailed, StoreAway
from bot.domain.messages import Thread
from bot.domain.operations import name_workspace

NAMED = "named in FRONTDESK_ADMINS"
BY_ROLE = "an admin of the workspace"
MOST_ASKED = 50

log = structlog.get_logger(__name__)


class Unknown(PlatformFailed):
    """The platform does not say who somebody is; nobody is an admin then."""


async def explain_admin(services: Services, person: Person) -> str:
    """Why somebody is an admin, in words; empty if they are none.

    Guests, bots, people of another workspace and those who have left never are, whatever
    names them.

    Raises:
        Unknown: their platform does not say who they are.
    """
    try:
        async with asyncio.timeout(LOOK_UP_SECONDS):
            standing = await services.directory.standing(person)
    except StoreAway:
        raise
    except (PlatformFailed, TimeoutError) as error:
        log.warning("directory_away", error=type(error).__name__)
        raise Unknown(str(error)) from error
    if not standing.is_active or standing.is_bot or standing.is_guest or standing.is_stranger:
        return ""
    if is_named(services.admins, person):
        return NAMED
    return BY_ROLE if standing.is_admin else ""


async def explain_admin_here(services: Services, person: Person, thread: Thread) -> str:
    """Why somebody is an admin of the workspace a thread is in; one of another never is.

    Raises:
        Unknown: their platform does not say who they are.
    """
    is_here = (person.platform, person.workspace) == (thread.platform, thread.workspace)
    return await explain_admin(services, person) if is_here else ""


def is_named(admins: tuple[str, ...], person: Person) -> bool:
    """Say whether a list names somebody: `platform/workspace/user`, or a user id alone."""
    return person.key in admins or person.user in admins


async def find_admins(
    services: Services, thread: Thread, but: Person | None = None
) -> AsyncIterator[tuple[Person, str]]:
    """Yield the admins of a workspace that are known, and why they are.

    Known are those who are named, those who acted as admins before, and those who talked to
    the bot last; each is asked about anew.

    Raises:
        Unknown: the platform does not say who they are.
    """
    asked = {but} if but else set()
    for person in await _candidates(services, thread):
        if person not in asked and len(asked) < MOST_ASKED:
            asked.add(person)
            if why := await explain_admin(services, person):
                yield await _named(services, person), why


async def _named(services: Services, person: Person) -> Person:
    """Somebody with what others call them, if that can be learnt: who acts leaves an id alone."""
    with suppress(PlatformFailed, TimeoutError):
        async with asyncio.timeout(LOOK_UP_SECONDS):
            name = person.name or await services.directory.name(person)
            return replace(person, name=name)
    return person


async def _candidates(services: Services, thread: Thread) -> list[Person]:
    named = [_person(entry, thread) for entry in services.admins]
    acted = await services.audit_log.admins(name_workspace(thread))
    seen = await services.admin_views.seen(Scope.of(thread), MOST_ASKED)
    talked = [one.participant.person for one in seen]
    people = [*named, *(_person(key, thread) for key in acted), *talked]
    here = (thread.platform, thread.workspace)
    return [person for person in people if (person.platform, person.workspace) == here]


def _person(entry: str, thread: Thread) -> Person:
    """Read an entry of the list; an id alone is of the workspace it is asked about."""
    with suppress(ValueError):
        return Person.of(entry)
    return Person(thread.platform, thread.workspace, entry)


NOT_ASKED = "I cannot learn who is an admin right now, so nothing was done. Please try again."
REFUSED = "Only admins may do that. “admins” is for them too; ask whoever looks after me."


async def may_pass(work: Work, verb: str, argument: str) -> bool:
    """Let an admin pass; tell anybody else in private that they may not."""
    refusal = await _refusal(work)
    named = hide_text(argument) if argument else ""
    tell_audit(work, ADMIN, allowed=not refusal, verb=verb, argument=named)
    if refusal:
        work.tell_alone(refusal)
    return not refusal


async def _refusal(work: Work) -> str:
    if work.services.by_operator:
        return ""
    try:
        why = await explain_admin_here(work.services, work.author, work.incoming.thread)
    except Unknown:
        return NOT_ASKED
    return "" if why else REFUSED
