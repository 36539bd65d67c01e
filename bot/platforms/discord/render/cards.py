"""Cards of requests and plans, and the replies they come in: only code decides how they look.

A card of an approval is built from the request itself, never from what was said around it, and
it proves that it shows every argument exactly as it will run. If it cannot, it says so and
offers to open the whole text instead of a button that approves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import JsonValue
from typing_extensions import override

from bot.domain.messages import Button, PlanView, Reply, StepView
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.platforms.chat.render import card_arguments, cards
from bot.platforms.chat.render.card_arguments import ArgumentStyle, as_json
from bot.platforms.chat.render.cards import (
    RequestEnding,
    describe_arguments,
    describe_result,
    describe_step,
    find_mentioned,
    restate_request,
    sign_of_step,
    steps_done,
    title_of,
)
from bot.platforms.chat.render.length_limits import Upload
from bot.platforms.chat.render.markdown import Prose, fenced
from bot.platforms.chat.render.sanitize import reveal_hidden
from bot.platforms.chat.wire import Json, Piece, PlatformMessage, Renderer
from bot.platforms.discord import PLATFORM
from bot.platforms.discord.render.components import (
    LONGEST_LABEL,
    MOST_BUTTONS,
    moment,
    person,
    rows,
    with_rows,
)
from bot.platforms.discord.render.markdown import (
    LONGEST,
    before,
    brief,
    filled,
    literal,
    pieces,
    texts_of,
)

MARKDOWN = ArgumentStyle(escape=str, literal=literal, bold="**")
LONGEST_REASON = 300
_LONGEST_NAMES = 300
_MOST_DECIDERS = 8


@dataclass(frozen=True, slots=True)
class DiscordCardView(card_arguments.CardView):
    """What a card of Discord shows of a request; the rest of its message says who decides."""

    writing = MARKDOWN
    longest_line = 1_300
    longest_body = 1_300


def card(view: DiscordCardView, reply: Reply, *, is_open: bool = True) -> PlatformMessage:
    """Show a request that lets something run."""
    lines = [NAMING.waiting(view, _MOST_DECIDERS)] if is_open else []
    lines += _standings(view, reply.plan)
    buttons = rows(_buttons(reply, view)) if is_open else ()
    return PlatformMessage(fitted(body(view), *lines), buttons, is_card=True)


def asking(
    text: str, reply: Reply, view: DiscordCardView, *, is_open: bool = True
) -> PlatformMessage:
    """Show a question, or a form to be opened, below what was said already."""
    lines = _choices(reply.buttons)
    if view.kind is not RequestKind.QUESTION and is_open:  # whoever is asked knows that it waits
        lines.append(NAMING.waiting(view, _MOST_DECIDERS))
    buttons = rows(_buttons(reply, view)) if is_open else ()
    return PlatformMessage(fitted(text, *lines), buttons, is_card=True)


def locked(message: PlatformMessage, end: cards.RequestEnding) -> PlatformMessage:
    """Close a card: the buttons are gone, its outcome and who decided stand below."""
    by = NAMING.by(end, _MOST_DECIDERS)
    line = NAMING.ended(brief(end.says, LONGEST_REASON), end, by)
    return PlatformMessage(fitted(message.text, line), is_card=True)


def body(view: DiscordCardView) -> str:
    """Say what will run, or as much of it as fits, and say so."""
    if view.is_told:
        return "\n".join(MARKDOWN.written(view.text))
    shortened = (_short(line, 150) for line in view.text.split("\n")[:8])
    names = ", ".join(f"`{reveal_hidden(one.name)}`" for one in view.untold) or "all of this"
    warning = (
        f"{cards.WARNING}**This card cannot show {_short(names, _LONGEST_NAMES)} in full, exactly"
    )
    return fitted(
        "\n".join(MARKDOWN.written("\n".join(shortened))),
        f"{warning} as it will run.** Open it to read everything before you decide.",
        room=1_500,
    )


def full_text(view: DiscordCardView) -> list[str]:
    """All of a request, each argument exactly, in texts of a message's length.

    What a line cannot show exactly is written as JSON in ASCII.
    """
    texts = list(texts_of(Prose("\n".join(MARKDOWN.written(view.without_untold)))))
    for one in view.untold:
        texts.append(f"**{literal(one.name)}**, as JSON:")
        texts += _in_code(as_json(one.value))
    return filled(texts)


def fitted(text: str, *lines: str, room: int = LONGEST) -> str:
    """Put lines below a text, which is cut visibly if all of it is too long for a message."""
    below = "\n".join(lines)
    left = room - len(below) - 4
    first = text if len(text) <= left else f"{next(texts_of(Prose(text), left))}\n…"
    return f"{first}\n{below}" if below else first


def _in_code(text: str) -> list[str]:
    room = LONGEST - len(fenced(""))
    pieces = [text[at : at + room] for at in range(0, len(text), room)]
    return [fenced(piece) for piece in pieces]


def _group(entry: str) -> str:
    id_ = cards.id_of(entry)
    return f"<@&{id_}>" if id_.isdigit() else literal(entry)


NAMING = cards.Naming(person, _group, moment, "**")


def _standings(view: DiscordCardView, plan: PlanView | None) -> list[str]:
    """How the steps of the card stand that wait no longer, and what they were changed to."""
    if plan is None:
        return []
    asked = {step["number"]: step["arguments"] for step in view.steps}
    told = [one for one in plan.steps if one.number in asked and one.status != cards.AWAITING]
    return [brief(_standing(one, asked[one.number]), 160) for one in told]


def _standing(step: StepView, asked: Mapping[str, JsonValue]) -> str:
    return f"{step.sign} {step.number}: {step.status}{cards.describe_change(step, asked)}"


def _choices(buttons: tuple[Button, ...]) -> list[str]:
    """List choices that have no button, or one that cannot show them in full."""
    if len(buttons) <= MOST_BUTTONS and all(len(b.label) <= LONGEST_LABEL for b in buttons):
        return []
    lines = [f"{number}. {brief(b.label, 200)}" for number, b in enumerate(buttons, 1)]
    more = len(buttons) - MOST_BUTTONS
    return [*lines, f"*The last {more} have no button; type yours.*"] if more > 0 else lines


def _buttons(reply: Reply, view: DiscordCardView) -> tuple[Button, ...]:
    """The buttons, less those of steps that were decided alone."""
    steps = reply.plan.steps if reply.plan else ()
    over = {one.number for one in steps if one.status != cards.AWAITING}
    return tuple(
        button
        for button in cards.buttons_on(reply, view)
        if cards.number_of_step(button) not in over
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


LONGEST_GOAL = 200
LONGEST_WORDS = 60


def draw_plan(view: PlanView, titles: Mapping[str, str]) -> PlatformMessage:
    """Draw a plan; `titles` are the agents as people know them."""
    goal = literal(_short(title_of(view), LONGEST_GOAL))
    standing = f"-# {steps_done(view)} · {literal(view.status)}"
    steps = [_line(step, titles) for step in view.steps]
    return PlatformMessage(fitted("\n".join([f"**Plan: {goal}**", *steps]), standing))


def _line(step: StepView, titles: Mapping[str, str]) -> str:
    says = [
        f"{step.number}. {describe_step(step, titles)}",
        describe_arguments(step),
        describe_result(step),
    ]
    words = " · ".join(literal(_short(text, LONGEST_WORDS)) for text in says if text)
    return f"{sign_of_step(step)} {words}"


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
    def locked(self, shown: PlatformMessage, end: RequestEnding) -> PlatformMessage:
        return locked(shown, end)

    @override
    def card(self, reply: Reply, request: Request) -> PlatformMessage:
        return self._card(replace(restate_request(request), plan=reply.plan), request)

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
        view, is_open = DiscordCardView.of(request), request.status is RequestStatus.PENDING
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
    found = find_mentioned(reply, PLATFORM)
    return [(id_, is_group) for id_, is_group in found if id_.isdigit()][:_MOST_NAMED]
