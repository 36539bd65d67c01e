"""Waits for the next look at a turn, and notices when the process stood still meanwhile."""

from collections.abc import Callable

from bot.engine.patience import Pause

# Whoever stood still for so long may be taken for dead, and another have gone on with the turn.
SURE_SECONDS = 2.0


async def stood_still(seconds: float, elapsed: Callable[[], float], pause: Pause) -> bool:
    """Wait so many seconds; say whether it took so much longer that nothing of ours is sure."""
    began = elapsed()
    await pause(seconds)
    return elapsed() - began > seconds + SURE_SECONDS
