"""The real time and the real chance, behind their ports."""

import secrets
import time
from datetime import UTC, datetime

from typing_extensions import override

from bot.core.ports.world import Clock, Ids


class SystemClock(Clock):
    """The machine's own clocks."""

    @override
    def now(self) -> datetime:
        return datetime.now(UTC)  # noqa: TID251 - the one place that may

    @override
    def elapsed(self) -> float:
        return time.monotonic()


class RandomIds(Ids):
    """128 bits of chance each."""

    @override
    def new(self) -> str:
        return secrets.token_hex(16)
