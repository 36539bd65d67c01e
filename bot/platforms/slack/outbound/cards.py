"""Cards of requests: what will run, who may decide it until when, and the buttons for it.

A card of an approval is built from the request itself, never from what was said around it, and
it proves that it shows every argument exactly as it will run. If it cannot, it says so and
offers to open the whole text instead of a button that approves.
"""

import re
from dataclasses import dataclass, replace

from bot.domain.messages import Button, Reply
from bot.domain.requests import RequestKind
from bot.platforms.shared import cards, viewing
from bot.platforms.shared.addresses import NO_HOSTS, Hosts
from bot.platforms.shared.visible import shown
from bot.platforms.shared.wire import Json, PlatformMessage
from bot.platforms.slack.outbound.blocks import (
    LONGEST_LABEL,
    LONGEST_SECTION,
    MOST_BUTTONS,
    actions,
    context,
    divider,
    moment,
    person,
    section,
)
from bot.platforms.slack.outbound.links import escape
from bot.platforms.slack.outbound.split import fallback, sections
from bot.platforms.slack.outbound.step_cards import Steps
from bot.platforms.slack.outbound.text import MRKDWN, cut, literal, short, written

MOST_DECIDERS = 10
_GROUP_ID = re.compile(r"S[A-Z0-9]{1,30}")


@dataclass(frozen=True, slots=True)
class RequestView(viewing.RequestView):
    """What a card of Slack shows of a request."""

    writing = MRKDWN
    longest_line = 1_500
    longest_body = 2 * LONGEST_SECTION


def card(
    reply: Reply,
    view: RequestView,
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
        below = {b.id for b in buttons if cards.step_of(b)} if view.is_told else set()
        buttons = tuple(button for button in buttons if button.id not in below)
    else:
        blocks += _choices(reply.buttons)
    if view.kind is not RequestKind.QUESTION:  # whoever is asked a question knows that it waits
        blocks.append(context(NAMING.waiting(view, MOST_DECIDERS)))
    blocks += actions(buttons, visible_to)
    return PlatformMessage(fallback(literal(reply.text)), tuple(blocks), is_card=True)


def _decidable(reply: Reply, view: RequestView, visible_to: tuple[str, ...]) -> list[Json]:
    """Show what will run; each step of a plan with the buttons that decide it alone."""
    if not view.steps or not view.is_told:
        return body(view)
    return Steps(view.text, view.steps, reply.plan).blocks(reply.buttons, visible_to)


def body(view: RequestView) -> list[Json]:
    """Show what will run, or as much of it as fits, and say so."""
    if view.is_told:
        return [section(piece) for piece in _by_lines(written(view.text))]
    shortened = told("\n".join(short(line, 200) for line in view.text.split("\n")))
    names = ", ".join(f"`{escape(shown(one.name))}`" for one in view.untold) or "all of this"
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


def locked(message: PlatformMessage, end: cards.Ending) -> PlatformMessage:
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
