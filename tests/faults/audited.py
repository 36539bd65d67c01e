"""Whether the audit tells what happened: each transfer, on whose word, in a whole chain."""

from collections import Counter
from pathlib import Path

from bot.domain.audit_log import AuditLink, ChainCheck, ChainHead, Facts
from bot.storage.tables.sessions import audit
from bot.storage.tables.statements import select
from tests.faults.kept import rows

LINKS = select(audit, "ORDER BY number")
HEAD = "SELECT count, hash FROM audit_head"
TRANSFERS = "SELECT effect_key FROM bank_transfers"


def discrepancies(folder: Path) -> list[str]:
    """List where the audit and the bank's own books do not tell the same, or the chain breaks."""
    links, head = _chain(folder)
    transfers = [str(key) for (key,) in rows(folder, TRANSFERS)]
    found = _broken(links, head)
    told = [entry for link in links for entry in link.told]
    effects = [entry for entry in told if entry["act"] == "effect" and entry["tool"] == "transfer"]
    done = Counter(str(entry["key"]) for entry in effects if entry["outcome"] == "done")
    found += [f"not in the audit: {key}" for key in transfers if not done[key]]
    found += [f"only in the audit: {key}" for key in done if key not in transfers]
    found += [f"told twice: {key}" for key, times in done.items() if times > 1]
    return [*found, *(f"nobody approved {e['key']}" for e in effects if _lacks_word(e, told))]


def effects(folder: Path) -> tuple[list[str], list[str]]:
    """The tools whose effects the audit tells of, and what is wrong with it."""
    links, head = _chain(folder)
    told = [entry for link in links for entry in link.told]
    done = [e for e in told if e["act"] == "effect" and e["outcome"] == "done"]
    unapproved = [f"nobody approved {e['key']}" for e in done if _lacks_word(e, told)]
    broken = _broken(links, head)
    return sorted(str(entry["tool"]) for entry in done), [*broken, *unapproved]


def _chain(folder: Path) -> tuple[list[AuditLink], ChainHead]:
    heads = [ChainHead(*row) for row in rows(folder, HEAD)]  # type: ignore[arg-type] # its columns
    links = [AuditLink(*row) for row in rows(folder, LINKS)]  # type: ignore[arg-type] # its columns
    return links, heads[0] if heads else ChainHead()


def _broken(links: list[AuditLink], head: ChainHead) -> list[str]:
    check = ChainCheck()
    for link in links:
        check.follow(link)
    check.ends_at(head)
    return [f"audit: {problem}" for problem in check.problems]


def _lacks_word(effect: Facts, told: list[Facts]) -> bool:
    """Say whether an action ran as approved that nobody is noted to have approved."""
    words = (entry for entry in told if entry["act"] in {"decision", "step_approved"})
    approved = {entry["action"] for entry in words}
    return bool(effect["approved"]) and effect["approved"] not in approved
