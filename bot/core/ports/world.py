"""What the core needs of the world around it: the time, identifiers, and secrecy."""

from datetime import datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The moment, aware, in UTC."""
        ...

    def elapsed(self) -> float:
        """Seconds on a clock that never jumps."""
        ...


class Ids(Protocol):
    """Makes identifiers nobody can guess."""

    def new(self) -> str:
        """Return a fresh identifier of letters and digits."""
        ...


class Cipher(Protocol):
    """Encrypts what must not be read in the store."""

    def seal(self, clear: str) -> str:
        """Encrypt a text."""
        ...

    def open(self, sealed: str) -> str:
        """Decrypt a text this cipher, or an earlier key of it, sealed.

        Raises:
            PlatformFailed: the key is another one.
        """
        ...
