"""Keeps two consoles out of one conversation: each would take what is meant for the other."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.domain.errors import PlatformFailed
from bot.domain.messages import Thread


class AlreadyOpen(PlatformFailed):
    """Another console holds this conversation."""

    def __init__(self, thread: str) -> None:
        super().__init__(
            f"The conversation “{thread}” is open in another console on this machine; close it, "
            "or name another one with --thread."
        )


class NoPlace(PlatformFailed):
    """The folder beside the database cannot be made."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} cannot be made; start somewhere this user may write.")


@contextmanager
def alone_in(folder: Path, thread: Thread) -> Iterator[None]:
    """Hold a conversation of the console while a process lives, however it ends.

    Raises:
        AlreadyOpen: another process holds it.
    """
    try:
        import fcntl  # noqa: PLC0415 - not on every system; without it nothing is held
    except ImportError:
        yield
        return
    name = hashlib.sha256(thread.session.encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoPlace(folder) from error
    with (folder / f"console-{name}.lock").open("w", encoding="utf-8") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise AlreadyOpen(thread.thread) from error
        yield
