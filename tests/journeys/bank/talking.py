"""The demo bank in conversations: its people, its accounts, and what moved."""

import re

from agents.bank.tables import ACCOUNTS, TRANSFERS
from agents.kit.values.model import ChatMessage, ModelCall, Purpose
from bot.domain.messages import Reply
from tests.fakes.questions import asks
from tests.journeys.conversation import Conversation, a_conversation

CHECKING, SAVINGS, ANAS = "1234567890", "9876543210", "1234324"
LOGIN = ("log me in", "seldo", "monkey")
READY = (*LOGIN, "what is my checking balance?")

Movement = tuple[str, str, int]


async def say_all(conversation: Conversation, *lines: str, user: str = "ana") -> str:
    """Say one line after the other; return what came back last."""
    said = ""
    for line in lines:
        said = await conversation.say(line, user=user)
    return said


async def talked(*lines: str) -> Conversation:
    """Return a conversation in which these lines were said."""
    conversation = await a_conversation()
    await say_all(conversation, *lines)
    return conversation


async def moved(conversation: Conversation) -> list[Movement]:
    """All transfers so far: from, to, and the minor units."""
    rows = await conversation.rows(TRANSFERS)
    return [(str(r["source"]), str(r["target"]), int(str(r["minor"]))) for r in rows]


async def holds(conversation: Conversation, account: str) -> int:
    """What an account holds, in minor units."""
    rows = await conversation.rows(ACCOUNTS)
    return next(int(str(row["balance_minor"])) for row in rows if row["id"] == account)


def since(conversation: Conversation, replies: int) -> list[Reply]:
    """The replies after the first so many."""
    return conversation.replies[replies:]


def calls_for(conversation: Conversation, purpose: Purpose) -> list[ModelCall]:
    """The model calls of one purpose."""
    return [call for call in conversation.model.calls if call.purpose is purpose]


def questions(conversation: Conversation, kind: str) -> list[ModelCall]:
    """The closed questions of one kind that the model was asked."""
    return [call for call in conversation.model.calls if asks(call, kind)]


def instructions(call: ModelCall) -> str:
    """What a call tells the model to be and to do."""
    return call.messages[0].content


def noted(call: ModelCall) -> str:
    """What a call shows beside the conversation: what was said, returned or written before."""
    return "\n".join(m.content for m in call.messages if _is_note(m))


def last_words(call: ModelCall) -> str:
    """The newest words of a person that a call shows."""
    spoken = (m for m in reversed(call.messages) if m.role == "user" and not _is_note(m))
    return next(spoken).content


def _is_note(message: ChatMessage) -> bool:
    return message.role == "user" and message.content.startswith("(note) ")


def tool_names(call: ModelCall) -> set[str]:
    """The tools a call offers."""
    return {tool.name for tool in call.tools}


def amounts_in(text: str) -> list[str]:
    """The amounts a text names."""
    return re.findall(r"\d[\d,]*\.\d\d", text)
