"""What somebody does about who they are elsewhere: link, links, unlink, and decide from here."""

from agents.kit.values.person import Person
from bot.core.accounts.links import offer_code, redeem_code
from bot.core.requests.deciders import is_same, may_decide
from bot.core.requests.names import answer_alone, describe_person
from bot.core.requests.verdicts import UNKNOWN
from bot.core.state.audit_events import tell_audit, tell_refused_press
from bot.core.state.work import Work
from bot.core.verdicts.decide import take_press
from bot.core.verdicts.typed_verdicts import read_verdict
from bot.domain.errors import NotUnderstood, Refused
from bot.domain.ids import RequestId
from bot.domain.operations import Unlinked

NOT_LINKED = "You are not linked with anybody. To be, write “link” on one of your platforms."
UNLINKED = (
    "Unlinked: {whom}. From now on neither side decides for the other. Where two people are "
    "needed, both still count as one."
)
HOW = "Say what to decide, such as: decide {id} approve"


async def link(work: Work, argument: str) -> None:
    """Make a code, or redeem one."""
    if argument:
        await redeem_code(work, argument)
    else:
        await offer_code(work)


async def list_links(work: Work, _argument: str) -> None:
    """List who the author is elsewhere, with numbers."""
    linked = await _linked(work)
    if not linked:
        answer_alone(work, NOT_LINKED)
        return
    lines = [f"{number}. {describe_person(other)}" for number, other in enumerate(linked, start=1)]
    answer_alone(
        work, "\n".join([f"You are here {describe_person(work.author)}, and elsewhere:", *lines])
    )


async def unlink(work: Work, argument: str) -> None:
    """Take one identity out of the group: by its number, or else the one that is here.

    Raises:
        NotUnderstood: there is none of that number.
    """
    linked = await _linked(work)
    if not linked:
        answer_alone(work, NOT_LINKED)
        return
    whom = _meant(work, linked, argument)
    work.changes.do(Unlinked(whom, work.now))
    tell_audit(work, "unlinked", whom=whom.key, group=[other.key for other in linked])
    answer_alone(work, UNLINKED.format(whom=describe_person(whom)))


async def decide_here(work: Work, argument: str) -> None:
    """Decide a request by its id, in whatever conversation it was asked.

    Raises:
        Refused: unknown, or not theirs to decide.
        NotUnderstood: the words decide nothing of this kind.
    """
    id_, _, words = argument.partition(" ")
    request = await work.services.requests.find(RequestId(id_))
    if request is None:
        tell_refused_press(work, None, "decide", "Unknown")
        raise Refused(UNKNOWN)
    pressed = read_verdict(request, words.strip())
    if pressed is not None:
        await take_press(work, request, pressed)
        return
    directory, author = work.services.directory, work.author
    is_theirs = await is_same(directory, author, request.asked)
    if not (is_theirs or await may_decide(directory, request, author)):
        tell_refused_press(work, request, "decide", "Unknown")
        raise Refused(UNKNOWN)
    raise NotUnderstood(HOW.format(id=id_))


def _meant(work: Work, linked: tuple[Person, ...], argument: str) -> Person:
    if not argument:
        return work.author
    if argument.isdecimal() and 0 < int(argument) <= len(linked):
        return linked[int(argument) - 1]
    message = "“unlink” takes a number of “links”, or nothing: then it is who you are here."
    raise NotUnderstood(message)


async def _linked(work: Work) -> tuple[Person, ...]:
    return (await work.services.links.of(work.author)).linked
