"""Ours to theirs: replies become messages, cards and files; only code decides how they look."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.kit.identity import Person
from bot.core.ports import Clock
from bot.core.requests.asking import buttons_of
from bot.domain.ids import ReplyId
from bot.domain.messages import Button, Reply, ReplyKind, Thread
from bot.domain.requests import Request, RequestKind, Status
from bot.domain.rights import GROUP
from bot.platforms.discord.cards import RequestView, asking, card, fitted, locked
from bot.platforms.discord.components import Json, Message, person, rows
from bot.platforms.discord.places import PLATFORM
from bot.platforms.discord.split import LONGEST, pieces
from bot.platforms.discord.text import literal
from bot.platforms.shared.addresses import Hosts
from bot.platforms.shared.uploads import Upload

Piece = Message | Upload

_VERDICTS = {"approve": "Approved", "edit": "Edited and approved", "reject": "Rejected"}
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Rendering:
    """How replies look in Discord; `hosts` are those that links may lead to."""

    clock: Clock
    hosts: Hosts = frozenset()

    def reply(self, reply: Reply, request: Request | None) -> tuple[Piece, ...]:
        """The messages and files of something that is said."""
        if request is not None and (reply.buttons or reply.fields):
            return self._asked(reply, request)
        said = self._said(reply.text or "…")
        if reply.buttons:
            said = _on_the_last(said, rows(reply.buttons))
        return _mentioning(said, reply)

    def changed(self, change: Reply, request: Request) -> Message:
        """The card of a request after something happened to it."""
        shown = self._drawn(replace(again(request), plan=change.plan), request)
        if change.kind is ReplyKind.OUTCOME:
            return self._closed(shown, request, change.text)
        if request.status is not Status.PENDING:
            return self._closed(shown, request, "")
        if not change.text:
            return shown
        return replace(shown, text=fitted(shown.text, f"-# {literal(change.text[:300])}"))

    def card(self, reply: Reply, request: Request) -> Message:
        """A request as a card alone, without what was said before it."""
        return self._card(replace(again(request), plan=reply.plan), request)

    def _asked(self, reply: Reply, request: Request) -> tuple[Piece, ...]:
        """What was said before a request, then its card, which changes without it."""
        before = reply.text.partition(request.text)[0].strip()
        said = self._said(before) if before else []
        return _mentioning((*said, self._card(reply, request)), reply)

    def _card(self, reply: Reply, request: Request) -> Message:
        """A request; one that is closed already shows how it ended."""
        shown = self._drawn(reply, request)
        return shown if request.status is Status.PENDING else self._closed(shown, request, "")

    def _drawn(self, reply: Reply, request: Request) -> Message:
        view, is_open = RequestView.of(request), request.status is Status.PENDING
        if view.is_action:
            return card(view, reply, is_open=is_open)
        *_before, last = self._said(request.text)
        text = last.text if isinstance(last, Message) else "…"
        return asking(text, reply, view, is_open=is_open)

    def _said(self, text: str) -> list[Piece]:
        made = pieces(text, self.hosts)
        return [piece if isinstance(piece, Upload) else Message(piece) for piece in made]

    def _closed(self, shown: Message, request: Request, told: str) -> Message:
        """Lock a card; a person of Discord who decided is named by their id."""
        if request.kind is RequestKind.QUESTION and not request.options:
            return replace(shown, rows=())  # what was answered stands below it
        by, now = request.decided_by, self.clock.now()
        if by is not None and by.platform == PLATFORM:
            verdict = _VERDICTS.get(request.verdict, "Answered")
            outcome = f"{verdict}: {request.reason}" if request.reason else verdict
            return locked(shown, outcome, _deciders(request, by), now)
        outcome = request.status.value.capitalize()
        return locked(shown, told or (f"{outcome} by {by.shown}" if by else outcome), (), now)


def again(request: Request) -> Reply:
    """A request as it would be said now."""
    kind = ReplyKind.FORM if request.kind is RequestKind.SECRET else ReplyKind.MESSAGE
    buttons = buttons_of(request)
    if kind is ReplyKind.FORM:
        buttons = (Button(f"{request.id}:submit", "Submit", "primary"),)
    return Reply(
        id=ReplyId(request.id),
        reply_to="",
        thread=Thread.of(request.session),
        kind=kind,
        text=request.text,
        agent=request.subject.agent,
        to=request.asked,
        buttons=buttons,
        request=request.id,
    )


def notified(reply: Reply) -> tuple[str, ...]:
    """The users whose notice a reply is brought to; the ids come from rules, never a model."""
    return tuple(id_ for id_, is_group in _mentioned(reply) if not is_group)


def _deciders(request: Request, by: Person) -> tuple[str, ...]:
    """Who decided; of several who approved, all of them."""
    is_approved = request.verdict == "approve" and by in request.approvals
    return tuple(person.user for person in (request.approvals if is_approved else (by,)))


def _on_the_last(said: Sequence[Piece], drawn: tuple[Json, ...]) -> list[Piece]:
    """Put buttons below the last of the messages, above the files."""
    changed = list(said)
    for number, piece in reversed(list(enumerate(said))):
        if isinstance(piece, Message):
            changed[number] = piece.with_rows(*drawn)
            break
    return changed


def _mentioning(said: Sequence[Piece], reply: Reply) -> tuple[Piece, ...]:
    """Bring the last message, which may be a card, to the notice of those it is for."""
    named = [f"<@&{id_}>" if is_group else person(id_) for id_, is_group in _mentioned(reply)]
    *before, last = said
    if not named or not isinstance(last, Message):
        return tuple(said)
    line = " ".join(named)
    if len(line) + 1 + len(last.text) > LONGEST:
        return (*before, Message(line), last)
    return (*before, replace(last, text=f"{line}\n{last.text}"))


def _mentioned(reply: Reply) -> list[tuple[str, bool]]:
    """The users and roles of this place that a reply is for, by id."""
    found = []
    for entry in reply.mentions:
        *place, id_ = entry.removeprefix(GROUP).split("/")
        if place in ([], [PLATFORM, reply.thread.workspace]) and id_.isdigit():
            found.append((id_, entry.startswith(GROUP)))
    return found[:_MOST_NAMED]
