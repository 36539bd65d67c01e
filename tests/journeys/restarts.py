"""Turns whose process dies before their commit, and that begin again."""

from bot.core.ports.turns import Ending
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming
from tests.journeys.conversation import THREAD, Conversation, a_person


class Killed(BaseException):
    """The process is gone at this very moment."""


async def begun(conversation: Conversation) -> Ending:
    """Begin the oldest turn, or begin it again, up to its commit."""
    beginning = await conversation.store.begin(THREAD.session)
    assert beginning is not None
    return await answer(beginning, conversation.services, lambda _agent, _text: None)


async def killed_once(conversation: Conversation, text: str) -> None:
    """Say something; the process dies before the commit, wherever it is by then."""
    await conversation.store.accept(Incoming("event-0", THREAD, a_person("ana"), text=text))
    try:
        await begun(conversation)
    except Killed:
        return


async def begun_again(conversation: Conversation) -> str:
    """Carry the turn that was cut off to its commit."""
    ending = await begun(conversation)
    await conversation.store.commit(ending)
    said = [reply for reply in ending.replies if reply.is_said]
    conversation.replies.extend(said)
    return "\n\n".join(reply.text for reply in said)
