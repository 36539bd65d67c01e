"""Cards of requests, and the replies they come in: only code decides how they look.

A card of an approval is built from the request itself, never from what was said around it, and
it proves that it shows every argument exactly as it will run. If it cannot, it says so and
offers to open the whole text instead of a button that approves.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from typing_extensions import override

from bot.domain.ids import ReplyId
from bot.domain.messages import Button, PlanView, Reply, StepView, Thread
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.platforms.chat.render import card_arguments, cards
from bot.platforms.chat.render.card_arguments import Lines, lines_of_step
from bot.platforms.chat.render.cards import (
    AWAITING,
    RequestEnding,
    describe_change,
    find_mentioned,
    number_of_step,
)
from bot.platforms.chat.render.sanitize import NO_HOSTS, Hosts, reveal_hidden
from bot.platforms.chat.wire import Json, Piece, PlatformMessage, Renderer
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.render.blocks import (
    LONGEST_LABEL,
    LONGEST_SECTION,
    MOST_BUTTONS,
    MRKDWN,
    actions,
    context,
    cut,
    divider,
    escape,
    line_of,
    literal,
    moment,
    person,
    section,
    short,
    written,
)
from bot.platforms.slack.render.split_text import fallback, pieces, sections
from bot.platforms.slack.render.task_cards import feedback

LONGEST_CHANGE = 300


@dataclass(frozen=True, slots=True)
class StepCards:
    """The steps that a card puts to somebody: its text, the steps, and how the plan stands."""

    text: str
    steps: Sequence[Mapping[str, Any]]
    plan: PlanView | None = None

    def blocks(self, buttons: Iterable[Button], visible_to: Iterable[str]) -> list[Json]:
        """Show the text, a section for each step, with its buttons while it waits for them."""
        lines = tuple(enumerate(self.text.split("\n")))
        parts = [(step["number"], lines_of_step(step, lines)) for step in self.steps]
        first = min(part[0][0] for _number, part in parts)
        last = max(part[-1][0] for _number, part in parts)
        blocks = [_titled(lines[:first])]
        for step, (_number, part) in zip(self.steps, parts, strict=True):
            blocks += [_titled(part), *self._below(step, tuple(buttons), tuple(visible_to))]
        return blocks + ([_small(lines[last + 1 :])] if lines[last + 1 :] else [])

    def _below(
        self, step: Mapping[str, Any], buttons: Sequence[Button], visible_to: Sequence[str]
    ) -> Iterator[Json]:
        number, now = step["number"], self._view_of(step["number"])
        if now is None or now.status == AWAITING:
            yield from actions(
                [one for one in buttons if number_of_step(one) == number], visible_to
            )
            return
        says = f"{now.status}{short(describe_change(now, step['arguments']), LONGEST_CHANGE)}"
        yield context(f"{now.sign} {literal(says)}")

    def _view_of(self, number: int) -> StepView | None:
        steps = self.plan.steps if self.plan else ()
        return next((step for step in steps if step.number == number), None)


def _titled(lines: Lines) -> Json:
    (_at, title), *rest = lines
    return section("\n".join([f"*{literal(title)}*", *(line_of(line) for _at, line in rest)]))


def _small(lines: Lines) -> Json:
    text = "\n".join(line_of(line) for _at, line in lines)
    return context(text) if len(text) <= LONGEST_SECTION else section(text)


MOST_DECIDERS = 10
_GROUP_ID = re.compile(r"S[A-Z0-9]{1,30}")


@dataclass(frozen=True, slots=True)
class SlackCardView(card_arguments.CardView):
    """What a card of Slack shows of a request."""

    writing = MRKDWN
    longest_line = 1_500
    longest_body = 2 * LONGEST_SECTION


def card(
    reply: Reply,
    view: SlackCardView,
    visible_to: tuple[str, ...] = (),
    hosts: Hosts = NO_HOSTS,
) -> PlatformMessage:
    """Show a request; `visible_to` are the users who see its buttons."""
    before = reply.text.partition(view.text)[0].strip() if view.is_action else reply.text
    blocks = sections(before, hosts, most=2) if before else []
    buttons = cards.buttons_on(reply, view)
    if view.is_action:
        blocks += [divider()] if before else []
        blocks += _decidable(reply, view, visible_to)
        below = {b.id for b in buttons if cards.number_of_step(b)} if view.is_told else set()
        buttons = tuple(button for button in buttons if button.id not in below)
    else:
        blocks += _choices(reply.buttons)
    if view.kind is not RequestKind.QUESTION:  # whoever is asked a question knows that it waits
        blocks.append(context(NAMING.waiting(view, MOST_DECIDERS)))
    blocks += actions(buttons, visible_to)
    return PlatformMessage(fallback(literal(reply.text)), tuple(blocks), is_card=True)


def _decidable(reply: Reply, view: SlackCardView, visible_to: tuple[str, ...]) -> list[Json]:
    """Show what will run; each step of a plan with the buttons that decide it alone."""
    if not view.steps or not view.is_told:
        return body(view)
    return StepCards(view.text, view.steps, reply.plan).blocks(reply.buttons, visible_to)


def body(view: SlackCardView) -> list[Json]:
    """Show what will run, or as much of it as fits, and say so."""
    if view.is_told:
        return [section(piece) for piece in _by_lines(written(view.text))]
    shortened = told("\n".join(short(line, 200) for line in view.text.split("\n")))
    names = (
        ", ".join(f"`{escape(reveal_hidden(one.name))}`" for one in view.untold) or "all of this"
    )
    warning = (
        f"{cards.WARNING}*This card cannot show {cut(names, 500)} in full, exactly as it will run."
    )
    return [
        section(cut(shortened, LONGEST_SECTION - 500)),
        section(f"{warning}* Open it to read everything before you decide."),
    ]


def told(text: str) -> str:
    """Write the text of an approval: values in code, the rest as it is, all of it literal."""
    return "\n".join(written(text))


def locked(message: PlatformMessage, end: cards.RequestEnding) -> PlatformMessage:
    """Close a card: the buttons go, its outcome and who decided come, who may be nobody."""
    says, by = literal(end.says), NAMING.by(end)
    kept = without_buttons(message).parts
    text = fallback(f"{end.sign} {says}{by}\n{message.text}")
    return replace(message, parts=(*kept, context(NAMING.ended(says, end, by))), text=text)


def without_buttons(message: PlatformMessage) -> PlatformMessage:
    """Take off what only an open request shows."""
    return replace(message, parts=tuple(b for b in message.parts if not _is_open(b)))


def _group(entry: str) -> str:
    id_ = cards.id_of(entry)
    return f"<!subteam^{id_}>" if _GROUP_ID.fullmatch(id_) else literal(entry)


NAMING = cards.Naming(person, _group, moment, "*")


def _by_lines(lines: list[str]) -> list[str]:
    """Put lines together to sections; no line is longer than one."""
    texts = [""]
    for line in lines:
        if len(texts[-1]) + 1 + len(line) > LONGEST_SECTION:
            texts.append(line)
        else:
            texts[-1] = f"{texts[-1]}\n{line}" if texts[-1] else line
    return texts


def _choices(buttons: tuple[Button, ...]) -> list[Json]:
    """List choices that have no button, or one that cannot show them in full."""
    if len(buttons) <= MOST_BUTTONS and all(len(b.label) <= LONGEST_LABEL for b in buttons):
        return []
    lines = (f"{number}. {literal(b.label)}" for number, b in enumerate(buttons, 1))
    more = [context(f"_The last {len(buttons) - MOST_BUTTONS} have no button; type yours._")]
    return [section("\n".join(lines)), *(more if len(buttons) > MOST_BUTTONS else [])]


def _is_open(block: Json) -> bool:
    """Say whether a block belongs to a card that still waits."""
    if block["type"] == "context":
        texts = (str(element.get("text", "")) for element in block.get("elements", ()))
        return any(text.startswith(cards.WAITING) for text in texts)
    return bool(block["type"] == "actions")


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
        shown = card(reply, SlackCardView.of(request), visible_to=viewers, hosts=self.hosts)
        is_open = request.status is RequestStatus.PENDING
        return shown if is_open else self.closed(shown, request, "")

    @override
    def drawn(self, reply: Reply, request: Request) -> PlatformMessage:
        view = SlackCardView.of(request)
        return card(reply, view, visible_to=_viewers(request), hosts=self.hosts)

    @override
    def noted(self, shown: PlatformMessage, note: str) -> PlatformMessage:
        return replace(shown, parts=(*shown.parts, context(literal(note))))

    @override
    def unlocked(self, shown: PlatformMessage) -> PlatformMessage:
        return without_buttons(shown)

    @override
    def locked(self, shown: PlatformMessage, end: RequestEnding) -> PlatformMessage:
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
        for id_, is_group in find_mentioned(reply, PLATFORM)
        if id_.isalnum() or not is_group
    ]
    if not named:
        return message
    line = " ".join(named)
    return replace(message, parts=(context(line), *message.parts), text=f"{line} {message.text}")
