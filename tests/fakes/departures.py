"""Departures that are only noted."""

from datetime import datetime

from typing_extensions import override

from bot.storage.memory.erasure import SqlDepartures


class FakeDepartures(SqlDepartures):
    """Who left and when, and before when somebody wanted purged."""

    def __init__(self) -> None:
        self.left: dict[tuple[str, str], datetime] = {}
        self.purged: list[datetime] = []

    @override
    async def leave(self, platform: str, workspace: str, at: datetime) -> None:
        self.left.setdefault((platform, workspace), at)

    @override
    async def come_back(self, platform: str, workspace: str) -> None:
        self.left.pop((platform, workspace), None)

    @override
    async def purge(self, before: datetime) -> int:
        self.purged.append(before)
        return len([at for at in self.left.values() if at < before])
