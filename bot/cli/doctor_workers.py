"""What `frontdesk doctor` says of workers: their tables, whether any lives, what waits."""

from bot.bootstrap import App, standing_of
from bot.cli.findings import Finding, bad, good, look


async def workers(app: App) -> list[Finding]:
    """Look at the workers; nothing is said where one process does it all."""
    standing = await standing_of(app)
    if standing is None:
        return []
    if not standing.has_tables:
        return [bad("workers", "the schema “procrastinate” is missing; run: frontdesk db upgrade")]
    if not standing.has_workers:
        waiting = f"; {standing.waiting} sessions wait" if standing.waiting else ""
        return [look("workers", f"none gives a sign of life{waiting}; start: frontdesk worker")]
    return [good("workers", f"alive; {standing.waiting} sessions wait for one")]
