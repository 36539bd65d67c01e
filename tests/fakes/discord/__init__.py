"""A Discord to test against: real clients talk to it over loopback, people act in it.

    async with FakeDiscord() as fake:                # or clock=ManualClock(): time stands still
        ana = fake.user("ana")                       # in fake.home, which has fake.general
        bot = start_bot(fake.api_url, fake.gateway_url, fake.token)
        # with fake.pointed_at(): ...                - for discord.py in this process
        # fake.use_http(bot.url)                     - interactions signed with fake.world.app.key
        await fake.until(lambda: fake.gateway.open_connections)

        await fake.mention(ana, fake.general, "transfer 20 to Sam")
        await fake.until(lambda: fake.answers(fake.general))
        card = fake.answers(fake.general)[-1]
        pressed = await fake.press(ana, card, "Approve")          # by label or custom id
        assert "done" in card.shown and pressed.trouble is None

        await fake.command(ana, fake.general, "bot plan show", plan="P1")
        await fake.autocomplete(ana, fake.general, "bot plan show", plan="P")
        await fake.submit(ana, {"Amount": "20"})                  # the open form
        fake.sees(ana, fake.general)                              # ephemerals for ana, too

        fake.faults.next("POST /channels/{channel}/messages", Fault.DONE_THEN_RESET)
        fake.gateway.reset(); fake.gateway.deafen(); fake.gateway.invalidate()
        assert fake.findings() == [] and fake.crawler.hits == [] and fake.record.early == []

Acts that must be answered (`press choose submit command autocomplete menu`) wait until the bot
has done so, or give up after `patience_seconds`; the others (`say mention edit delete react
start_thread archive link_preview repeat`) only tell. What a client of Discord would not let a
person do raises `NotPossible` unless it is forged. `fake.world` holds everything else.
"""

from tests.fakes.clock import ManualClock
from tests.fakes.discord.buckets import Buckets
from tests.fakes.discord.errors import NotPossible
from tests.fakes.discord.fake import FakeDiscord
from tests.fakes.discord.permissions import Can
from tests.fakes.discord.rows import Channel, Interaction, Message, User
from tests.fakes.faults import Fault, Rates

__all__ = [
    "Buckets",
    "Can",
    "Channel",
    "FakeDiscord",
    "Fault",
    "Interaction",
    "ManualClock",
    "Message",
    "NotPossible",
    "Rates",
    "User",
]
