"""What is shown of a conversation: what counts, what somebody has not seen, and recall."""

from collections.abc import Sequence

from agents.kit.procedures.knowledge import nearest
from agents.kit.procedures.position import ProcedureMemory, ProcedurePosition
from agents.kit.procedures.procedure import Procedure

YOU = "you"


def scope(procedure: Procedure, position: ProcedurePosition) -> tuple[ProcedureMemory, ...]:
    """What agents may know: in a competitive environment, only what this state was told."""
    return position.from_number(position.since if procedure.is_competitive else 0)


def conversation(position: ProcedurePosition) -> tuple[ProcedureMemory, ...]:
    """What was said since the current state was entered for the first time."""
    return position.from_number(position.since)


def recent(memories: Sequence[ProcedureMemory], history: int) -> tuple[ProcedureMemory, ...]:
    """All messages while they are few, else the last ones."""
    return tuple(memories if len(memories) <= history else memories[-(history - 1) :])


def unseen(
    memories: Sequence[ProcedureMemory], name: str, history: int
) -> tuple[ProcedureMemory, ...]:
    """What was said since somebody spoke last, or since the beginning; the end of it if long."""
    spoke = [place for place, memory in enumerate(memories) if memory.name == name]
    new = tuple(memories[spoke[-1] + 1 if spoke else 0 :])
    return new if len(new) <= 2 * history else new[-(2 * history - 1) :]


def recalled(memories: Sequence[ProcedureMemory], most: int) -> tuple[ProcedureMemory, ...]:
    """The earlier messages most like the last one, in the order in which they were said."""
    if not memories:
        return ()
    *earlier, last = memories
    places = [(place, memory.vector) for place, memory in enumerate(earlier)]
    near = sorted(place for place, _score in nearest(last.vector, places, most))
    return tuple(earlier[place] for place in near)


def shown(memories: Sequence[ProcedureMemory], reader: str = "") -> str:
    """Messages as a model reads them, a line each; whoever reads is “you”."""
    return "\n".join(_line(memory, reader) for memory in memories)


def said(memory: ProcedureMemory) -> str:
    """What was said, without the name that a person's words begin with."""
    return memory.content.removeprefix(f"{memory.name}:") if memory.by_person else memory.content


def _line(memory: ProcedureMemory, reader: str) -> str:
    name = YOU if memory.name == reader else memory.name
    return f"{name} said: {said(memory).strip()}"
