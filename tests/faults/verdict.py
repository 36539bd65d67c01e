"""What became of a conversation: read from the database and from all that was heard."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.faults.audited import discrepancies
from tests.faults.driver import Heard, Line, Talk
from tests.faults.kept import Rows, rows

ASIDE = {"progress", "end_of_turn"}

TRANSFERS = "SELECT source, target, minor FROM bank_transfers ORDER BY source, target, minor"
ENTRIES = "SELECT account, minor FROM bank_entries ORDER BY account, minor"
BALANCES = "SELECT id, balance_minor FROM bank_accounts ORDER BY id"
SAID = "SELECT speaker, by_bot, text FROM messages ORDER BY seq"
REQUESTS = "SELECT kind, status FROM requests ORDER BY seq"
UNFINISHED = "SELECT status, attempts, reason FROM inbox WHERE status <> 'done'"
UNSENT = "SELECT body FROM outbox WHERE sent_at IS NULL"

Meaning = tuple[str, str, str, str]


@dataclass(frozen=True, slots=True)
class State:
    """How things stand in the world and in the store."""

    transfers: Rows
    entries: Rows
    balances: Rows
    said: Rows
    requests: Rows
    unfinished: Rows
    unsent: Rows

    @classmethod
    def of(cls, folder: Path) -> "State":
        """Read it from the database of a folder."""
        questions = (TRANSFERS, ENTRIES, BALANCES, SAID, REQUESTS, UNFINISHED, UNSENT)
        return cls(*(ask(folder, question) for question in questions))


def ask(folder: Path, question: str) -> Rows:
    """Ask the database of a folder."""
    return rows(folder, question)


def meanings(heard: Iterable[Heard]) -> Counter[Meaning]:
    """Count what was said in earnest, by what it means; copies have the same id."""
    by_id = {line["id"]: line for line in heard if line["kind"] not in ASIDE}
    return Counter(
        (line["reply_to"], line["kind"], line.get("agent", ""), line["text"])
        for line in by_id.values()
    )


def contradictions(heard: Iterable[Heard]) -> list[str]:
    """List the ids under which two different things were said."""
    first: dict[str, Heard] = {}
    said = [line for line in heard if line["kind"] not in ASIDE]
    return [line["id"] for line in said if first.setdefault(line["id"], line) != line]


def problems(talk: Talk, lines: Sequence[Line], undisturbed: Talk) -> list[str]:
    """List everything that came out otherwise than it would have without a disturbance."""
    state, wanted = State.of(talk.folder), State.of(undisturbed.folder)
    found = [f"unanswered: {line.id}" for line in lines if not talk.is_answered(line)]
    found += discrepancies(talk.folder)
    for name in State.__slots__:
        is_so, should_be = getattr(state, name), getattr(wanted, name)
        if is_so != should_be:
            found.append(f"{name}: {_difference(is_so, should_be)}")
    said, should_say = meanings(talk.heard), meanings(undisturbed.heard)
    found += [f"never said: {meaning}" for meaning in should_say - said]
    found += [f"said too often: {meaning}" for meaning in said - should_say]
    return [*found, *(f"two meanings: {id_}" for id_ in contradictions(talk.heard))]


def _difference(is_so: Rows, should_be: Rows) -> str:
    """Tell what is too much and what is missing."""
    more, less = Counter(is_so) - Counter(should_be), Counter(should_be) - Counter(is_so)
    return f"too much {list(more.elements())}, missing {list(less.elements())}"
