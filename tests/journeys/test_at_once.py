"""A press decides when it is accepted: it does not wait behind a turn that runs."""

import asyncio

import pytest

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.messages import Press
from bot.domain.requests import Request, RequestStatus
from bot.engine import engine
from tests.fakes.directory import FakeDirectory
from tests.journeys.bank.talking import ANAS, CHECKING, Movement
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.live import Live, a_bot
from tests.journeys.requests.deciding import BY_BEN, TWO_OF_THREE, a_bank, the_request, with_a_card

SEVEN_HUNDRED: list[Movement] = [(CHECKING, ANAS, 70_000)]
ELSE = "what is the price of Apple stock?"
WORDS = {"edit": {"amount": "650"}, "respond": {"text": "what is it for?"}}


async def running(conversation: Conversation, directory: FakeDirectory | None = None) -> Live:
    bot = a_bot(conversation, directory=directory or FakeDirectory())
    await conversation.store.sent([*conversation.store.tables.replies])
    await bot.engine.start()
    return bot


async def meanwhile(bot: Live, *presses: tuple[str, str], text: str = ELSE) -> list[Request]:
    """While Ana's message is being answered, people press; what the request was after each."""
    request = the_request(bot.conversation)
    seen: list[Request] = []

    async def happens() -> None:
        for verb, user in presses:
            await bot.engine.accept(bot.press(request, verb, user, **WORDS.get(verb, {})))
            seen.append(bot.conversation.store.tables.requests[request.id])

    bot.model.during(1, happens)
    await bot.hears(bot.message(text))
    return seen


def stored(bot: Live, request: Request) -> Request:
    """A request as it is kept now."""
    return bot.conversation.store.tables.requests[request.id]


async def test_the_verdict_stands_while_another_turn_still_runs_and_runs_once_after_it():
    bot = await running(await with_a_card(BY_BEN))

    (decided,) = await meanwhile(bot, ("approve", "ben"))

    assert (decided.status, decided.decided_by) == (RequestStatus.ANSWERED, a_person("ben"))
    assert await bot.moved() == SEVEN_HUNDRED
    assert "Approved by ben" in bot.platform.said


@pytest.mark.parametrize(
    ("first", "second", "ledger"),
    [
        ("approve", "reject", SEVEN_HUNDRED),
        ("reject", "approve", []),
        ("edit", "approve", [(CHECKING, ANAS, 65_000)]),
        ("approve", "edit", SEVEN_HUNDRED),
    ],
)
async def test_the_first_press_that_was_accepted_wins(
    first: str, second: str, ledger: list[Movement]
):
    bot = await running(await with_a_card(BY_BEN))

    after_first, after_second = await meanwhile(bot, (first, "ben"), (second, "ben"))

    assert after_first == after_second
    assert await bot.moved() == ledger
    assert sum("already" in text for text in bot.platform.said) == 1


async def test_approvals_of_a_quorum_count_one_by_one_and_run_once():
    bot = await running(await with_a_card(TWO_OF_THREE))

    states = await meanwhile(bot, ("approve", "ben"), ("approve", "ben"), ("approve", "dora"))

    assert [len(state.approvals) for state in states] == [1, 1, 2]
    assert await bot.moved() == SEVEN_HUNDRED


async def test_what_the_running_turn_replaces_runs_on_no_verdict_taken_meanwhile():
    """R2: the model plans anew while the old card is being approved."""
    bot = await running(await with_a_card(BY_BEN))

    (decided,) = await meanwhile(bot, ("approve", "ben"), text="no, make it 800")

    assert decided.status is RequestStatus.ANSWERED
    assert await bot.moved() == []
    (request,) = bot.conversation.pending
    assert request.subject.arguments["amount"] == "800.00 USD"
    assert any("replaced by a newer request" in text for text in bot.platform.said)


async def test_what_a_turn_before_it_replaces_runs_on_no_verdict_taken_since():
    """R2: another wish waits behind a running turn, and the click behind the wish."""
    bot = await running(await with_a_card(BY_BEN))
    request = the_request(bot.conversation)

    async def happens() -> None:
        await bot.engine.accept(bot.message("no, make it 800"))
        await bot.engine.accept(bot.press(request, "approve", "ben"))
        assert stored(bot, request).status is RequestStatus.ANSWERED

    bot.model.during(1, happens)
    await bot.hears(bot.message(ELSE))

    assert await bot.moved() == []
    assert stored(bot, request).status is RequestStatus.CANCELLED
    assert the_request(bot.conversation).subject.arguments["amount"] == "800.00 USD"


async def test_what_was_deleted_before_the_click_runs_on_no_verdict():
    """R20: the deletion waits behind a running turn, and the click behind the deletion."""
    bot = await running(await a_bank(BY_BEN))
    await bot.hears(bot.message("transfer 700 to 1234324", "wish"))
    request = the_request(bot.conversation)

    async def happens() -> None:
        await bot.engine.accept(bot.deletion("wish"))
        await bot.engine.accept(bot.press(request, "approve", "ben"))
        assert stored(bot, request).status is RequestStatus.ANSWERED

    bot.model.during(1, happens)
    await bot.hears(bot.message(ELSE))

    assert await bot.moved() == []
    assert bot.conversation.pending == []
    assert stored(bot, request).status is RequestStatus.CANCELLED


@pytest.mark.parametrize(("verb", "user"), [("approve", "eve"), ("approve", "ana")])
async def test_an_impostor_decides_nothing_at_acceptance_either(verb: str, user: str):
    bot = await running(await with_a_card(BY_BEN))

    (seen,) = await meanwhile(bot, (verb, user))

    assert seen.status is RequestStatus.PENDING
    assert await bot.moved() == []
    assert any("cannot decide" in text for text in bot.platform.said)


async def test_a_guest_decides_nothing_at_acceptance_either():
    directory = FakeDirectory({a_person("ben"): MemberStatus(is_guest=True)})
    bot = await running(await with_a_card(BY_BEN), directory)

    (seen,) = await meanwhile(bot, ("approve", "ben"))

    assert seen.status is RequestStatus.PENDING
    assert await bot.moved() == []


async def test_while_the_directory_is_away_its_turn_decides():
    directory = FakeDirectory(is_away=True)
    conversation = await with_a_card(BY_BEN)
    bot = await running(conversation, directory)
    request = the_request(conversation)

    async def happens() -> None:
        await bot.engine.accept(bot.press(request, "approve", "ben"))
        assert conversation.store.tables.requests[request.id].status is RequestStatus.PENDING
        directory.is_away = False

    bot.model.during(1, happens)
    await bot.hears(bot.message(ELSE))

    assert await bot.moved() == SEVEN_HUNDRED


class Slow(FakeDirectory):
    """A directory that takes its time."""

    async def standing(self, person: Person) -> MemberStatus:
        if len(self.asked) == 0:
            self.asked.append(person.key)
            await asyncio.Event().wait()
        return await super().standing(person)


async def test_a_slow_directory_holds_up_no_acknowledgement(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(engine, "PATIENCE_SECONDS", 0.01)
    bot = await running(await with_a_card(BY_BEN), Slow())

    (seen,) = await meanwhile(bot, ("approve", "ben"))

    assert seen.status is RequestStatus.PENDING
    assert await bot.moved() == SEVEN_HUNDRED


async def test_a_change_that_cannot_be_is_refused_by_its_turn_and_the_card_stays():
    bot = await running(await with_a_card(BY_BEN))
    request = the_request(bot.conversation)
    press = Press(request.id, "edit", {"amount": "999999"})

    said = await bot.hears(bot.message("", press=press, kind="press", user="ben"))

    assert "cannot be done" in said, "how much there is, is not for Ben"
    assert the_request(bot.conversation) == request
    assert await bot.moved() == []


async def test_a_remark_decides_nothing():
    bot = await running(await with_a_card(BY_BEN))

    (seen,) = await meanwhile(bot, ("respond", "ben"))

    assert seen.status is RequestStatus.PENDING
    assert await bot.moved() == []


async def test_a_secret_waits_for_its_turn_and_reaches_the_tool():
    conversation = await a_conversation()
    await conversation.say("log me in as seldo")
    bot = await running(conversation)
    request = the_request(conversation)

    async def happens() -> None:
        await bot.engine.accept(bot.press(request, "submit", password="monkey"))
        assert conversation.store.tables.requests[request.id].status is RequestStatus.PENDING

    bot.model.during(1, happens)
    await bot.hears(bot.message(ELSE))

    assert (await conversation.participant()).facts.values == {"Authenticated": "seldo"}


async def test_a_verdict_outlives_the_process_that_took_it():
    conversation = await with_a_card(BY_BEN)
    bot = await running(conversation)
    await bot.engine.stop()
    request = the_request(conversation)
    await bot.engine.accept(bot.press(request, "approve", "ben"))
    stored = conversation.store.tables.requests[request.id]
    assert stored.status is RequestStatus.ANSWERED

    again = await running(conversation)
    await again.idles()

    assert await again.moved() == SEVEN_HUNDRED
    assert conversation.store.tables.requests[request.id] == stored
    assert THREAD.session not in await conversation.store.waiting()
