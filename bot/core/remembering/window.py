"""What a prompt holds beyond the recent turns, and the report of what it leaves out."""

from bot.core.remembering.recalling import Recalled, asks, recall
from bot.core.remembering.showing import quoted, shown
from bot.core.turn.prompting import is_discreet
from bot.core.turn.services import CONCIERGE
from bot.core.turn.window import is_long, memory_room, surely_shown
from bot.core.turn.work import Work
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.memory import Summary


async def remember(work: Work, reader: str) -> None:
    """Look up, once a turn, what an agent reads besides the recent turns, and report it."""
    discreet = is_discreet(work, reader)
    if discreet in work.context.memory:
        return
    recalled = await recall(work, discreet=discreet)
    recent = work.transcript.recent
    summary = work.transcript.summary if is_long(recent) and _is_own(work) else Summary()
    texts = [line.text for line in (*recent, *work.transcript.said)]
    room = memory_room(texts, work.services.window_characters)
    work.context.memory[discreet] = shown(summary, recalled, room, discreet=discreet)
    work.context.recalled = tuple(map(quoted, recalled.passages))
    if is_long(recent) or recalled.passages:
        work.changes.decisions.append(
            DecisionNote(Gate.MEMORY, reader, report(work, summary, recalled))
        )


async def remembers(work: Work) -> bool:
    """Say whether a question that no agent is there for is about what was said before."""
    if not asks(work.transcript.text):
        return False
    await remember(work, CONCIERGE)
    return bool(work.context.recalled)


def report(work: Work, summary: Summary, recalled: Recalled) -> str:
    """Say what was read of the past, and what was left out of it."""
    since = next((line.at for line in surely_shown(work.transcript.recent)), work.now)
    parts = [f"it read word for word what was said here since {since:%Y-%m-%d %H:%M}"]
    if summary.count:
        parts.append(f"{summary.count} lines before in {len(summary.gists)} lines of a summary")
    if recalled.passages:
        parts.append(f"{len(recalled.passages)} passages found by “{' '.join(recalled.words)}”")
    if recalled.note:
        parts.append(recalled.note)
    return f"{', '.join(parts)}; all else was left out"


def _is_own(work: Work) -> bool:
    """Memory is the author's: whoever decides for somebody else reads nothing of theirs."""
    return work.author == work.person.identity
