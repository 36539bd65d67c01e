"""What every store promises to whoever wants to be forgotten: nothing of theirs stays."""

from dataclasses import replace
from typing import Any

from agents.kit.values.person import Person
from bot.domain.decisions import DecisionNote, Gate
from bot.domain.ids import ReplyId, RequestId, TurnId
from bot.domain.messages import Feedback, Reply, TranscriptLine
from bot.domain.operations import Forgotten, TurnOperations
from bot.domain.participant import Participant
from bot.domain.requests import RequestStatus, Subject
from tests.contract.conftest import Ports
from tests.fakes.events import (
    ANA,
    BEN,
    SESSION,
    a_message,
    a_reply,
    a_request,
    a_verdict,
    the_ending,
)
from tests.fakes.world import NOON

SECRET = "canary"
WISH = DecisionNote(Gate.ROUTER, "bank", f"{SECRET} was wanted")
FORGET_ANA = TurnOperations((Forgotten(SESSION, ANA),))


async def spoke(
    ports: Ports, person: Person = ANA, id_: str = "1", to: Person | None = None, **more: Any
) -> TurnId:
    """Let somebody say something, and hear an answer."""
    await ports.inbox.accept(a_message(id_, person=person))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    turn = beginning.turn
    to = to or person
    said = (
        TranscriptLine(turn, person.key, False, f"{SECRET} {person.user} says", NOON),  # noqa: FBT003 - a field
        TranscriptLine(turn, "bank", True, f"{SECRET} {to.user} hears", NOON, to=to.key),  # noqa: FBT003 - a field
    )
    reply: Reply = replace(a_reply(beginning, f"{SECRET} {to.user} hears"), to=to)
    await ports.turns.record(turn, beginning.epoch, "model:1", {"reply": SECRET})
    whole = {
        "participants": (Participant.new(person).with_(wish=SECRET),),
        "said": said,
        "replies": (reply,),
        "decisions": (WISH,),
        **more,
    }
    await ports.turns.commit(the_ending(beginning, **whole))
    await ports.outbox.sent([reply.id])
    return turn


async def forgets(ports: Ports, **more: Any) -> None:
    await ports.inbox.accept(a_message("forget"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    reply = replace(a_reply(beginning, "forgotten"), to=ANA)
    ending = the_ending(beginning, besides=FORGET_ANA, replies=(reply,), **more)
    await ports.turns.commit(ending)


async def lines(ports: Ports) -> list[str]:
    await ports.inbox.accept(a_message("looks", person=BEN))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    return [line.text for line in beginning.recent]


async def test_what_a_person_said_and_was_told_is_gone(ports: Ports):
    await spoke(ports)
    await spoke(ports, BEN, "2")

    await forgets(ports)

    assert await lines(ports) == ["canary ben says", "canary ben hears"]


async def test_what_they_were_told_in_a_turn_of_somebody_else_is_gone_too(ports: Ports):
    await spoke(ports, BEN, to=ANA)

    await forgets(ports)

    assert await lines(ports) == ["canary ben says"]


async def test_lines_that_do_not_say_to_whom_go_with_the_turn_they_answer(ports: Ports):
    bare = TranscriptLine(TurnId("id1"), "bank", True, "hears", NOON)  # noqa: FBT003 - a field
    turn = await spoke(ports, said=(replace(bare, speaker=ANA.key, by_bot=False), bare))
    assert turn == "id1"

    await forgets(ports)

    assert await lines(ports) == []


async def test_their_stack_and_their_decisions_are_gone_and_those_of_others_stay(ports: Ports):
    await spoke(ports)
    await spoke(ports, BEN, "2")

    await forgets(ports)

    sessions = ports.sessions
    assert await sessions.participant(SESSION, ANA) == Participant.new(ANA)
    assert await sessions.decisions(SESSION, ANA) == []
    assert (await sessions.participant(SESSION, BEN)).wish == SECRET
    assert await sessions.decisions(SESSION, BEN) == [WISH]


async def test_the_words_of_closed_requests_are_gone_but_not_the_verdict(ports: Ports):
    subject = Subject("bank", "transfer", arguments={"to": SECRET})
    about_ana = a_request("about-ana", text=SECRET, subject=subject)
    for_ana_to_decide: dict[str, Any] = {"policy": "four_eyes", "approvers": (ANA.user,)}
    about_ben = a_request("about-ben", asked=BEN, text="Ben's", **for_ana_to_decide)
    await spoke(ports, opened=(about_ana, about_ben))
    for turn, request in (("p1", about_ana), ("p2", about_ben)):
        await ports.requests.decide(request.id, a_verdict("reject", turn, reason=SECRET), NOON)

    await forgets(ports)

    mine = await ports.requests.find(RequestId("about-ana"))
    others = await ports.requests.find(RequestId("about-ben"))
    assert mine is not None
    assert others is not None
    assert SECRET not in repr((mine, others))
    assert ANA.name not in repr((mine, others))
    assert (mine.status, mine.decided_by) == (RequestStatus.REJECTED, ANA)
    assert (others.text, others.reason) == ("Ben's", "")


async def test_a_request_closed_by_the_same_turn_is_kept_as_it_was_closed(ports: Ports):
    await spoke(ports, opened=(a_request(),))

    await forgets(ports, closed=(replace(a_request(), status=RequestStatus.CANCELLED, text=""),))

    found = await ports.requests.find(RequestId("r1"))
    assert found is not None
    assert (found.status, found.text) == (RequestStatus.CANCELLED, "")


async def test_replies_to_them_are_gone_but_for_the_last_one(ports: Ports):
    await spoke(ports)

    await forgets(ports)

    assert [reply.text for reply in await ports.outbox.unsent(SESSION)] == ["forgotten"]


async def test_the_journal_of_their_turns_is_gone(ports: Ports):
    turn = await spoke(ports)
    event = a_message("1")

    await forgets(ports)

    await ports.upkeep.replay(turn)
    assert await ports.inbox.accept(event) is None  # the event itself is still known


async def test_what_they_thought_of_replies_is_gone(ports: Ports):
    said_in = await spoke(ports)
    verdict = Feedback(ReplyId(f"{said_in}/1"), ANA, "bad", NOON, SECRET)
    await spoke(ports, id_="2", feedback=(verdict,))

    await forgets(ports)

    assert await lines(ports) == []


async def test_an_event_set_aside_is_given_up(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    await ports.inbox.park(beginning.turn, beginning.epoch, SECRET, a_reply(beginning))

    await forgets(ports)

    assert await ports.upkeep.parked() == []
    assert await ports.upkeep.replay(beginning.turn) is None


async def test_a_person_who_comes_again_is_somebody_new(ports: Ports):
    await spoke(ports)
    await forgets(ports)

    await ports.inbox.accept(a_message("again"))
    beginning = await ports.turns.begin(SESSION)

    assert beginning is not None
    assert beginning.participant == Participant.new(ANA)
    assert beginning.recent == ()
