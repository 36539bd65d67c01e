"""Where something is on Discord, and what the ids of events say about it.

    mention in a channel   Thread("discord", guild, channel, message)   a thread is opened from it
    message in a thread    Thread("discord", guild, channel, thread)    with the same id
    direct message         Thread("discord", home, channel, channel)    which has no threads

A thread that was opened from a message has the message's id, so that an event has its place
before there is a thread. Where none can be opened, answers stand in the channel as replies to
the message. `home` is a guild that the person and the bot share, or `ALONE`.
"""

from dataclasses import dataclass

from typing_extensions import override

from agents.kit.values.person import Person
from bot.domain.messages import Thread
from bot.platforms.shared.asking import COMMAND, FORM, PRESS
from bot.platforms.shared.wire import ChatPlace


@dataclass(frozen=True, slots=True)
class DiscordPlace(ChatPlace):
    """A thread of a channel, or a channel of one person, which is both."""

    @property
    @override
    def is_direct(self) -> bool:
        return self.channel == self.thread


def place_at(thread: Thread) -> DiscordPlace:
    """Where a thread's answers are posted."""
    return DiscordPlace(thread.workspace, thread.channel, thread.thread, thread.session)


def is_bare(place: ChatPlace) -> bool:
    """Say whether there is only a channel, as for a command that was given in one.

    Nothing can be told to everybody there.
    """
    return not place.thread


def is_thread(place: ChatPlace) -> bool:
    """Say whether a place is, or could be, a thread of Discord's; a copied card is none."""
    return place.thread.isdigit()


def is_direct(thread: Thread) -> bool:
    """Say whether only one person reads a thread."""
    return thread.channel == thread.thread


def is_known(guild: str) -> bool:
    """Say whether a workspace is a guild, in which people have roles."""
    return guild.isdigit()


def message_of(event: str) -> tuple[str, str]:
    """The channel and the message of an event's `message`, as `message_key` wrote them."""
    channel, _, message = event.partition(".")
    return channel, message


def message_key(channel: str, message: str) -> str:
    """How an event names a message."""
    return f"{channel}.{message}"


def press_id(person: Person, channel: str, message: str, interaction: str) -> str:
    """The id of a press: the same for every copy of it."""
    return f"{PRESS}{channel}.{person.user}.m{message}.{interaction}"


def form_id(person: Person, channel: str, interaction: str) -> str:
    """The id of a form that was sent: the same for every copy of it."""
    return f"{FORM}{channel}.{person.user}.{interaction}"


def command_id(person: Person, channel: str, interaction: str) -> str:
    """The id of a command; it also says that its answer is private."""
    return f"{COMMAND}{channel}.{person.user}.{interaction}"
