"""What may be clicked in Slack: links to listed hosts, and nothing else."""

from dataclasses import dataclass

from typing_extensions import override

from bot.platforms.shared.addresses import Dialect


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
