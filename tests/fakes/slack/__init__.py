"""A Slack to test against: real clients talk to it over loopback, people act in it.

    async with FakeSlack(clock=ManualClock()) as fake:          # or no clock: time passes
        fake.user("U1", name="ana", is_admin=True)
        bot = start_bot(fake.api_url, fake.bot_token, fake.app_token)  # Socket Mode, or:
        # fake.use_http(bot.url)  - signed with fake.signing_secret
        await fake.until(lambda: fake.socket.open_connections)

        message = await fake.mention("U1", "C1", "transfer 20 to Sam")
        await fake.until(lambda: fake.answers("C1", message.ts))
        card = fake.answers("C1", message.ts)[-1]
        await fake.press("U1", card, "Approve")                 # by label or action id
        assert "done" in card.shown and card.edits == 1

        fake.faults.next("chat.update", Fault.DONE_THEN_RESET)  # it came through, unanswered
        fake.lose(); await fake.say("U1", None, "hi"); await fake.advance(61)  # a lone retry
        fake.socket.reset(); fake.socket.deafen(); await fake.socket.disconnect("warning")
        assert fake.findings() == [] and fake.crawler.hits == [] and fake.record.early == []

Acts (`say mention edit delete press submit close_view command open_home press_stop
choose_prompt link_preview self_message uninstall repeat event`) wait until the bot has
acknowledged, or give up after `patience_seconds`. What a client of Slack would not let a
person do raises `NotPossible` unless `forged=True`. People of another workspace are passed as
`fake.user("U1", team="T2")`, not by id. `fake.world` holds everything else.
"""

from tests.fakes.clock import ManualClock
from tests.fakes.faults import Fault, Rates
from tests.fakes.slack.errors import NotPossible
from tests.fakes.slack.fake import FakeSlack
from tests.fakes.slack.rows import Message, View

__all__ = ["FakeSlack", "Fault", "ManualClock", "Message", "NotPossible", "Rates", "View"]
