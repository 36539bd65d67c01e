"""What Slack puts off for long is still said, once."""

from pathlib import Path

import pytest

from bot.platforms.slack.receive.socket_mode import CONNECTIONS
from bot.platforms.slack.wire.rate_limit import MOST_WAITS
from tests.fakes.slack import FakeSlack, Fault
from tests.platforms import small_desk
from tests.platforms.quick_clock import QuickClock
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.timeout(60), pytest.mark.proves("R17")]


async def test_a_rate_limit_that_outlasts_all_waits_drops_no_answer(tmp_path: Path):
    given = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    async with FakeSlack(clock=QuickClock()) as fake, running(fake, tmp_path, **given):
        fake.user("U1", name="ann")
        fake.faults.next("chat.postMessage", Fault.RATE_LIMITED, times=MOST_WAITS + 5)
        message = await fake.say("U1", None, "echo 1")
        await fake.until(lambda: fake.answers(fake.dm("U1"), message.ts))

        [answer, *_offer] = fake.answers(fake.dm("U1"), message.ts)
        assert answer.shown.startswith("answer 1.")
        assert answer.blocks
        assert fake.record.early == []


async def test_a_file_whose_sharing_went_unanswered_is_there_once(tmp_path: Path):
    given = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    async with FakeSlack(clock=QuickClock()) as fake, running(fake, tmp_path, **given):
        fake.user("U1", name="ann")
        fake.faults.next("files.completeUploadExternal", Fault.DONE_THEN_RESET)
        message = await fake.say("U1", None, "letter 1")
        await fake.say("U1", None, "echo 2", thread_ts=message.ts)

        def is_answered() -> bool:
            shown = [m.shown for m in fake.answers(fake.dm("U1"), message.ts)]
            return any("answer 2." in text for text in shown)

        await fake.until(is_answered)
        files = [file for file in fake.world.files.values() for _place in file.shared_in]

        assert [file.content for file in files] == [b"letter 1."]


async def test_both_connections_keep_the_waits_of_either(tmp_path: Path):
    given = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    async with FakeSlack(clock=QuickClock()) as fake:
        fake.faults.next("apps.connections.open", Fault.RATE_LIMITED, times=4)
        async with running(fake, tmp_path, **given):
            await fake.until(lambda: len(fake.socket.open_connections) == CONNECTIONS)

        assert fake.record.early == []
