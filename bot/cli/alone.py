"""Keeps two consoles out of one conversation: each would take what is meant for the other."""

import hashlib
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.domain.errors import PlatformFailed
from bot.domain.messages import Thread
from bot.platforms.console.turns import IsElsewhere


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


TRIES = 5  # whoever only looks holds it for a moment, too
RETRY_SECONDS = 0.05


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
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise NoPlace(folder) from error
    with _lock_of(folder, thread).open("w", encoding="utf-8") as held:
        for tried in range(TRIES):
            try:
                fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                break
            except OSError as error:
                if tried == TRIES - 1:
                    raise AlreadyOpen(thread.thread) from error
                time.sleep(RETRY_SECONDS)
        yield


def elsewhere(folder: Path, ours: Thread) -> IsElsewhere:
    """Give what says whether another console than ours holds a conversation at the moment."""
    return lambda thread: thread != ours and _is_held(_lock_of(folder, thread))


def _is_held(lock: Path) -> bool:
    try:
        import fcntl  # noqa: PLC0415 - as above

        with lock.open(encoding="utf-8") as looked_at:
            fcntl.flock(looked_at, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except (ImportError, OSError):
        return False
    return False


def _lock_of(folder: Path, thread: Thread) -> Path:
    name = hashlib.sha256(thread.session.encode()).hexdigest()[:16]
    return folder / f"console-{name}.lock"
