"""What a procedure keeps in its diary: every message, and every agent's own lines, each once."""

import re
from collections.abc import Collection, Iterator, Sequence

from pydantic import JsonValue

from agents.kit.agent import Stage
from agents.kit.outcome import DiaryLine, Outcome
from agents.kit.procedures import observing
from agents.kit.procedures.position import Own, OwnLine, ProcedureMemory, ProcedurePosition
from agents.kit.procedures.procedure import Procedure
from agents.kit.procedures.transitions import KEPT_LINES

SAID = "said"
GONE = "(taken back)"

Lines = Sequence[ProcedureMemory] | Sequence[OwnLine]


async def opened(
    procedure: Procedure, stage: Stage, stored: ProcedurePosition
) -> ProcedurePosition:
    """A stored position with as much of what was said as its next step needs."""
    # Two windows, and one more that tells whether there was more.
    most = stored.told if procedure.sheet.config.top_k else 2 * procedure.history + 1
    found = await _said(stage, stored.earlier - most, stored.earlier)
    said = _without_words((*found, *stored.memories), stored.taken_back)
    return stored.with_(memories=said, earlier=stored.earlier - len(found), taken_back=())


async def with_own(
    stage: Stage, stored: ProcedurePosition | None, position: ProcedurePosition, name: str
) -> ProcedurePosition:
    """A position with the last lines of an agent's own."""
    own = position.own(name)
    missing = max(0, min(KEPT_LINES - len(own.lines), own.left_out))
    found = await _own(stage, name, own.left_out - missing, own.left_out)
    lines = _without_lines((*found, *own.lines), stored.taken_back if stored else ())
    left_out = own.left_out - len(found)
    return position.with_own(name, own.model_copy(update={"lines": lines, "left_out": left_out}))


async def rewritten(stage: Stage, stored: ProcedurePosition) -> tuple[DiaryLine, ...]:
    """The lines of the diary that must not say any longer what was taken back."""
    words, changed = stored.taken_back, list[DiaryLine]()
    if words:
        said = await _said(stage, 0, stored.earlier)
        changed += _changed(SAID, said, _without_words(said, words))
        for name, own in stored.agents.items():
            seen = await _own(stage, name, 0, own.left_out)
            changed += _changed(_book(name), seen, _without_lines(seen, words))
    return tuple(changed)


def _changed(book: str, before: Lines, after: Lines) -> Iterator[DiaryLine]:
    for line in _new(book, 0, after, 0):
        if before[line.number] != after[line.number]:
            yield line


async def everything(stage: Stage, position: ProcedurePosition) -> tuple[ProcedureMemory, ...]:
    """All that was said, also what is not at hand."""
    earlier = await _said(stage, 0, position.earlier)
    return (*earlier, *position.memories)


async def _said(stage: Stage, since: int, until: int) -> tuple[ProcedureMemory, ...]:
    found = await stage.diary(SAID, max(0, since), until) if until > 0 else ()
    return tuple(ProcedureMemory.model_validate(memory) for memory in found)


async def _own(stage: Stage, name: str, since: int, until: int) -> tuple[OwnLine, ...]:
    found = await stage.diary(_book(name), since, until) if until > since else ()
    return tuple(OwnLine.model_validate(line) for line in found)


def kept(
    outcome: Outcome, stored: ProcedurePosition | None, position: ProcedurePosition
) -> Outcome:
    """An outcome that keeps a position, and in the diary what it has more than the stored one."""
    added = _added(stored or ProcedurePosition(state=position.state), position)
    state = position.as_json()
    return outcome.model_copy(update={"state": state, "diary": tuple(added)})


def _added(stored: ProcedurePosition, position: ProcedurePosition) -> Iterator[DiaryLine]:
    """What is at hand and not in the diary yet: those of earlier versions kept all themselves."""
    yield from _new(SAID, stored.earlier, position.memories, position.earlier)
    for name, own in position.agents.items():
        yield from _new(_book(name), stored.own(name).left_out, own.lines, own.left_out)


def _new(book: str, since: int, at_hand: Lines, first: int) -> Iterator[DiaryLine]:
    for number, line in enumerate(at_hand, start=first):
        if number >= since:
            body = line.model_dump(mode="json", exclude_defaults=True)
            yield DiaryLine(book=book, number=number, body=body)


def _book(name: str) -> str:
    return f"own/{name}"


def taken_back(position: ProcedurePosition, words: Collection[str]) -> dict[str, JsonValue]:
    """A stored position without words, and without the summaries that may be made of them."""
    texts = tuple(dict.fromkeys((*position.taken_back, *sorted(words))))
    changed = position.with_(
        taken_back=texts,
        summary="",
        shared={key: "" if text in words else text for key, text in position.shared.items()},
        agents={name: _unsummed(own) for name, own in position.agents.items()},
    )
    return changed.model_dump(mode="json", exclude_defaults=True) | {"state": position.state}


def _unsummed(own: Own) -> Own:
    return own.model_copy(update={"summary": ""})


def _without_words(
    said: Sequence[ProcedureMemory], words: Collection[str]
) -> tuple[ProcedureMemory, ...]:
    """What was said, as if its person had not said these words."""
    return tuple(_memory_without(memory, words) for memory in said)


def _memory_without(memory: ProcedureMemory, words: Collection[str]) -> ProcedureMemory:
    is_gone = memory.by_person and observing.said(memory).strip() in words
    return memory.model_copy(update={"content": GONE, "vector": {}}) if is_gone else memory


def _without_lines(own: Sequence[OwnLine], words: Collection[str]) -> tuple[OwnLine, ...]:
    """What an agent has seen and said, as if nobody had told it these words."""
    return tuple(_line_without(line, words) for line in own)


def _line_without(line: OwnLine, words: Collection[str]) -> OwnLine:
    content = line.content
    for text in words if line.seen else ():
        said = re.escape(f" said: {text}")
        content = re.sub(rf"{said}(?=\n|$)", f" said: {GONE}", content)
    return line.model_copy(update={"content": content})
