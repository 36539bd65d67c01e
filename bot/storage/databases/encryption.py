"""Encrypts what must not be read in the store; its key never lies in the database."""

import os
import secrets
from collections import OrderedDict
from contextlib import suppress
from pathlib import Path

from typing_extensions import override

from bot.core.ports.environment import Cipher
from bot.domain.errors import PlatformFailed

HOW = (
    'Make one with: python -c "from cryptography.fernet import Fernet; '
    'print(Fernet.generate_key().decode())"'
)


class NotAKey(PlatformFailed):
    """A configured key cannot be one."""

    def __init__(self, where: str) -> None:
        super().__init__(f"{where} does not hold a key of 32 bytes in URL-safe base64. {HOW}")


class NoPlaceForKey(PlatformFailed):
    """The key file cannot be written, or not be read."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(
            f"The key cannot be kept in {path} ({error.strerror}): let this user read and write "
            "there, start somewhere else, or set FRONTDESK_SECRET_KEY."
        )


class OtherKey(PlatformFailed):
    """A text was sealed with a key we do not have."""

    def __init__(self) -> None:
        super().__init__(
            "Stored texts were sealed with another key; put the former one behind the "
            "present one, separated by a comma, in FRONTDESK_SECRET_KEY. If it is lost for good, "
            "“frontdesk db adopt-key” goes on with the present one."
        )


class FernetCipher(Cipher):
    """Seals with the first key; opens what any of them sealed."""

    def __init__(self, keys: str, where: str = "FRONTDESK_SECRET_KEY") -> None:
        # Slow to import, and many commands need no cipher.
        from cryptography.fernet import Fernet, InvalidToken, MultiFernet  # noqa: PLC0415

        self._invalid = InvalidToken
        try:
            self._keys = MultiFernet([Fernet(key.strip()) for key in keys.split(",")])
        except ValueError as error:
            raise NotAKey(where) from error

    @classmethod
    def of_file(cls, path: Path) -> "FernetCipher":
        """Use the key in a file, made on first use and readable by its owner only."""
        try:
            with suppress(FileExistsError):
                if not path.exists():
                    _make_key(path)
            key = path.read_text(encoding="ascii", errors="replace")
        except OSError as error:
            raise NoPlaceForKey(path, error) from error
        return cls(key, where=str(path))

    @override
    def seal(self, clear: str) -> str:
        return self._keys.encrypt(clear.encode()).decode()

    @override
    def open(self, sealed: str) -> str:
        try:
            return self._keys.decrypt(sealed.encode()).decode()
        except self._invalid as error:
            raise OtherKey from error


def _make_key(path: Path) -> None:
    """Write the whole file aside, then name it: two starting at once agree on one key.

    Raises:
        FileExistsError: somebody else was first.
    """
    from cryptography.fernet import Fernet  # noqa: PLC0415

    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600), "wb") as file:
            file.write(Fernet.generate_key())
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


_MOST = 64  # copies of events are sealed too, and nobody ever opens those


class CachingCipher(Cipher):
    """A cipher that knows what it has just sealed, until that is opened.

    An event is sealed when it is accepted, and opened when its turn begins: most often at once,
    and in the same process. Opening it takes a fiftieth of what a turn without a model takes.
    """

    def __init__(self, inner: Cipher) -> None:
        self._inner = inner
        self._known: OrderedDict[str, str] = OrderedDict()

    @override
    def seal(self, clear: str) -> str:
        sealed = self._inner.seal(clear)
        self._known[sealed] = clear
        if len(self._known) > _MOST:
            self._known.popitem(last=False)
        return sealed

    @override
    def open(self, sealed: str) -> str:
        known = self._known.pop(sealed, None)
        return self._inner.open(sealed) if known is None else known
