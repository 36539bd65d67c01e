"""Cards of requests: what will run, who may decide it until when, and the buttons for it.

A card of an approval is built from the request itself, never from what was said around it, and
it proves that it shows every argument exactly as it will run. If it cannot, it says so and
offers to open the whole text instead of a button that approves.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pydantic import JsonValue

from bot.core.requests.showing import visible
from bot.domain.ids import RequestId
from bot.domain.messages import Button, Reply, ReplyKind
from bot.domain.requests import Request, RequestKind
from bot.platforms.shared.addresses import Hosts
from bot.platforms.slack.blocks import (
    LONGEST_LABEL,
    LONGEST_SECTION,
    MOST_BUTTONS,
    Block,
    Message,
    actions,
    context,
    divider,
    moment,
    person,
    section,
)
from bot.platforms.slack.links import escape
from bot.platforms.slack.split import fallback, sections
from bot.platforms.slack.text import NO_HOSTS, cut, literal, short
from bot.platforms.visible import meant, noted, shown

READ = "read"
LONGEST_VALUE = 1_200
LONGEST_LINE = 1_500
LONGEST_BODY = 2 * LONGEST_SECTION
_INDENT = "  "
_WAITING = "⏳ "
_WARNING = "⚠️ "
_SIGNS = {
    "answered": "✅",
    "approved": "✅",
    "edited": "✅",
    "rejected": "❌",
    "expired": "⌛",
    "cancelled": "🚫",
}
_ACTS = re.compile(r"`|:(?=//)|@(?=(?:here|channel|everyone|group)(?!\w))|^ | $", re.IGNORECASE)
_MOST_DECIDERS = 10
_GROUP = "group:"


@dataclass(frozen=True, slots=True)
class RequestView:
    """What a card shows of a request.

    `deciders` are users by their id, alone or after their platform and workspace
    (`slack/T1/U1`), and groups (`group:S1`); `needed` of them must still approve. `asked` is
    whose wish it is, where others decide.
    """

    id: RequestId
    kind: RequestKind
    text: str
    arguments: dict[str, JsonValue]
    deciders: tuple[str, ...]
    expires_at: datetime
    needed: int = 1
    asked: str = ""

    @classmethod
    def of(cls, request: Request) -> "RequestView":
        """Look at a request."""
        four_eyes = request.policy == "four_eyes"
        return cls(
            id=request.id,
            kind=request.kind,
            text=request.text,
            arguments=request.subject.arguments,
            deciders=request.deciders if four_eyes else (request.asked.user,),
            expires_at=request.expires_at,
            needed=request.quorum - len(request.approvals),
            asked=request.asked.user if four_eyes else "",
        )

    @property
    def untold(self) -> tuple[str, ...]:
        """The arguments that a card of this cannot show exactly, or not all of."""
        if self.kind is not RequestKind.APPROVAL:
            return ()
        lines = self.text.split("\n")
        names = (name for name, value in self.arguments.items() if value is not None)
        return tuple(name for name in names if not _is_told(name, self.arguments[name], lines))

    @property
    def is_told(self) -> bool:
        """True if one look at the card is enough to decide."""
        lines = _lines(self.text)
        fits = sum(map(len, lines)) + len(lines) <= LONGEST_BODY
        return not self.untold and fits and max(map(len, lines)) <= LONGEST_LINE


def card(
    reply: Reply,
    view: RequestView,
    visible_to: tuple[str, ...] = (),
    hosts: Hosts = NO_HOSTS,
) -> Message:
    """Show a request; `visible_to` are the users who see its buttons."""
    is_approval = view.kind is RequestKind.APPROVAL
    before = reply.text.partition(view.text)[0].strip() if is_approval else reply.text
    blocks = sections(before, hosts, most=2) if before else []
    if is_approval:
        blocks += [divider()] if before else []
        blocks += body(view)
    blocks += _choices(reply.buttons)
    if view.kind is not RequestKind.QUESTION:  # whoever is asked a question knows that it waits
        blocks.append(_waiting(view))
    blocks += actions(_buttons(reply, view), visible_to)
    return Message(tuple(blocks), fallback(literal(reply.text)))


def body(view: RequestView) -> list[Block]:
    """Show what will run, or as much of it as fits, and say so."""
    if view.is_told:
        return [section(piece) for piece in _by_lines(_lines(view.text))]
    shortened = told("\n".join(short(line, 200) for line in view.text.split("\n")))
    names = ", ".join(f"`{escape(shown(name))}`" for name in view.untold) or "all of this"
    warning = (
        f"{_WARNING}*This card cannot show {cut(names, 500)} in full, exactly as it will run."
    )
    return [
        section(cut(shortened, LONGEST_SECTION - 500)),
        section(f"{warning}* Open it to read everything before you decide."),
    ]


def told(text: str) -> str:
    """Write the text of an approval: values in code, the rest as it is, all of it literal."""
    return "\n".join(_lines(text))


def locked(message: Message, outcome: str, who: Sequence[str], when: datetime) -> Message:
    """Close a card: the buttons go, its outcome and who decided come; `who` may be nobody."""
    says = literal(" ".join(outcome.split()))
    sign = _SIGNS.get(re.split(r"\W", says.lower(), maxsplit=1)[0], "☑️")
    by = f" by {', '.join(map(person, who))}" if who else ""
    line = f"{sign} *{says}*{by} · {moment(when)}"
    kept = without_buttons(message).blocks
    text = fallback(f"{sign} {says}{by}\n{message.text}")
    return replace(message, blocks=(*kept, context(line)), text=text)


def without_buttons(message: Message) -> Message:
    """Take off what only an open request shows."""
    return replace(message, blocks=tuple(b for b in message.blocks if not _is_open(b)))


def value(text: str) -> str:
    """Write a value so that it can be read back exactly, whatever it holds.

    In code Slack formats nothing; what would act or be trimmed even there is written as its
    number.
    """
    if not text:
        return "_empty_"
    return f"`{escape(_ACTS.sub(lambda found: noted(found[0]), shown(text)))}`"


def _is_told(name: str, argument: JsonValue, lines: list[str]) -> bool:
    """Say whether exactly one line tells the argument, and reading it back gives the same."""
    says = str(argument)
    head = f"{_INDENT}{name}: "
    return (
        [line for line in lines if line.startswith(head)] == [head + visible(says)]
        and meant(visible(says)) == says
        and len(value(visible(says))) <= LONGEST_VALUE
    )


def _line(line: str) -> str:
    name, colon, rest = line.removeprefix(_INDENT).partition(": ")
    if line.startswith(_INDENT) and colon:
        return f"• {literal(name)}: {value(rest)}"
    return literal(line)


def _lines(text: str) -> list[str]:
    title, *rest = text.split("\n")
    return [f"*{literal(title)}*", *map(_line, rest)]


def _by_lines(lines: list[str]) -> list[str]:
    """Put lines together to sections; no line is longer than one."""
    texts = [""]
    for line in lines:
        if len(texts[-1]) + 1 + len(line) > LONGEST_SECTION:
            texts.append(line)
        else:
            texts[-1] = f"{texts[-1]}\n{line}" if texts[-1] else line
    return texts


def _choices(buttons: tuple[Button, ...]) -> list[Block]:
    """List choices that have no button, or one that cannot show them in full."""
    if len(buttons) <= MOST_BUTTONS and all(len(b.label) <= LONGEST_LABEL for b in buttons):
        return []
    lines = (f"{number}. {literal(b.label)}" for number, b in enumerate(buttons, 1))
    more = [context(f"_The last {len(buttons) - MOST_BUTTONS} have no button; type yours._")]
    return [section("\n".join(lines)), *(more if len(buttons) > MOST_BUTTONS else [])]


def _waiting(view: RequestView) -> Block:
    names = [_decider(one) for one in view.deciders[:_MOST_DECIDERS]] or ["nobody: none is named"]
    more = len(view.deciders) - _MOST_DECIDERS
    names += [f"{more} more"] if more > 0 else []
    count = "one" if view.needed == 1 else str(view.needed)
    who = names[0] if len(names) == 1 else f"{count} of {', '.join(names)}"
    asked = f" · asked for by {person(view.asked)}" if view.asked else ""
    return context(f"{_WAITING}Waiting for {who} until {moment(view.expires_at)}{asked}")


def _decider(entry: str) -> str:
    id_ = entry.rpartition("/")[2].removeprefix(_GROUP)
    if not entry.startswith(_GROUP):
        return person(id_)
    return f"<!subteam^{id_}>" if re.fullmatch(r"S[A-Z0-9]{1,30}", id_) else literal(entry)


def _is_open(block: Block) -> bool:
    """Say whether a block belongs to a card that still waits."""
    if block["type"] == "context":
        texts = (str(element.get("text", "")) for element in block.get("elements", ()))
        return any(text.startswith(_WAITING) for text in texts)
    return bool(block["type"] == "actions")


def _buttons(reply: Reply, view: RequestView) -> tuple[Button, ...]:
    """The buttons, less what would let somebody agree to what they could not read."""
    if reply.kind is ReplyKind.FORM:
        return tuple(replace(button, label="Open the form") for button in reply.buttons)
    if view.is_told:
        return reply.buttons
    refusals = tuple(button for button in reply.buttons if button.style == "danger")
    return (Button(f"{view.id}:{READ}", "Open to read all first", "primary"), *refusals)
