"""What every store promises about the outbox: owed until sent, in order."""

from tests.contract.conftest import Ports
from tests.fakes.events import SESSION, a_message, a_reply, a_thread, the_ending


async def test_replies_are_owed_in_the_order_they_were_said(ports: Ports):
    for id_ in ("1", "2"):
        await ports.inbox.accept(a_message(id_))
        beginning = await ports.turns.begin(SESSION)
        assert beginning is not None
        replies = tuple(a_reply(beginning, f"{id_}.{number}", number) for number in (1, 2))
        await ports.turns.commit(the_ending(beginning, replies=replies))

    unsent = await ports.outbox.unsent(SESSION)

    assert [reply.text for reply in unsent] == ["1.1", "1.2", "2.1", "2.2"]


async def test_what_was_sent_is_owed_no_more(ports: Ports):
    await ports.inbox.accept(a_message("1"))
    beginning = await ports.turns.begin(SESSION)
    assert beginning is not None
    first, second = (a_reply(beginning, number=number) for number in (1, 2))
    await ports.turns.commit(the_ending(beginning, replies=(first, second)))

    await ports.outbox.sent([first.id])

    assert await ports.outbox.unsent(SESSION) == [second]
    assert await ports.outbox.owing("console") == [SESSION]
    await ports.outbox.sent([first.id, second.id])
    assert await ports.outbox.owing("console") == []


async def test_a_platform_is_told_of_its_own_sessions(ports: Ports):
    for id_, platform in (("1", "slack"), ("2", "console")):
        thread = a_thread("main", platform)
        await ports.inbox.accept(a_message(id_, thread))
        beginning = await ports.turns.begin(thread.session)
        assert beginning is not None
        await ports.turns.commit(the_ending(beginning, replies=(a_reply(beginning),)))

    assert await ports.outbox.owing("slack") == [a_thread("main", "slack").session]


async def test_settling_says_whether_more_waits(ports: Ports):
    for id_ in ("1", "2"):
        await ports.inbox.accept(a_message(id_))
    first = await ports.turns.begin(SESSION)
    assert first is not None
    await ports.turns.commit(the_ending(first, replies=(a_reply(first),)))
    assert await ports.outbox.settle(SESSION, [a_reply(first).id])

    second = await ports.turns.begin(SESSION)
    assert second is not None
    await ports.turns.commit(the_ending(second))
    assert not await ports.outbox.settle(SESSION, [])
    assert await ports.outbox.unsent(SESSION) == []
