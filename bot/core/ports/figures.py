"""What is counted in the store: how much waits, and since when."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Figures:
    """What waits: events for their turns, replies for their platforms, requests for a person.

    `jobs` are sessions with events that no worker has taken up; where one process does all,
    there are none.
    """

    waiting: int = 0
    waiting_since: datetime | None = None
    jobs: int = 0
    jobs_since: datetime | None = None
    parked: int = 0
    unsent: int = 0
    unsent_since: datetime | None = None
    approvals: int = 0
