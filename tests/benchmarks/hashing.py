"""The CPU that goes into hashing a password: slow on purpose, and no overhead of a turn."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from agents.bank import customers


@dataclass
class Hashing:
    """How many CPU seconds were spent on it."""

    seconds: float = 0.0

    @contextmanager
    def timed(self) -> Iterator[None]:
        """Count what is hashed within, in whichever thread."""
        plain = customers.hashed

        def hashed(password: str, salt: str) -> str:
            started = time.thread_time()
            try:
                return plain(password, salt)
            finally:
                self.seconds += time.thread_time() - started

        customers.hashed = hashed
        try:
            yield
        finally:
            customers.hashed = plain
