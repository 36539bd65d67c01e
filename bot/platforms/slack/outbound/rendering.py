"""Ours to theirs: replies become messages, cards and files; only code decides how they look."""

from dataclasses import dataclass, replace

from typing_extensions import override

from bot.domain.ids import ReplyId
from bot.domain.messages import Reply, Thread
from bot.domain.requests import Request, RequestStatus
from bot.platforms.shared.cards import Ending, mentioned
from bot.platforms.shared.rendering import Renderer
from bot.platforms.shared.wire import Piece, PlatformMessage
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.outbound.blocks import actions, context, person
from bot.platforms.slack.outbound.cards import RequestView, card, locked, without_buttons
from bot.platforms.slack.outbound.progress import feedback
from bot.platforms.slack.outbound.split import pieces
from bot.platforms.slack.outbound.text import literal


@dataclass(frozen=True, slots=True)
class SlackRenderer(Renderer):
    """How replies look in Slack."""

    platform = PLATFORM

    @override
    def reply(
        self, reply: Reply, request: Request | None, *, whispered: bool = False
    ) -> tuple[Piece, ...]:
        if request is not None and (reply.buttons or reply.fields):
            # What was shown to one person alone is never changed, so it may be one message.
            at = 0 if whispered else max(reply.text.find(request.text), 0)
            return self._asked(reply, at, request)
        first, *others = pieces(_told(reply), self.hosts)
        if isinstance(first, PlatformMessage):
            first = _mentioning(first, reply)
            rows = actions(reply.buttons) if reply.buttons else []
            first = replace(first, parts=(*first.parts, *rows))
        return (first, *others)

    @override
    def card(self, reply: Reply, request: Request) -> PlatformMessage:
        viewers = _viewers(request) if _is_near(reply, request) else ()
        shown = card(reply, RequestView.of(request), visible_to=viewers, hosts=self.hosts)
        is_open = request.status is RequestStatus.PENDING
        return shown if is_open else self.closed(shown, request, "")

    @override
    def drawn(self, reply: Reply, request: Request) -> PlatformMessage:
        view = RequestView.of(request)
        return card(reply, view, visible_to=_viewers(request), hosts=self.hosts)

    @override
    def noted(self, shown: PlatformMessage, note: str) -> PlatformMessage:
        return replace(shown, parts=(*shown.parts, context(literal(note))))

    @override
    def unlocked(self, shown: PlatformMessage) -> PlatformMessage:
        return without_buttons(shown)

    @override
    def locked(self, shown: PlatformMessage, end: Ending) -> PlatformMessage:
        return locked(shown, end)

    def _asked(self, reply: Reply, at: int, request: Request) -> tuple[Piece, ...]:
        """What was said before a request, then its card, which changes without it."""
        before, alone = reply.text[:at].strip(), replace(reply, text=reply.text[at:])
        said = pieces(before, self.hosts) if before else ()
        return (*said, _mentioning(self.card(alone, request), reply))


def _told(reply: Reply) -> str:
    """The words; a persona's name stands before them, for Slack shows it on new messages alone."""
    text = reply.text or "…"
    return f"**{reply.speaker.replace('*', '')}:** {text}" if reply.speaker else text


def with_feedback(message: PlatformMessage, reply: ReplyId) -> PlatformMessage:
    """Add the two thumbs."""
    return replace(message, parts=(*message.parts, feedback(reply)))


def _is_near(reply: Reply, request: Request) -> bool:
    """Say whether a card stands where it was asked; users of elsewhere have other ids."""
    return reply.thread.workspace == Thread.of(request.session).workspace


def _viewers(request: Request) -> tuple[str, ...]:
    """Who is shown the buttons: a comfort, for the right is checked at the click."""
    if request.policy == "confirm":
        return (request.asked.user,) if request.asked.platform == PLATFORM else ()
    return ()


def _mentioning(message: PlatformMessage, reply: Reply) -> PlatformMessage:
    """Bring a message to somebody's notice; the ids come from rules, never from a model."""
    named = [
        f"<!subteam^{id_}>" if is_group else person(id_)
        for id_, is_group in mentioned(reply, PLATFORM)
        if id_.isalnum() or not is_group
    ]
    if not named:
        return message
    line = " ".join(named)
    return replace(message, parts=(context(line), *message.parts), text=f"{line} {message.text}")
