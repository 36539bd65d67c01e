"""Slots for trying out forms: those of shipped tools, and of a bank that knows the accounts."""

import asyncio
from datetime import date
from typing import Annotated

from pydantic import Field

from agents.kit import Money, Tool, Turn, tool
from agents.kit.slots import Choices
from bot.core.reading.find import Findings, find_exact_answer, find_values
from bot.core.reading.slots import Slot, list_slots
from tests.fakes.records import FakeRecords
from tests.fakes.turns import NOON, SELDO, NoHttp

TODAY = date(2026, 11, 27)  # a Friday
ACCOUNTS: dict[str, tuple[str, ...]] = {"Checking": ("1234567890",), "Savings": ("9876543210",)}
OWN_OR_ID = r"^(?:\d{6,12}|[Cc]hecking|[Ss]avings)$"
QUESTION = "Which account shall I send it to, and how much?"


def accounts_of(turn: Turn) -> dict[str, tuple[str, ...]]:
    return ACCOUNTS if turn.person == SELDO else {}


@tool(ends_task=True)
def send(
    to_account: Annotated[
        str,
        Field(description="the account id to send to", pattern=OWN_OR_ID),
        Choices(accounts_of, others=True),
    ],
    amount: Money,
    from_account: Annotated[
        str | None, Field(description="the account to send from"), Choices(accounts_of)
    ] = None,
) -> str:
    """Send money."""
    return f"{amount} went from {from_account} to {to_account}."


def a_turn() -> Turn:
    return Turn(SELDO, "", NOON, FakeRecords(), NoHttp(), progress=lambda _text: None)


def slots_for(of: Tool) -> tuple[Slot, ...]:
    return asyncio.run(list_slots(of, a_turn()))


def slot_of(of: Tool, name: str) -> Slot:
    return next(slot for slot in slots_for(of) if slot.name == name)


def found(text: str, slots: tuple[Slot, ...], *asked: str) -> dict[str, object]:
    return {name: one.value for name, one in read(text, slots, *asked).found.items()}


def read(text: str, slots: tuple[Slot, ...], *asked: str) -> Findings:
    return find_values(text, slots, today=TODAY, asked=asked)


def exact(text: str, slots: tuple[Slot, ...], *asked: str) -> tuple[str, object] | None:
    answer = find_exact_answer(text, slots, asked, QUESTION, today=TODAY)
    return (answer.slot, answer.value) if answer else None


def wide(digits: str) -> str:
    """Digits as they are typed among Japanese or Chinese signs."""
    return digits.translate({ord(digit): ord(digit) + 0xFEE0 for digit in "0123456789"})
