"""From a code to a link: made on one side, redeemed on the other, confirmed on both.

side of the maker                       side of the redeemer
link ──▶ a code, shown to them alone
                                        link CODE ──▶ asked: are both you?
errand: asked: are both you? ◀──────────┘
yes ─────────────────────────▶ linked ◀─────────────── yes
"""

from dataclasses import replace

from agents.kit.values.person import Person
from bot.core.requests.cards import make_buttons
from bot.core.requests.deciders import is_present
from bot.core.requests.names import answer_alone, describe_person, list_people
from bot.core.requests.verdicts import read_choice, take_verdict
from bot.core.state.audit_events import tell_audit
from bot.core.state.changes import TurnRequests
from bot.core.state.work import Work
from bot.domain.accounts import CannotLink, Claim, LinkOffer
from bot.domain.errors import Refused
from bot.domain.ids import LinkId, RequestId, TaskId
from bot.domain.messages import Press, Thread
from bot.domain.requests import Request, RequestKind, RequestStatus, Subject

YES, NO = "Yes, both are me", "No"
NOT_HERE = "Only active members of a workspace can link what they are elsewhere."
INSTEAD = (
    "A code was made that cannot be shown here, or not again: codes are kept nowhere. Write "
    "“link” in a chat, and bring the code here with: link CODE"
)


async def offer_code(work: Work) -> None:
    """Show the author a fresh code, in private, once."""
    await _refuse_absent(work)
    code = await work.services.links.make(work.author, work.session, work.now)
    tell_audit(work, "link_code")
    answer_alone(
        work,
        f"Your code: {code}\nWrite “link {code}” to me on your other platform, within ten "
        "minutes; it is good for once. Tell it to nobody: whoever links decides what you may "
        "decide. Both sides are asked before anything is linked.",
    )
    work.transcript.replies[-1] = replace(work.transcript.replies[-1], instead=INSTEAD)


async def redeem_code(work: Work, code: str) -> None:
    """Use a code up, and ask both sides whether they are one person."""
    await _refuse_absent(work)
    claim = Claim(work.author, work.session, work.journal.turn)
    try:
        redeemed = await work.services.links.redeem(code, claim, work.now)
    except CannotLink as refusal:
        tell_audit(work, "link_refused", because=refusal.fault)
        answer_alone(work, str(refusal))
        return
    tell_audit(work, "link_redeemed", link=redeemed.id, maker=redeemed.maker.key)
    await _ask(work, redeemed)
    _send(work, redeemed, "ask")


async def run_link_job(work: Work, text: str) -> None:
    """Ask or tell this side what the other one's turn has left for it."""
    verb, _, link = text.partition(" ")
    found = await work.services.links.find(LinkId(link))
    if found is None or found.claim is None:
        return
    if verb == "ask":
        await _ask(work, found)
        return
    _close(work.requests, found)
    answer_alone(
        work, _linked(found, work.author) if verb == "done" else _over(found, work.author)
    )


async def decide_link(work: Work, request: Request, pressed: Press) -> None:
    """Take the yes or the no of one side; the second yes links.

    Raises:
        Refused: closed, not theirs, or neither of both.
    """
    request = await take_verdict(work, request, pressed)
    work.requests.decided.add(request.id)
    says_yes = read_choice(request, pressed) == YES
    work.requests.show(request)
    link = LinkId(str(request.subject.arguments["link"]))
    try:
        answered = await work.services.links.answer(link, work.author, work.now, yes=says_yes)
    except CannotLink as refusal:
        tell_audit(work, "link_refused", link=link, because=refusal.fault)
        answer_alone(work, str(refusal))
        return
    _tell(work, answered)


def _tell(work: Work, answered: LinkOffer) -> None:
    other, _session = answered.other_side(work.author)
    facts = {"link": str(answered.id), "one": work.author.key, "other": other.key}
    if answered.is_linked:
        tell_audit(work, "linked", **facts)
        answer_alone(work, _linked(answered, work.author))
        _send(work, answered, "done")
    elif answered.is_declined:
        tell_audit(work, "link_declined", **facts)
        answer_alone(work, _over(answered, work.author))
        _send(work, answered, "over")
    else:
        tell_audit(work, "link_confirmed", **facts)
        answer_alone(
            work, f"Noted. It is linked once the other side says yes: {describe_person(other)}."
        )


async def _ask(work: Work, offer: LinkOffer) -> None:
    """Ask the author whether they are the other side, too, naming all that would join."""
    links, (other, _session) = work.services.links, offer.other_side(work.author)
    here = (work.author, *(await links.of(work.author)).linked)
    there = (other, *(await links.of(other)).linked)
    assert offer.claim is not None, "it was redeemed before anybody is asked"
    text = (
        "Somebody wants these to be one person:\n"
        f"here\n{list_people(here)}\nthere\n{list_people(there)}\n"
        "From then on each may decide what the others may; logins, facts and secrets stay where "
        "they are. Say yes only if all of them are you: I never ask for this by myself."
    )
    people = [person.key for person in (*here, *there)]
    request = Request(
        id=RequestId(work.journal.next_id()),
        kind=RequestKind.LINK,
        session=work.session,
        task=TaskId(offer.id),
        asked=work.author,
        text=text,
        subject=Subject("links", "join", arguments={"link": str(offer.id), "people": [*people]}),
        created_at=work.now,
        expires_at=offer.expires_at,
        options=(YES, NO),
    )
    work.requests.open(request)
    answer_alone(work, text, buttons=make_buttons(request), request=request.id)


def _close(requests: TurnRequests, offer: LinkOffer) -> None:
    for request in requests.pending:
        if request.kind is RequestKind.LINK and request.task == TaskId(offer.id):
            requests.close(request, RequestStatus.CANCELLED)


def _send(work: Work, offer: LinkOffer, what: str) -> None:
    """Leave the other side a turn of its own."""
    person, session = offer.other_side(work.author)
    work.changes.send(f"link/{what}", person, Thread.of(session), f"link {what} {offer.id}")


def _linked(offer: LinkOffer, person: Person) -> str:
    other, _session = offer.other_side(person)
    return f"Linked with {describe_person(other)}. “links” lists them, “unlink” ends it."


def _over(offer: LinkOffer, person: Person) -> str:
    other, _session = offer.other_side(person)
    return f"Not linked with {describe_person(other)}: one side said no."


async def _refuse_absent(work: Work) -> None:
    if not await is_present(work.services.directory, work.author):
        tell_audit(work, "link_refused", because="absent")
        raise Refused(NOT_HERE)
