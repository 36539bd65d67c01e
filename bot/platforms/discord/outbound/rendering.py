"""Ours to theirs: replies become messages, cards and files; only code decides how they look."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from bot.domain.messages import Reply
from bot.domain.requests import Request, RequestStatus
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.outbound.cards import RequestView, asking, card, fitted, locked
from bot.platforms.discord.outbound.components import person, rows, with_rows
from bot.platforms.discord.outbound.split import LONGEST, pieces
from bot.platforms.discord.outbound.text import before, brief
from bot.platforms.shared.cards import Ending, again, mentioned
from bot.platforms.shared.rendering import Renderer
from bot.platforms.shared.uploads import Upload
from bot.platforms.shared.wire import Json, Piece, PlatformMessage

LONGEST_NOTE = 300
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class DiscordRenderer(Renderer):
    """How replies look in Discord."""

    platform = PLATFORM

    @override
    def reply(
        self, reply: Reply, request: Request | None, *, whispered: bool = False
    ) -> tuple[Piece, ...]:
        if request is not None and (reply.buttons or reply.fields):
            return self._asked(reply, request)
        said = self._said(reply.text or "…", _room(reply))
        if reply.buttons:
            said = _on_the_last(said, rows(reply.buttons))
        return _mentioning(said, reply)

    @override
    def noted(self, shown: PlatformMessage, note: str) -> PlatformMessage:
        return replace(shown, text=fitted(shown.text, f"-# {brief(note, LONGEST_NOTE)}"))

    @override
    def unlocked(self, shown: PlatformMessage) -> PlatformMessage:
        return replace(shown, parts=())

    @override
    def locked(self, shown: PlatformMessage, end: Ending) -> PlatformMessage:
        return locked(shown, end)

    @override
    def card(self, reply: Reply, request: Request) -> PlatformMessage:
        return self._card(replace(again(request), plan=reply.plan), request)

    @override
    def notified(self, reply: Reply) -> tuple[str, ...]:
        """The ids come from rules, never a model."""
        return tuple(id_ for id_, is_group in _mentioned(reply) if not is_group)

    def _asked(self, reply: Reply, request: Request) -> tuple[Piece, ...]:
        """What was said before a request, then its card, which changes without it."""
        before = reply.text.partition(request.text)[0].strip()
        said = self._said(before) if before else []
        return _mentioning((*said, self._card(reply, request)), reply)

    def _card(self, reply: Reply, request: Request) -> PlatformMessage:
        """A request; one that is closed already shows how it ended."""
        shown = self.drawn(reply, request)
        return (
            shown if request.status is RequestStatus.PENDING else self.closed(shown, request, "")
        )

    @override
    def drawn(self, reply: Reply, request: Request) -> PlatformMessage:
        view, is_open = RequestView.of(request), request.status is RequestStatus.PENDING
        if view.is_action:
            return card(view, reply, is_open=is_open)
        *_before, last = self._said(request.text)
        text = last.text if isinstance(last, PlatformMessage) else "…"
        return asking(text, reply, view, is_open=is_open)

    def _said(self, text: str, room: int = LONGEST) -> list[Piece]:
        made = pieces(text, self.hosts, room)
        return [piece if isinstance(piece, Upload) else PlatformMessage(piece) for piece in made]


def _room(reply: Reply) -> int:
    """How long a message may be: a persona's name may have to stand before each of its words."""
    return LONGEST - len(before(reply.speaker)) if reply.speaker else LONGEST


def _on_the_last(said: Sequence[Piece], drawn: tuple[Json, ...]) -> list[Piece]:
    """Put buttons below the last of the messages, above the files."""
    changed = list(said)
    for number, piece in reversed(list(enumerate(said))):
        if isinstance(piece, PlatformMessage):
            changed[number] = with_rows(piece, *drawn)
            break
    return changed


def _mentioning(said: Sequence[Piece], reply: Reply) -> tuple[Piece, ...]:
    """Bring the last message, which may be a card, to the notice of those it is for."""
    named = [f"<@&{id_}>" if is_group else person(id_) for id_, is_group in _mentioned(reply)]
    *before, last = said
    if not named or not isinstance(last, PlatformMessage):
        return tuple(said)
    line = " ".join(named)
    if len(line) + 1 + len(last.text) > _room(reply):
        return (*before, PlatformMessage(line), last)
    return (*before, replace(last, text=f"{line}\n{last.text}"))


def _mentioned(reply: Reply) -> list[tuple[str, bool]]:
    """The users and roles of this place that a reply is for, by id."""
    found = mentioned(reply, PLATFORM)
    return [(id_, is_group) for id_, is_group in found if id_.isdigit()][:_MOST_NAMED]
