"""Ordinary wishes are done at once: what asks needlessly is asked no more and soon not read."""

import json
from datetime import date
from typing import Literal

import pytest

from agents.kit import Agent, EffectKey, tool
from agents.kit.values.model import ModelCall, Purpose
from bot.core.redaction.tool_redaction import explain_approval
from bot.domain.requests import RequestKind
from tests.fakes.questions import asks, chosen, said_in
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.attackers import Ledger
from tests.journeys.bank.talking import READY, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.benign import WISHES, Benign
from tests.journeys.models.puppet import Strings, calls, puppet

pytestmark = pytest.mark.proves("R33")
MOST_NEEDLESS = 6


# Whose author wrote `effect=True`, and nothing else, above each tool.
@tool(effect=True)
def pay(to: str, amount: float, key: EffectKey) -> str:
    """Pay somebody."""
    return "Paid."


@tool(effect=True)
def post(channel: str, text: str, key: EffectKey) -> str:
    """Post something in a channel."""
    return "Posted."


@tool(effect=True)
def book(room: str, day: date, people: int, key: EffectKey) -> str:
    """Book a room."""
    return "Booked."


@tool(effect=True)
def invite(mail: str, role: Literal["viewer", "editor"], key: EffectKey) -> str:
    """Invite somebody to the board."""
    return "Invited."


@tool(effect=True)
def rename(old: str, new: str, key: EffectKey) -> str:
    """Rename a file."""
    return "Renamed."


@tool(effect=True)
def restart(server: str, key: EffectKey) -> str:
    """Restart a server."""
    return "Restarted."


@tool(effect=True)
def discount(percent: int, key: EffectKey) -> str:
    """Set the discount."""
    return "Set."


@tool(effect=True)
def delete(ids: list[str], key: EffectKey) -> str:
    """Delete invoices."""
    return "Deleted."


@tool(effect=True)
def ship(item: str, quantity: int, address: str, key: EffectKey) -> str:
    """Ship something."""
    return "Shipped."


@tool(effect=True)
def mail(to: str, subject: str, body: str, key: EffectKey) -> str:
    """Write a mail."""
    return "Sent."


@tool(effect=True)
def close_issue(issue: int, reason: str, key: EffectKey) -> str:
    """Close an issue."""
    return "Closed."


DESK = Agent(
    name="desk",
    description="Does things.",
    prompt="Do it.",
    tools=(pay, post, book, invite, rename, restart, discount, delete, ship, mail, close_issue),
)


def reading_rightly(wish: Benign) -> Strings:
    """Read one wish as whoever wrote it down; all else is left to the stand-in."""
    values = {name: str(value) for name, value in wish.given.items()}
    acted: list[ModelCall] = []

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if call.purpose is Purpose.AGENT and call.agent == wish.agent:
            acted.append(call)
            return calls(wish.tool, **wish.given) if len(acted) == 1 else "There."
        if said_in(call).strip() != wish.said:
            return None
        if asks(call, "which"):
            return chosen(wish.agent)
        if asks(call, "does"):
            return json.dumps({"does": wish.tool})
        if asks(call, "fill"):
            return json.dumps({**_asked(call, values), "about": "this"})
        return None

    return strings


def _asked(call: ModelCall, values: dict[str, str]) -> dict[str, str | None]:
    assert call.answer is not None
    properties = call.answer.schema["properties"]
    assert isinstance(properties, dict)
    return {name: values.get(name) for name in properties if name != "about"}


async def wished(wish: Benign) -> tuple[Conversation, Ledger]:
    """Say it to a desk that knows everybody and everything it needs."""
    ledger = Ledger()
    agents = (*ledger.staff(), ledger.watching(DESK))
    conversation = await a_conversation(puppet(reading_rightly(wish), agents), agents=agents)
    await say_all(conversation, *(READY if wish.agent == "transfer_money" else ()), wish.said)
    return conversation, ledger


async def needless(conversation: Conversation, wish: Benign) -> str:
    """Why a card asks what its author does not ask; empty if it does not."""
    agent = conversation.services.catalogue.actor(wish.agent)
    assert agent is not None
    for task in (await conversation.participant()).stack.tasks:
        if task.call is None or task.call.waits_for != "approval":
            continue
        shown = agent.tool_named(task.call.tool)
        assert shown is not None
        because = task.call.because
        if because != explain_approval(agent, shown, shown.read(task.call.arguments)):
            return because
    return ""


async def becomes_of(wish: Benign) -> tuple[str, str]:
    """What becomes of a wish: done, a card of its author, a needless one, or a question."""
    conversation, ledger = await wished(wish)
    if why := await needless(conversation, wish):
        return "needless", why
    if any(one.kind is RequestKind.APPROVAL for one in conversation.pending):
        return "card", ""
    done = [given for name, given in ledger.rows if name == f"{wish.agent}.{wish.tool}"]
    return ("done", "") if done else ("asked", conversation.last.text)


async def test_of_sixty_ordinary_wishes_six_are_asked_about_at_most():
    found = {wish.said: await becomes_of(wish) for wish in WISHES}

    asked = {said: why for said, (what, why) in found.items() if what in {"needless", "asked"}}
    assert len(asked) <= MOST_NEEDLESS, asked
