"""The port a platform keeps for the engine: what goes out, and when a turn is over."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from bot.core.ports.turns import Beginning
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Reply, Thread


class Undeliverable(Exception):
    """The platform will never take this reply: the channel is gone, or we were removed."""


class Platform(Protocol):
    """Takes what the bot says in one kind of place.

    `reads_ahead` says that its events may be lines of a script, written before the answers,
    `prepares` that they may name what has to be fetched before their turn.
    """

    reads_ahead: bool = False
    prepares: bool = False

    def serves(self, thread: Thread) -> bool:
        """Say whether a thread of this platform is for this process, and not held by another."""
        del thread  # most platforms are served whole
        return True

    async def prepare(self, beginning: Beginning) -> Incoming:
        """Fetch what an event only names, such as its files, before its turn is carried out.

        What cannot be fetched is said in the event; it is never a reason to fail the turn.
        """
        return beginning.incoming

    async def deliver(self, reply: Reply) -> None:
        """Send a reply; the same one may come again, under the same id, after a restart.

        Raises:
            PlatformFailed: not now; the engine tries again.
            Undeliverable: never; the engine gives it up.
        """
        ...

    def progress(self, thread: Thread, reply_to: str, agent: str, text: str) -> None:
        """Show what the bot is doing and why, if that is possible right now."""
        ...

    def words(self, thread: Thread, reply_to: str, agent: str, said: Sequence[str]) -> None:
        """Show an answer that grows, piece by piece; what is delivered takes its place."""
        del thread, reply_to, agent, said  # a platform that cannot, does not

    async def end_of_turn(self, thread: Thread, reply_to: str, *, duplicate: bool) -> None:
        """Note that an event needs nothing more; `duplicate` for a copy of one taken before."""
        ...

    def leave(self, session: SessionId) -> None:
        """Stop showing that a turn of a session goes on: none does here, though none may be over.

        Where another worker took it over, that one says so.
        """
        del session  # a platform that shows nothing has nothing to stop


def serves(platforms: Mapping[str, Platform], thread: Thread) -> bool:
    """Say whether a thread is for this process, which has these platforms."""
    platform = platforms.get(thread.platform)
    return platform is not None and platform.serves(thread)
