"""Effects on an agent's own tables that happen once per key, however often they are repeated."""

from collections.abc import Callable
from dataclasses import asdict, dataclass

from agents.kit.numbers import home
from agents.kit.records import AlreadyThere, Column, Rows, Table
from agents.kit.turn import Turn

# What each effect answered, and in which workspace. Agents that use `once` list it as theirs.
EFFECTS = Table(
    "agent_effects",
    (
        Column("effect_key", key=True),
        Column("workspace", indexed=True),
        Column("reply"),
        Column("artifact"),
        Column("at", kind="moment"),
    ),
)


@dataclass(frozen=True, slots=True)
class Deed:
    """What an effect answers, and its result that is not chat text, if it has one."""

    reply: str
    artifact: str = ""


async def once(turn: Turn, key: str, act: Callable[[Rows], Deed | str]) -> str:
    """Carry an effect out, or give the answer it gave under this key.

    What `act` changes and what it answers are committed together; it changes nothing but rows,
    and raises ToolFailed when it cannot be done.
    """

    def _work(rows: Rows) -> Deed:
        return _earlier(rows, key) or _anew(rows, act, turn, key)

    try:
        deed = await turn.records.transact(_work)
    except _Twice:  # the same effect, at the same moment, by somebody thought dead
        deed = await turn.records.transact(_work)
    if deed.artifact:
        turn.deliver(deed.artifact)
    return deed.reply


class _Twice(Exception):
    """Another run of this effect was committed while this one acted."""


def _earlier(rows: Rows, key: str) -> Deed | None:
    found = rows.find(EFFECTS, effect_key=key)
    return next((Deed(row["reply"], row["artifact"]) for row in found), None)


def _anew(rows: Rows, act: Callable[[Rows], Deed | str], turn: Turn, key: str) -> Deed:
    acted = act(rows)
    deed = acted if isinstance(acted, Deed) else Deed(acted)
    try:
        rows.add(EFFECTS, effect_key=key, workspace=home(turn.person), at=turn.now, **asdict(deed))
    except AlreadyThere:
        raise _Twice from None
    return deed
