"""Turns that leave something for later: the engine goes on with it by itself."""

from dataclasses import replace

from bot.core.ports.turns import Beginning, Ending
from bot.core.state.catalogue import Progress, Services
from bot.domain.messages import Incoming, Kind
from tests.fakes.engine import Office, echo
from tests.fakes.events import a_message


def a_countdown(number: int) -> Incoming:
    return a_message(f"at {number}", kind=Kind.TIMER, text=str(number))


async def counts_down(beginning: Beginning, services: Services, progress: Progress) -> Ending:
    """Say the number, and leave the next one for later."""
    ending = await echo(beginning, services, progress)
    number = int(beginning.incoming.text)
    return replace(ending, next=(a_countdown(number - 1),) if number else ())


async def test_the_engine_goes_on_with_what_a_turn_left_without_being_woken():
    bot = Office().bot(counts_down)
    await bot.engine.start()

    said = await bot.answers(a_message("1", text="3"))

    assert said == ["re: 3", "re: 2", "re: 1", "re: 0"]
    assert [id_ for id_, _ in bot.platform.ended] == ["1", "at 2", "at 1", "at 0"]
    await bot.engine.stop()


async def test_others_are_not_kept_waiting_by_a_long_chain():
    bot = Office().bot(counts_down)
    await bot.hears(a_message("1", text="3"), a_message("2", text="0"))

    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == ["re: 3", "re: 0", "re: 2", "re: 1", "re: 0"]
    await bot.engine.stop()


async def test_what_was_left_before_a_restart_is_carried_out_after_it():
    office = Office()
    await office.store.accept(a_message("1", text="2"))
    begun = await office.store.begin(a_message("1").thread.session)
    assert begun is not None
    await office.store.commit(await counts_down(begun, office.services, lambda *_: None))

    bot = office.bot(counts_down)
    await bot.engine.start()
    await bot.idles()

    assert bot.platform.said == ["re: 2", "re: 1", "re: 0"]
    await bot.engine.stop()
