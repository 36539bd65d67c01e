"""People by their names: whom a request waits for, who an identity is, and where."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory
from bot.core.state.directory import look_up
from bot.core.state.work import Work
from bot.domain.accounts import THE_GROUP, parse_group
from bot.domain.errors import NotChecked
from bot.domain.requests import Request
from bot.domain.untrusted import make_visible

Called = Mapping[str, str]


async def name_people(work: Work) -> None:
    """Put names for ids into what the turn says of requests, but not into what would run."""
    requests = (*work.beginning.pending, *work.requests.opened)
    texts = [reply.text for reply in work.transcript.replies]
    called: dict[str, str] = {}
    for request in requests:
        entries = [e for e in _entries(request) if e not in called and _is_in(texts, e)]
        if entries:
            called |= await _names(work.services.directory, request, entries)
    if not called:
        return
    own = [request.text for request in requests]
    transcript = work.transcript
    transcript.replies = [
        replace(reply, text=_put(reply.text, called, own)) for reply in transcript.replies
    ]
    transcript.said = [
        replace(line, text=_put(line.text, called, own)) if line.by_bot else line
        for line in transcript.said
    ]


async def name_deciders(directory: Directory, request: Request) -> str:
    """Whom a request waits for, by their names."""
    called = await _names(directory, request, _entries(request))
    return _put(request.waits_for, called, ()) if called else request.waits_for


def _entries(request: Request) -> tuple[str, ...]:
    """The people and groups that its rule lists, as texts write them."""
    if request.policy != "four_eyes":
        return ()
    groups = (f"{THE_GROUP}{group}" for group in request.groups)
    listed = (*request.approvers, *request.escalate_to, *groups)
    return tuple(entry for entry in listed if entry.count("/") in {0, 2})  # others are nobody


async def _names(directory: Directory, request: Request, entries: Iterable[str]) -> Called:
    """The names of those entries of which one is known; none if nobody says just now."""
    try:
        async with look_up(NotChecked):
            found = {entry: await _name(directory, request, entry) for entry in entries}
    except NotChecked:
        return {}
    return {entry: make_visible(name) for entry, name in found.items() if name}


async def _name(directory: Directory, request: Request, entry: str) -> str:
    if not entry.startswith(THE_GROUP):
        return await directory.name(_person(entry, request))
    group = parse_group(entry.removeprefix(THE_GROUP), beside=request.asked)
    name = await directory.group_name(*group)
    return name and f"{THE_GROUP}{name}"


def _person(entry: str, request: Request) -> Person:
    if "/" not in entry:
        return replace(request.asked, user=entry, name="")
    return Person.of(entry)


def _is_in(texts: Iterable[str], entry: str) -> bool:
    return any(entry in text for text in texts)


def _put(text: str, called: Called, verbatim: Iterable[str]) -> str:
    """Replace ids by names, but in the texts that must stay as they are."""
    for kept in verbatim:
        before, found, after = text.partition(kept)
        if found:
            return f"{_put(before, called, ())}{kept}{_put(after, called, ())}"
    ids = "|".join(re.escape(entry) for entry in sorted(called, key=len, reverse=True))
    return re.sub(rf"(?<![\w/])(?:{ids})(?![\w/])", lambda id_: called[id_[0]], text)


def describe_person(person: Person) -> str:
    """An identity in words: platform, workspace, user id; the name only beside it."""
    name = f" (“{make_visible(person.name)}”)" if person.name else ""
    where = f"{person.platform}, workspace {make_visible(person.workspace)}"
    return f"{where}, user {make_visible(person.user)}{name}"


def list_people(people: Iterable[Person]) -> str:
    """Identities, a line each."""
    return "\n".join(f"- {describe_person(person)}" for person in people)


async def describe_workspace(directory: Directory, platform: str, workspace: str) -> str:
    """A workspace as people of elsewhere may know it; where it has no known name, by its id."""
    try:
        async with look_up(NotChecked):
            name = await directory.workspace_name(platform, workspace)
    except NotChecked:
        name = ""
    return (
        f"{platform}, workspace {f'“{make_visible(name)}”' if name else make_visible(workspace)}"
    )


def answer_alone(work: Work, text: str, **parts: Any) -> None:
    """Answer the author alone, and keep none of it in the conversation."""
    work.tell_alone(text, **parts)
    work.waits = True
