"""A bank in which somebody else approves: its rule, its people, and what their clicks do."""

from collections.abc import Sequence
from dataclasses import replace

from agents.catalogue import AGENTS
from agents.kit import Agent, Approval, Money, four_eyes, over
from bot.domain.messages import Reply, ReplyKind
from bot.domain.requests import Request
from tests.fakes.directory import FakeDirectory
from tests.journeys.bank.talking import READY, say_all
from tests.journeys.conversation import Conversation, a_conversation

LIMIT = over(Money("600.00"))
BY_BEN = four_eyes(approvers=["ben"], when=LIMIT)
TWO_OF_THREE = four_eyes(approvers=["ben", "cleo", "dora"], quorum=2, when=LIMIT)


def ruled(rule: Approval, agents: Sequence[Agent] = AGENTS) -> tuple[Agent, ...]:
    """The catalogue, with another rule for transfers."""
    return tuple(
        replace(a, tools=tuple(replace(t, approval=rule) for t in a.tools))
        if a.name == "transfer_money"
        else a
        for a in agents
    )


async def a_bank(
    rule: Approval = BY_BEN, *lines: str, directory: FakeDirectory | None = None
) -> Conversation:
    """Ana is logged in and has seen her balance; the lines are hers, too."""
    conversation = await a_conversation(agents=ruled(rule), directory=directory)
    await say_all(conversation, *READY, *lines)
    return conversation


async def with_a_card(
    rule: Approval = BY_BEN, directory: FakeDirectory | None = None
) -> Conversation:
    """A card for 700 dollars is open."""
    return await a_bank(rule, "transfer 700 to 1234324", directory=directory)


def the_request(conversation: Conversation) -> Request:
    """The one request that is open."""
    (request,) = conversation.pending
    return request


def button(conversation: Conversation, verb: str) -> str:
    """The id of a button of the open request."""
    return f"{the_request(conversation).id}:{verb}"


def outcomes(conversation: Conversation) -> list[str]:
    """What locked cards, in order."""
    return [c.text for c in conversation.changes if c.kind is ReplyKind.OUTCOME]


def updates(conversation: Conversation) -> list[str]:
    """What cards were told without being locked, in order."""
    return [c.text for c in conversation.changes if c.kind is ReplyKind.UPDATE]


def told(conversation: Conversation, user: str) -> list[Reply]:
    """What was said to somebody in private."""
    return [
        r for r in conversation.replies if r.private and r.to is not None and r.to.user == user
    ]
