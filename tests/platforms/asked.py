"""A card that waits for somebody's yes on a platform, and what people do before it is given.

Ann asks, Ben approves, and where two may decide, Cleo is the other one. Each platform has one
file that does this through its own surface.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import ClassVar

import pytest

from bot.bootstrap import App
from bot.domain.ids import RequestId


class Asked(ABC):
    """A card, as it was when it was shown and as it is now."""

    app: App
    request: RequestId

    @abstractmethod
    async def say(self, text: str) -> None:
        """Let Ann say something more, and wait for what is answered."""

    @abstractmethod
    async def edit(self, text: str) -> None:
        """Let Ann change what she asked for, and wait until the card is closed."""

    @abstractmethod
    async def take_back(self) -> None:
        """Let Ann delete what she asked for, and wait until the card is closed."""

    @abstractmethod
    async def remove_card(self) -> None:
        """Let an admin delete the card."""

    @abstractmethod
    def leave(self, name: str) -> None:
        """Let somebody leave for good."""

    @abstractmethod
    async def press(self) -> None:
        """Let Ben press “Approve” on the card as it was, whatever became of it."""

    @abstractmethod
    async def press_at_once(self) -> None:
        """Let Ben approve twice and Cleo reject, all at the same moment; wait until it is over."""


class Till(ABC):
    """A desk at which Ben or Cleo lets things be paid."""

    app: App

    @abstractmethod
    async def asked(self, what: str) -> Asked:
        """Let Ann ask for something to be paid."""


class Platform(ABC):
    """Where it is tried."""

    where: ClassVar[str]

    @abstractmethod
    def till(self, folder: Path) -> AbstractAsyncContextManager[Till]:
        """Open a till."""

    @abstractmethod
    def transfer(self, folder: Path) -> AbstractAsyncContextManager[Asked]:
        """Let Ann ask a bank for 700 dollars to be sent, which only Ben may approve."""


@dataclass(frozen=True)
class Case:
    """What may happen before the press: by chance, and at some time."""

    asked: Asked
    chance: random.Random
    monkeypatch: pytest.MonkeyPatch


Change = Callable[[Case], Awaitable[None]]


async def the_amount(case: Case) -> None:
    await case.asked.say(f"no, make it {case.chance.randint(601, 699)}")


async def the_wish(case: Case) -> None:
    await case.asked.edit(f"transfer {case.chance.randint(601, 699)} to 1234324")


async def the_target(case: Case) -> None:
    target = case.chance.choice(["9876543210", "1234320", "7654321"])
    await case.asked.edit(f"transfer 700 to {target}")


async def taken_back(case: Case) -> None:
    await case.asked.take_back()


async def its_card(case: Case) -> None:
    await case.asked.remove_card()


async def the_account(case: Case) -> None:
    await case.asked.say("what is my savings balance?")


async def the_login(case: Case) -> None:
    await case.asked.say("log me out")


async def its_task(case: Case) -> None:
    await case.asked.say(case.chance.choice(["stop", "cancel", "never mind", "abort"]))


async def its_person(case: Case) -> None:
    await case.asked.say("reset")


async def forgotten(case: Case) -> None:
    await case.asked.say("forget yes")


async def its_time(case: Case) -> None:
    clock = case.asked.app.ports.clock
    later = clock.now() + timedelta(seconds=case.chance.randint(24 * 3_600, 10**6))
    case.monkeypatch.setattr(clock, "now", lambda: later)


async def its_approver(case: Case) -> None:
    case.asked.leave("ben")


async def who_asked(case: Case) -> None:
    case.asked.leave("ann")


CHANGES: tuple[Change, ...] = (
    *(the_amount, the_wish, the_target, taken_back, its_card, the_account, the_login),
    *(its_task, its_person, forgotten, its_time, its_approver, who_asked),
)
