"""Ask a platform, at the moment it matters, what somebody may decide, and as whom."""

from agents.kit.values.person import Person
from bot.core.ports.directory import Directory, MemberStatus
from bot.core.state.directory import look_up
from bot.domain.accounts import Identities, Rights, Trust, is_listed, parse_group
from bot.domain.errors import NotChecked
from bot.domain.requests import Request, RequestKind

# What only leads to another question does not depend on who somebody is elsewhere.
CHECKED = {
    RequestKind.APPROVAL,
    RequestKind.UNKNOWN_OUTCOME,
    RequestKind.PLAN,
    RequestKind.LINK,
}

# What is typed here reaches a tool there, and who joins must say so themselves.
OWN_ALONE = {RequestKind.SECRET, RequestKind.LINK}


async def find_rights(directory: Directory, request: Request, person: Person) -> Rights:
    """What somebody may do with a request, as their platform says now.

    Raises:
        NotChecked: it does not say.
    """
    if request.kind not in CHECKED:
        return Rights(Trust.OWN)
    if not request.may_concern(person):
        return Rights(Trust.NONE)
    async with look_up(NotChecked):
        standing = await directory.standing(person)
        groups = await _groups(directory, request, person)
        identities = await directory.identities(person)
    return Rights(_trust(standing), groups, identities.known)


async def find_decider(directory: Directory, request: Request, person: Person) -> Person | None:
    """As whom somebody may decide a request: themselves, or who they are elsewhere; or None.

    The rights are those of the identity that decides, as its platform says now; whoever comes
    as another one must be an active member where they come from, too.

    Raises:
        NotChecked: a platform does not say.
    """
    if request.may_decide(person, await find_rights(directory, request, person)):
        return person
    if request.kind in OWN_ALONE:
        return None
    for other in (await _identities(directory, person)).linked:
        if request.may_decide(other, await find_rights(directory, request, other)):
            both = [await is_present(directory, one) for one in (person, other)]
            return other if all(both) else None
    return None


async def may_decide(directory: Directory, request: Request, person: Person) -> bool:
    """Say whether somebody may decide a request; where their platform does not say, they may not.

    For lists and suggestions only: whoever decides is told why they may not.
    """
    try:
        return await find_decider(directory, request, person) is not None
    except NotChecked:
        return False


async def is_present(directory: Directory, person: Person) -> bool:
    """Say whether somebody is an active person of a workspace that can be asked about them.

    Raises:
        NotChecked: nobody says.
    """
    async with look_up(NotChecked):
        standing = await directory.standing(person)
    return standing.is_active and not (standing.is_bot or standing.is_stranger)


async def is_same(directory: Directory, person: Person, other: Person) -> bool:
    """Say whether somebody is another one, or linked with them now.

    Raises:
        NotChecked: nobody says.
    """
    return person == other or other in (await _identities(directory, person)).linked


async def _identities(directory: Directory, person: Person) -> Identities:
    async with look_up(NotChecked):
        return await directory.identities(person)


async def _groups(directory: Directory, request: Request, person: Person) -> frozenset[str]:
    """The groups of the request that somebody is in; not looked up for who is listed anyway."""
    if is_listed(person, request.approvers, beside=request.asked):
        return frozenset()
    found = set()
    for group in request.groups:
        platform, workspace, id_ = parse_group(group, beside=request.asked)
        if (person.platform, person.workspace) != (platform, workspace):
            continue
        if await directory.is_in(person, id_):
            found.add(group)
    return frozenset(found)


def _trust(standing: MemberStatus) -> Trust:
    if standing.is_bot or not standing.is_active:
        return Trust.NONE
    return Trust.OWN if standing.is_guest or standing.is_stranger else Trust.FULL
