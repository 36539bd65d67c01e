"""Keeps what comes from one channel in its order, and channels out of each other's way."""

from asyncio import Lock
from weakref import WeakValueDictionary


class Lanes:
    """A lane for each channel that something comes from; forgotten when nothing is in it."""

    def __init__(self) -> None:
        self._lanes = WeakValueDictionary[str, Lock]()

    def lane(self, channel: str) -> Lock:
        """The lane to be in while something is kept; the first to come is let in first."""
        lane = self._lanes.get(channel)
        if lane is None:
            lane = self._lanes[channel] = Lock()
        return lane
