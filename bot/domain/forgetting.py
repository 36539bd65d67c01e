"""What stays of a request when somebody wants to be forgotten: ids, and the verdict."""

from dataclasses import replace

from agents.kit.values.person import Person
from bot.domain.deeds import Forgotten, Unremembered
from bot.domain.messages import Reply
from bot.domain.requests import Request, Subject


def without_words(request: Request, person: Person) -> Request:
    """Take out what a person said or was asked; what they decided for others stays decided."""
    if request.asked == person:
        about = request.subject
        bare = Subject(about.agent, about.tool, about.version, rule=about.rule)
        request = replace(request, text="", subject=bare, options=(), reason="")
    elif request.decided_by == person:
        request = replace(request, reason="")
    decided_by = request.decided_by and _nameless(request.decided_by, person)
    approvals = tuple(_nameless(by, person) for by in request.approvals)
    asked = _nameless(request.asked, person)
    return replace(request, asked=asked, decided_by=decided_by, approvals=approvals)


def concerns(request: Request, person: Person) -> bool:
    """Say whether anything of a person may be in a request."""
    return person in {request.asked, request.decided_by, *request.approvals}


def is_about(reply: Reply, deed: Forgotten | Unremembered) -> bool:
    """Say whether a reply is among what a person wants to be forgotten."""
    if isinstance(deed, Forgotten):
        return reply.to == deed.person
    return reply.to == deed.person and reply.id.rpartition(".")[0] in deed.turns


def _nameless(whom: Person, person: Person) -> Person:
    return replace(whom, name="") if whom == person else whom
