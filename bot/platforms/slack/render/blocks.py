"""The few Slack blocks that everything of ours is built of, and the mrkdwn in them.

Text of a block is mrkdwn that is already inert; `verbatim` keeps Slack from reading addresses and
names into it all the same.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from slack_sdk.models.blocks import (
    ActionsBlock,
    ButtonElement,
    ContextBlock,
    DividerBlock,
    HeaderBlock,
    MarkdownTextObject,
    PlainTextObject,
    SectionBlock,
)
from typing_extensions import override

from bot.domain.messages import Button
from bot.platforms.chat.render.card_arguments import ArgumentStyle
from bot.platforms.chat.render.markdown import Shape
from bot.platforms.chat.render.sanitize import (
    NO_HOSTS,
    Dialect,
    Hosts,
    break_addresses,
    reveal_hidden,
    write_code_point,
)
from bot.platforms.chat.wire import Json


@dataclass(frozen=True, slots=True)
class Mrkdwn(Dialect):
    """What stands in a line, as Slack reads it."""

    longest_link = 2_000

    @override
    def escape(self, text: str) -> str:
        return escape(text)

    @override
    def inside_code(self, text: str) -> str:
        return escape(text)

    @override
    def bare_link(self, url: str) -> str:
        return f"<{escape(url)}>"

    @override
    def labelled_link(self, url: str, label: str) -> str:
        return f"<{escape(url)}|{escape(label).replace('|', '¦')}>"


def escape(text: str) -> str:
    """Write a text so that Slack reads no control sequence in it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


_SIGNS = {"\x01": "*", "\x03": "_", "\x05": "~"}
_OURS = re.compile(r"<[^<>]*>|`[^`\n<]+`")
# The end of a text that was cut is left out if it is half of something, or could now be an
# address or a call that it was not before.
_HALF = re.compile(r"&[a-z]*$|⟨(?:U\+?[0-9A-F]*)?$|[^\s<>]{0,80}[.@][^\s<>]{0,80}$")
_TAIL = 180
_CONTROL = re.compile(r"<(?=[!@#])")


def _mark(marked: re.Match[str]) -> str:
    """Put signs around words; Slack reads them only at the edges of words."""
    before = marked.string[marked.start() - 1 : marked.start()]
    after = marked.string[marked.end() : marked.end() + 1]
    says = marked[2]
    if re.match(r"\w", before) or re.match(r"\w", after) or not says.strip():
        return says
    sign, words = _SIGNS[marked[1]], says.strip()
    return says.replace(words, f"{sign}{words}{sign}")


SHAPE = Shape(Mrkdwn, escape, escape, _mark, _OURS)
converted, flat, literal = SHAPE.converted, SHAPE.flat, SHAPE.literal


def mrkdwn(text: str, hosts: Hosts = NO_HOSTS) -> str:
    """Convert Markdown to one text; a table becomes lines of equal width."""
    return "\n\n".join(flat(part) for part in converted(text, hosts))


def plain(text: str, most: int = 3_000) -> str:
    """Write a text for places that know no formatting, inert and cut visibly."""
    return short(_CONTROL.sub(write_code_point("<"), break_addresses(reveal_hidden(text))), most)


def short(text: str, most: int) -> str:
    """Shorten a text to a number of characters, with an ellipsis."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    return f"{kept[:-_TAIL]}{_HALF.sub('', kept[-_TAIL:])}".rstrip() + "…"


def cut(text: str, most: int) -> str:
    """Shorten mrkdwn, never within an entity or a link."""
    if len(text) <= most:
        return text
    kept = text[: most - 1]
    link = kept.rfind("<")
    is_whole = link <= kept.rfind(">")
    return short(text, most) if is_whole else kept[:link].rstrip() + "…"


MRKDWN = ArgumentStyle(escape=escape, literal=literal, bold="*")  # in code Slack formats nothing
written, line_of = MRKDWN.written, MRKDWN.line_of


MOST_BLOCKS = 50
LONGEST_SECTION = 3_000
LONGEST_HEADER = 150
LONGEST_LABEL = 75
LONGEST_ID = 255
BUTTONS_IN_A_ROW = 25
# More choices than this are no choice by button; who offers them lists them as text.
MOST_BUTTONS = 2 * BUTTONS_IN_A_ROW
_USER = re.compile(r"[UW][A-Z0-9]{1,30}")
_STYLES = {"primary": "primary", "danger": "danger"}


def section(text: str) -> Json:
    """Show mrkdwn, all of it without a click; what is too long is cut visibly."""
    words = MarkdownTextObject(text=cut(text, LONGEST_SECTION), verbatim=True)
    return SectionBlock(text=words, expand=True).to_dict()


def header(text: str) -> Json:
    """Show a title, as plain text."""
    return HeaderBlock(text=label(text, LONGEST_HEADER)).to_dict()


def context(text: str) -> Json:
    """Show mrkdwn small and grey."""
    words = MarkdownTextObject(text=cut(text, LONGEST_SECTION), verbatim=True)
    return ContextBlock(elements=[words]).to_dict()


def divider() -> Json:
    """Draw a line."""
    return DividerBlock().to_dict()


def label(text: str, most: int = LONGEST_LABEL) -> PlainTextObject:
    """Write what stands on a button or above a field; Slack takes no empty one."""
    says = plain(" ".join(text.split()), most)
    return PlainTextObject(text=says or "…", emoji=False)


def actions(buttons: Sequence[Button], visible_to: Iterable[str] = ()) -> list[Json]:
    """Show buttons in as many rows as they need.

    `visible_to` are the users who see them; who may press is decided where the press arrives.
    """
    viewers, taken = sorted(visible_to), set[str]()
    elements = [_button(button, taken, viewers) for button in buttons[:MOST_BUTTONS]]
    rows = range(0, len(elements), BUTTONS_IN_A_ROW)
    return [ActionsBlock(elements=elements[at : at + BUTTONS_IN_A_ROW]).to_dict() for at in rows]


def person(user: str) -> str:
    """Name a user so that Slack shows their name; what is no user id is shown as it is."""
    return f"<@{user}>" if _USER.fullmatch(user) else literal(user)


def moment(when: datetime) -> str:
    """Write a time so that everybody reads it in their own zone."""
    fallback = when.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC")
    return f"<!date^{int(when.timestamp())}^{{date_short_pretty}} {{time}}|{fallback}>"


def _button(button: Button, taken: set[str], viewers: list[str]) -> ButtonElement:
    """Build a button; its id travels as the value, and names the action as far as it is free."""
    id_, number = button.id[:LONGEST_ID], 1
    while id_ in taken:
        number += 1
        id_ = f"{button.id[: LONGEST_ID - 10]}#{number}"
    taken.add(id_)
    return ButtonElement(
        text=label(button.label),
        action_id=id_,
        value=button.id,
        style=_STYLES.get(button.style),
        visible_to_user_ids=viewers or None,
    )
