"""R11: whatever a model service does at any stage, the person is told and nothing is broken."""

import asyncio
import socket
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from agents.catalogue import AGENTS
from agents.kit.values.model import Purpose
from tests.faults.conftest import Count, asked_kills
from tests.faults.each_store import EachStore
from tests.faults.model_faults import FAULTS, faulty
from tests.journeys.bank.talking import ANAS, CHECKING, READY, Movement, moved, say_all
from tests.journeys.conversation import a_conversation
from tests.journeys.models.puppet import talking

pytestmark = [pytest.mark.faults, pytest.mark.proves("R11")]

EVERY = 1 if asked_kills() else 14
NOT_GONE_ON = "I could not go on"
TALKED = "What would you like to do?"  # the concierge
FORM = (*READY, "transfer money")
BOTH = "transfer money then tell me the price of Apple stock"
SENT: Movement = (CHECKING, ANAS, 50_000)
SMALL: Movement = (CHECKING, ANAS, 2_000)


@dataclass(frozen=True, slots=True)
class Stage:
    """Where in a turn the model is faulty, and how it shows that all is well.

    `told` are the ways to tell of a fault at this stage; `stack` and `sent` are how things
    stand after it, `then` and `sent_then` show that the session goes on. Whoever sends money is
    a form, unless it `talks`.
    """

    purpose: Purpose
    before: Sequence[str]
    line: str
    told: Sequence[str]
    stack: Sequence[str]
    sent: Sequence[Movement]
    then: str
    sent_then: Sequence[Movement]
    talks: bool = False


NEEDS_APPROVAL = "needs an approval"
ACTED_ON = (NEEDS_APPROVAL, "a\ufffdb", "One of two.")
"""How it goes on after answers that are odd but whole: a person is asked, or sees them."""

STAGES = {
    "reading": Stage(
        *(Purpose.READ, READY, "please send something to somebody", (NOT_GONE_ON, TALKED)),
        *((), (), f"transfer 20 to {ANAS}", [SMALL]),
    ),
    "reading beside a form": Stage(
        *(Purpose.READ, FORM, "whatever you think is best", (NOT_GONE_ON, TALKED)),
        *(["transfer_money"], (), f"500 to {ANAS}", [SENT]),
    ),
    "acting as an agent": Stage(
        *(Purpose.AGENT, FORM, f"500 to {ANAS}", (NOT_GONE_ON, *ACTED_ON)),
        *(["transfer_money"], (), f"500 to {ANAS}", [SENT]),
        talks=True,
    ),
    "continuing": Stage(
        *(Purpose.CONTINUE, (*READY, BOTH, ANAS), "500", ("$500.00 went",)),
        *((), [SENT], f"transfer 20 to {ANAS}", [SENT, SMALL]),
    ),
}


@pytest.fixture(autouse=True)
def _names_are_not_looked_up(monkeypatch: pytest.MonkeyPatch):
    async def nobody(*_: object, **__: object) -> None:
        raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

    monkeypatch.setattr(asyncio.BaseEventLoop, "getaddrinfo", nobody)


@pytest.mark.parametrize("fault", FAULTS[::EVERY])
@pytest.mark.parametrize("stage", STAGES.values(), ids=STAGES)
async def test_a_fault_is_told_does_nothing_and_is_got_over(
    stage: Stage, fault: str, each_store: EachStore, count: Count
):
    agents = talking("transfer_money") if stage.talks else AGENTS
    async with (
        faulty(fault, stage.purpose) as model,
        each_store.keeps(await a_conversation(model, agents=agents)) as conversation,
    ):
        await say_all(conversation, *stage.before)
        model.is_faulty = True
        said = await conversation.say(stage.line)

        assert model.times_asked
        assert any(words in said for words in stage.told)
        assert await moved(conversation) == list(stage.sent)
        assert await conversation.stack() == list(stage.stack)

        model.is_faulty = False
        if NEEDS_APPROVAL in said:
            await conversation.press("Reject")
        await conversation.say(stage.then)
        assert await moved(conversation) == list(stage.sent_then)
    count(**{f"model_faults_in_a_call_to_{stage.purpose}": 1}, store=each_store.name)
