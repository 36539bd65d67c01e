"""Attention: which messages of a thread the bot takes that do not mention it."""

from dataclasses import dataclass
from enum import StrEnum


class ChannelMode(StrEnum):
    """What the bot answers in a channel: mentions, threads it takes part in, or everything."""

    MENTION = "mention"
    THREAD = "thread"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Attention:
    """Whether the bot takes part in a thread, was told to be quiet there, and how its channel is.

    A mention is answered whatever this says.
    """

    known: bool = False
    quiet: bool = False
    mode: ChannelMode = ChannelMode.THREAD
