"""Who may decide: the people and groups a request lists, and how far a platform trusts them.

What a platform says is looked up anew for every decision; here it is only weighed.
"""

from dataclasses import dataclass
from enum import StrEnum

from agents.kit.values.person import Person

GROUP = "group:"
THE_GROUP = "the group "  # how texts for people write it


class Trust(StrEnum):
    """How far somebody may decide at all.

    Members may decide for others, guests and people of other workspaces for themselves alone,
    bots and people who have left may decide nothing.
    """

    FULL = "full"
    OWN = "own"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Rights:
    """What is known of somebody who decides; `groups` are those of the request they are in.

    `same` are identities they have, or had, on other platforms: of all of them one counts.
    """

    trust: Trust
    groups: frozenset[str] = frozenset()
    same: frozenset[Person] = frozenset()


def is_listed(person: Person, entries: tuple[str, ...], beside: Person) -> bool:
    """Say whether a list names somebody: `platform/workspace/id`, or the id of a neighbour.

    A neighbour is on the platform and in the workspace of `beside`.
    """
    is_near = (person.platform, person.workspace) == (beside.platform, beside.workspace)
    return any(
        entry == person.key if "/" in entry else is_near and entry == person.user
        for entry in entries
    )


def place_of(group: str, beside: Person) -> tuple[str, str, str]:
    """The platform, the workspace and the id of a group, as a rule writes it."""
    platform, _, rest = group.partition("/")
    workspace, _, id_ = rest.partition("/")
    return (platform, workspace, id_) if id_ else (beside.platform, beside.workspace, group)
