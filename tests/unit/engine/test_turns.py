"""Turns as the engine carries them out: in order, beside each other, never lost."""

import asyncio

import pytest

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from tests.fakes.engine import Office, echo, hanging
from tests.fakes.events import a_message, a_reply, a_thread, the_ending


async def test_a_message_is_answered():
    bot = Office().bot()
    await bot.engine.start()

    assert await bot.answers(a_message("1", text="hello")) == ["re: hello"]
    assert bot.platform.ended == [("1", False)]
    await bot.engine.stop()


async def test_nothing_is_answered_before_the_start():
    bot = Office().bot()
    await bot.hears(a_message("1"))
    assert bot.platform.said == []

    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == ["re: message 1"]
    await bot.engine.stop()


async def test_a_copy_gets_the_end_of_its_turn_and_no_answer():
    bot = Office().bot()
    await bot.engine.start()

    said = await bot.answers(*(a_message("1") for _ in range(4)))

    assert said == ["re: message 1"]
    assert sorted(bot.platform.ended) == [("1", False), ("1", True), ("1", True), ("1", True)]
    await bot.engine.stop()


async def test_a_session_answers_in_the_order_it_was_asked():
    bot = Office().bot()
    await bot.engine.start()

    said = await bot.answers(*(a_message(str(number)) for number in range(20)))

    assert said == [f"re: message {number}" for number in range(20)]
    await bot.engine.stop()


async def test_a_session_has_one_turn_at_a_time_and_others_run_beside_it():
    running: list[str] = []
    most: dict[str, int] = {}
    everywhere = 0

    async def watched(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        nonlocal everywhere
        session = beginning.incoming.thread.session
        running.append(session)
        most[session] = max(most.get(session, 0), running.count(session))
        everywhere = max(everywhere, len(running))
        await asyncio.sleep(0)
        running.remove(session)
        return await echo(beginning, services, progress)

    bot = Office().bot(watched)
    await bot.engine.start()
    threads = [a_thread(name) for name in ("a", "b", "c")]

    await bot.answers(*(a_message(f"{n}{t.thread}", t) for n in range(5) for t in threads))

    assert set(most.values()) == {1}
    assert everywhere == 3
    assert len(bot.platform.said) == 15
    await bot.engine.stop()


async def test_turns_go_on_while_replies_wait_for_their_platform(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("bot.engine.turn_runner.AT_ONCE", 1)
    names = ["a", "b", "c"]
    all_answered = asyncio.Barrier(2)

    async def counted(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        names.remove(beginning.incoming.id)
        if not names:
            await all_answered.wait()
        return await echo(beginning, services, progress)

    office = Office()
    office.platform.gate = asyncio.Event()
    bot = office.bot(counted)
    await bot.engine.start()

    await bot.hears(*(a_message(name, a_thread(name)) for name in list(names)))
    await all_answered.wait()
    assert office.platform.said == []
    office.platform.gate.set()
    await bot.idles()

    assert len(office.platform.said) == 3
    await bot.engine.stop()


async def test_a_stopped_turn_goes_on_after_the_start_and_was_no_failure():
    begun = asyncio.Event()
    office = Office()
    first = office.bot(hanging(begun))
    await first.engine.start()
    await first.hears(a_message("1"), a_message("2"))
    await begun.wait()
    await first.engine.stop()
    assert [event.attempts for event in office.store.tables.waiting()] == [0, 0]

    second = office.bot()
    await second.engine.start()
    await second.idles()

    assert office.platform.said == ["re: message 1", "re: message 2"]
    await second.engine.stop()


async def test_progress_is_shown_and_never_costs_a_turn():
    async def reports(beginning: Beginning, services: Services, progress: Progress) -> Ending:
        progress("bank", "looking")
        return the_ending(beginning, replies=(a_reply(beginning, "found"),))

    office = Office()
    bot = office.bot(reports)
    await bot.engine.start()

    assert await bot.answers(a_message("1")) == ["found"]
    assert office.platform.doing == ["bank: looking"]

    office.platform.doing = None  # type: ignore[assignment]
    assert await bot.answers(a_message("2")) == ["found", "found"]
    await bot.engine.stop()
