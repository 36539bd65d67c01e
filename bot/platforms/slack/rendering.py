"""Ours to theirs: replies become messages, cards and files; only code decides how they look."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.kit.identity import Person
from bot.core.ports import Clock
from bot.core.requests.asking import buttons_of
from bot.domain.ids import ReplyId
from bot.domain.messages import Button, Reply, ReplyKind, Thread
from bot.domain.requests import Request, RequestKind, Status
from bot.platforms.shared.addresses import Hosts
from bot.platforms.slack.blocks import Message, actions, context, person
from bot.platforms.slack.cards import RequestView, card, locked, without_buttons
from bot.platforms.slack.inbound import PLATFORM
from bot.platforms.slack.progress import feedback
from bot.platforms.slack.split import Piece, pieces
from bot.platforms.slack.text import literal

_VERDICTS = {"approve": "Approved", "edit": "Edited and approved", "reject": "Rejected"}
_GROUP = "group:"


@dataclass(frozen=True, slots=True)
class Rendering:
    """How replies look in Slack; `hosts` are those that links may lead to."""

    clock: Clock
    hosts: Hosts = frozenset()

    def reply(self, reply: Reply, request: Request | None) -> tuple[Piece, ...]:
        """The messages and files of something that is said."""
        if request is not None and (reply.buttons or reply.fields):
            return (_mentioning(self.card(reply, request), reply),)
        first, *others = pieces(_told(reply), self.hosts)
        if isinstance(first, Message):
            first = _mentioning(first, reply)
            rows = actions(reply.buttons) if reply.buttons else []
            first = replace(first, blocks=(*first.blocks, *rows))
        return (first, *others)

    def card(self, reply: Reply, request: Request) -> Message:
        """A request as a card; one that is closed already shows how it ended."""
        view = RequestView.of(request)
        viewers = _viewers(request) if _is_near(reply, request) else ()
        shown = card(reply, view, visible_to=viewers, hosts=self.hosts)
        if request.status is Status.PENDING:
            return shown
        return self._closed(shown, request, "")

    def changed(self, change: Reply, request: Request) -> Message:
        """The card of a request after something happened to it."""
        view = RequestView.of(request)
        told = replace(again(request), plan=change.plan)
        shown = card(told, view, visible_to=_viewers(request), hosts=self.hosts)
        if change.kind is ReplyKind.OUTCOME:
            return self._closed(shown, request, change.text)
        if request.status is not Status.PENDING:
            return self._closed(shown, request, "")
        more = (context(literal(change.text)),) if change.text else ()
        return replace(shown, blocks=(*shown.blocks, *more))

    def _closed(self, shown: Message, request: Request, told: str) -> Message:
        """Lock a card; a person of Slack who decided is named by their id."""
        if request.kind is RequestKind.QUESTION and not request.options:
            return without_buttons(shown)  # what was answered stands below it
        by, now = request.decided_by, self.clock.now()
        if by is not None and by.platform == PLATFORM:
            verdict = _VERDICTS.get(request.verdict, "Answered")
            outcome = f"{verdict}: {request.reason}" if request.reason else verdict
            return locked(shown, outcome, _deciders(request, by), now)
        outcome = request.status.value.capitalize()
        return locked(shown, told or (f"{outcome} by {by.shown}" if by else outcome), (), now)


def _told(reply: Reply) -> str:
    """The words; a persona's name stands before them, for Slack shows it on new messages alone."""
    text = reply.text or "…"
    return f"**{reply.speaker.replace('*', '')}:** {text}" if reply.speaker else text


def _deciders(request: Request, by: Person) -> tuple[str, ...]:
    """Who decided; of several who approved, all of them."""
    is_approved = request.verdict == "approve" and by in request.approvals
    return tuple(person.user for person in (request.approvals if is_approved else (by,)))


def with_feedback(message: Message, reply: ReplyId) -> Message:
    """Add the two thumbs."""
    return replace(message, blocks=(*message.blocks, feedback(reply)))


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


def _is_near(reply: Reply, request: Request) -> bool:
    """Say whether a card stands where it was asked; users of elsewhere have other ids."""
    return reply.thread.workspace == Thread.of(request.session).workspace


def _viewers(request: Request) -> tuple[str, ...]:
    """Who is shown the buttons: a comfort, for the right is checked at the click."""
    if request.policy == "confirm":
        return (request.asked.user,) if request.asked.platform == PLATFORM else ()
    return ()


def _mentioning(message: Message, reply: Reply) -> Message:
    """Bring a message to somebody's notice; the ids come from rules, never from a model."""
    named = _named(reply.mentions, reply.thread.workspace)
    if not named:
        return message
    line = " ".join(named)
    return replace(message, blocks=(context(line), *message.blocks), text=f"{line} {message.text}")


def _named(mentions: Sequence[str], team: str) -> list[str]:
    named = []
    for entry in mentions:
        *place, id_ = entry.removeprefix(_GROUP).split("/")
        if place not in ([], [PLATFORM, team]):
            continue
        if not entry.startswith(_GROUP):
            named.append(person(id_))
        elif id_.isalnum():
            named.append(f"<!subteam^{id_}>")
    return named
