"""Tell how things are while a turn is running: a read beside it, for who asks and nobody else."""

from bot.core.commands.grammar import find_in
from bot.core.turn.services import Services
from bot.domain.messages import Incoming

_ASKING = {"tasks", "status"}


def asks(incoming: Incoming) -> bool:
    """Say whether an event only asks how things are."""
    found = None if incoming.files else find_in(incoming)
    return found is not None and found[0] in _ASKING and not found[1]


async def told(services: Services, incoming: Incoming, doing: str | None) -> str:
    """Say what is going on; `doing` is what the running turn does, None if it is not theirs.

    Raises:
        StoreAway: it cannot be known.
    """
    participant = await services.sessions.participant(incoming.thread.session, incoming.person)
    tasks = (*reversed(participant.stack.tasks), *participant.stack.queued)
    lines = [_now(doing)]
    if tasks:
        lines += ["Open before that:", *(f"- {task.agent}" for task in tasks)]
    return "\n".join(lines)


def _now(doing: str | None) -> str:
    if doing is None:
        return "I am busy with somebody else's message here; yours comes next."
    last = f" The last step was: {doing}." if doing else ""
    return f"I am working on your last message.{last} Say “stop” to end that."
