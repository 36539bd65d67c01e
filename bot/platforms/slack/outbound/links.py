"""What may be clicked in Slack: links to listed hosts, and nothing else."""

from dataclasses import dataclass

from typing_extensions import override

from bot.platforms.shared.addresses import Hosts, inert, is_listed, listed_in
from bot.platforms.shared.markdown import Dialect
from bot.platforms.shared.visible import noted

# As it is sent; so much always fits into one piece of a long text.
LONGEST_LINK = 2_000


@dataclass(frozen=True, slots=True)
class Mrkdwn(Dialect):
    """What stands in a line, as Slack reads it; `hosts` are those that links may lead to."""

    hosts: Hosts = frozenset()

    @override
    def escape(self, text: str) -> str:
        return escape(text)

    @override
    def said(self, text: str) -> str:
        return linked(text, self.hosts)

    @override
    def code(self, text: str) -> str:
        return f"`{escape(text.replace('`', noted('`')))}`"

    @override
    def link(self, url: str, says: str) -> str:
        return link(url, says, self.hosts)


def escape(text: str) -> str:
    """Write a text so that Slack reads no control sequence in it."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def link(url: str, label: str, hosts: Hosts) -> str:
    """Link a label if the host is listed; else say where it would have led.

    A label that itself looks like an address never hides another one.
    """
    says = " ".join(label.split())
    linked_says = escape(says).replace("|", "¦")
    told = escape(says if says == url or not url else f"{says} ({url})".strip())
    if not is_listed(url, hosts) or len(escape(url)) + len(linked_says) + 3 > LONGEST_LINK:
        return told
    if not says or says == url:
        return f"<{escape(url)}>"
    if inert(says) != says and not url.partition("://")[2].startswith(says):
        return f"{escape(says)} (<{escape(url)}>)"
    return f"<{escape(url)}|{linked_says}>"


def linked(text: str, hosts: Hosts) -> str:
    """Escape a text and link the addresses of listed hosts in it."""
    done, parts = 0, []
    for start, url in listed_in(text, hosts):
        if len(escape(url)) + 2 <= LONGEST_LINK:
            parts += [escape(text[done:start]), f"<{escape(url)}>"]
            done = start + len(url)
    return "".join([*parts, escape(text[done:])])
