"""Decide from elsewhere: the press is carried to where it was asked, and its answer back.

here: press or “decide” ─▶ may they, and as whom? ─▶ errand: the press, as that identity, `via`
there: a turn like any other, which asks all of that anew ─▶ errand: what became of it
here: told, to them alone

What the decision sets going is said where it was asked, and only there.
"""

from dataclasses import replace

from agents.kit.values.person import Person
from bot.core.requests.deciders import find_decider, is_present, is_same
from bot.core.requests.names import answer_alone, describe_workspace, name_deciders
from bot.core.requests.verdicts import UNKNOWN, VerdictAttempt, refuse_odd, weigh_verdict
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.domain.errors import NotYours, Refused
from bot.domain.ids import RequestId, TurnId
from bot.domain.messages import Kind, Press, Reply, Thread, Via
from bot.domain.requests import Request, RequestKind, RequestStatus, describe_outcome

TYPED_THERE = "A secret is typed where it was asked, and nowhere else."
ENDED = "You are no longer linked with who may decide that, so nothing was decided."


def is_elsewhere(transcript: Transcript, request: Request) -> bool:
    """Say whether a request was asked on another platform, or in another workspace."""
    here, there = transcript.incoming.thread, Thread.of(request.session)
    return (here.platform, here.workspace) != (there.platform, there.workspace)


async def pass_on(work: Work, request: Request, pressed: Press) -> None:
    """Carry a decision to the conversation it was asked in, if it would count there.

    Raises:
        Refused: it would not; nothing is changed.
    """
    is_remark = request.kind is RequestKind.PLAN and pressed.verb == "respond"
    if is_remark and await is_same(work.services.directory, work.author, request.asked):
        whom = request.asked
        request.refuse_closed(work.now)
    else:
        whom = await find_acting(work, request)
        await _weigh(work, request, pressed, whom)
    thread = Thread.of(request.session)
    # Nobody can say from here who reads there.
    parts = {"kind": Kind.PRESS, "press": pressed, "shared": True}
    via = Via(work.author, work.incoming.thread)
    work.changes.send("press", whom, thread, "", via=via, **parts)
    where = await describe_workspace(work.services.directory, thread.platform, thread.workspace)
    answer_alone(work, f"Passed on to {where}, where it was asked; I tell you what becomes of it.")


async def _weigh(work: Work, request: Request, pressed: Press, whom: Person) -> None:
    """Refuse at once, in words, what the turn there would refuse."""
    if request.kind is RequestKind.SECRET:
        raise Refused(TYPED_THERE)
    refuse_odd(request, pressed)
    is_card = request.kind is RequestKind.PLAN and not request.options
    meant = replace(pressed, verb=pressed.verb.partition("-")[0]) if is_card else pressed
    await weigh_verdict(work.services, request, VerdictAttempt(meant, whom, TurnId(""), work.now))


async def find_acting(work: Work, request: Request) -> Person:
    """As whom the author may decide a request of another conversation.

    Raises:
        Refused: as nobody; who has nothing to do with it is not told that it exists.
    """
    whom = await find_decider(work.services.directory, request, work.author)
    if whom is not None:
        return whom
    same = {work.author, *(await work.services.directory.identities(work.author)).linked}
    concerned = (request.asked, *request.approvals)
    if same.isdisjoint(concerned) and not any(_names(request, one) for one in same):
        raise Refused(UNKNOWN)
    raise NotYours(await name_deciders(work.services.directory, request))


async def refuse_unlinked(work: Work) -> None:
    """Let a decision from elsewhere go on while it is still the same person's.

    Raises:
        Refused: the link was ended meanwhile, or they are no longer there.
    """
    via, directory = work.incoming.via, work.services.directory
    if via is None or via.person == work.author:
        return
    both = [await is_present(directory, one) for one in (via.person, work.author)]
    if not (all(both) and await is_same(directory, via.person, work.author)):
        raise Refused(ENDED)


async def answer_back(work: Work, via: Via) -> None:
    """Send what is said to whoever pressed to where they did, and nothing else."""
    press = work.incoming.press
    assert press is not None, "nothing else comes from elsewhere"
    told = [reply for reply in work.transcript.replies if _answers_press(work.transcript, reply)]
    work.transcript.replies = [reply for reply in work.transcript.replies if reply not in told]
    words = "\n".join(reply.text for reply in told) or await _became(work, press)
    work.changes.send("answer", via.person, via.thread, f"answer {press.request} {words}")


async def run_answer_job(work: Work, text: str) -> None:
    """Tell whoever decided from here what became of it, also on the card they pressed."""
    id_, _, words = text.partition(" ")
    request = await work.services.requests.find(RequestId(id_))
    if request is not None:
        work.requests.show(request)
    answer_alone(work, words)


def _answers_press(transcript: Transcript, reply: Reply) -> bool:
    return (
        reply.private and not reply.agent and reply.to == transcript.author and not reply.buttons
    )


async def _became(work: Work, press: Press) -> str:
    request = await work.services.requests.find(press.request)
    is_closed = request is not None and request.status is not RequestStatus.PENDING
    done = f"Done: {press.verb.replace('-', ' ')}"
    what = describe_outcome(request) if request is not None and is_closed else done
    return f"{what}. What comes of it is said where it was asked."


def _names(request: Request, person: Person) -> bool:
    return not request.groups and request.may_concern(person)
