"""Stop a running turn in order: before what comes next, keeping and saying what it has done.

A wish to stop is an accepted event. It reaches a turn of the same process at once, through its
`Halt`; one of another process sees it in the inbox before its next effect. The turn then ends
as `stop` ends a task, and the event's own turn, which comes after it, tells only what is left.
"""

from dataclasses import replace

from bot.core.commands.grammar import ALL, find_in
from bot.core.commands.stack import NOTHING_ELSE
from bot.core.ports.halt import Why
from bot.core.ports.turns import HEEDED
from bot.core.requests.ask import show_again
from bot.core.turn import sealing
from bot.core.turn.journal import Acted
from bot.core.turn.wanted import has_acted
from bot.core.turn.work import Work
from bot.domain.decisions import Gate
from bot.domain.errors import Revised
from bot.domain.messages import Incoming
from bot.domain.tasks import TaskStack

_STOPPING = {("stop", ""), ("stop", ALL), ("reset", "")}
_BECAUSE = {
    Why.STOPPED: "Stopped",
    Why.EDITED: "You changed your message while I was at it, so I stopped",
    Why.DELETED: "You deleted your message while I was at it, so I stopped",
    Why.WITHDRAWN: "You changed or deleted what this was for, so I stopped",
    Why.LEFT: "Whoever asked for this is no longer here, so I stopped",
}


def marked(incoming: Incoming) -> Incoming:
    """Mark an event that is a wish to stop; it need not wait for what it is to stop."""
    return replace(incoming, halts=True) if find_in(incoming) in _STOPPING else incoming


def stop_here(work: Work) -> None:
    """End an interrupted turn: its task is taken off, and what it has done is said.

    Raises:
        Revised: its message was changed, and nothing was done yet, so it begins again.
    """
    halt = work.limits.halt
    why = halt.why or Why.STOPPED
    decided = any(made.gate is Gate.REQUEST for made in work.changes.decisions)
    acted = decided or work.acted.answers or has_acted(work.journal)
    if why in {Why.EDITED, Why.DELETED} and not acted:
        raise Revised
    names = take_off(work)
    stopped = f"{_BECAUSE[why]}: {' and '.join(names)}." if names else f"{_BECAUSE[why]}."
    work.changes.heeded.extend(halt.by)
    # What was done was told in private, too.
    private = work.incoming.shared and bool(work.acted.answers)
    work.say("", f"{stopped} {_done(work.acted)}", private=private)
    work.waits = True


def take_off(work: Work) -> list[str]:
    """Take the active task off, with those that only wait for it; return their agents."""
    top = work.person.stack.top
    stopped = work.person.stack.chain(top) if top is not None else ()
    work.take_off(*stopped)
    work.person.stack = TaskStack(tasks=work.person.stack.tasks)
    sealing.forget_volunteered(work.person)
    work.person.end_wish()
    return [task.agent for task in reversed(stopped)]


def tells_left(work: Work, name: str, argument: str) -> bool:
    """Answer a wish to stop that a turn has followed already: with what is left, nothing else."""
    if (name, argument) != ("stop", "") or HEEDED not in work.journal.finished:
        return False
    left = work.person.stack.top
    work.waits = True
    if left is None:
        work.say("", NOTHING_ELSE)
    else:
        show_again(work, left, f"We can go on with {left.agent}.")
    return True


def _done(acted: Acted) -> str:
    if not acted.answers:
        return "Nothing was changed."
    done = " ".join(acted.answers)
    return f"This was done before, and stays: {done} Nothing more is done for it."
