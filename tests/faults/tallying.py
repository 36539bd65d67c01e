"""What became of the messages of many sessions: lost, doubled, out of order, or all is well."""

from collections import Counter, defaultdict
from dataclasses import dataclass, replace

from tests.faults.cluster import Cluster
from tests.faults.crowd import BEGUN, ENDED

# The concierge may have its say after it.
ANSWERS = """
    SELECT reply_to, COUNT(*) FROM http_events
    WHERE kind = 'message' AND body LIKE '%"tallied %' GROUP BY reply_to"""


@dataclass(frozen=True, slots=True)
class Judged:
    """What became of the messages of all sessions."""

    lost: int
    doubled: int
    disordered: int
    overlapping: int
    unanswered: int
    answered_twice: int

    @property
    def as_promised(self) -> "Judged":
        """What holds also when work is done again."""
        return replace(self, doubled=0, disordered=0, overlapping=0)


ALL_WELL = Judged(0, 0, 0, 0, 0, 0)


def judged(cluster: Cluster, messages: int) -> Judged:
    """Compare what was done, in order, with so many different messages that were asked for."""
    done = defaultdict[str, list[int]](list)
    running, overlapping = Counter[str](), 0
    for entry in cluster.entries():
        running[entry.session] += 1 if entry.what == BEGUN else -1
        overlapping += running[entry.session] > 1
        if entry.what == ENDED:
            done[entry.session].append(entry.number)
    answers = dict(cluster.rows(ANSWERS))
    asked = cluster.rows("SELECT split_part(dedupe, '/', 3) FROM inbox WHERE kind = 'message'")
    per_message = [answers.get(event, 0) for (event,) in asked]
    kept = done.values()
    return Judged(
        lost=messages - sum(len(set(numbers)) for numbers in kept),
        doubled=sum(len(numbers) - len(set(numbers)) for numbers in kept),
        disordered=sum(numbers != sorted(numbers) for numbers in kept),
        overlapping=overlapping,
        unanswered=messages - sum(count > 0 for count in per_message),
        answered_twice=sum(count > 1 for count in per_message),
    )


def faults(cluster: Cluster, result: Judged) -> Judged:
    """What is wrong with a result; on a machine that stalls for seconds, less may be expected.

    A worker that lives but gives no sign of it for so long is taken for dead, and one that is
    told to stop waits for a turn for some seconds only: the work is done again, and answered once.
    """
    is_done_again = taken_for_dead(cluster) or cluster.logged("turn_left")
    return result.as_promised if is_done_again else result


def taken_for_dead(cluster: Cluster) -> int:
    """How many jobs were taken over from somebody who gave no sign of life."""
    return len(cluster.logged("job_of_dead_worker"))


async def talk(cluster: Cluster, session: str, messages: int) -> None:
    for number in range(messages):
        await cluster.say(session, number)
