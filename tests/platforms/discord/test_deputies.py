"""R5 on Discord: nobody's words use what somebody else has established in the same place.

A group of direct messages has no bots; a private thread stands in its place.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from agents.kit.values.person import Person
from bot.domain.messages import Thread
from bot.domain.tasks import TaskStack
from tests.effort import IN_FULL
from tests.fakes.discord import Channel, Message, User
from tests.platforms.discord.bot import Talk
from tests.platforms.discord.desk import Bank, a_bank, card_of, request_of
from tests.platforms.kept import MOVED, READY, WISH, audited, moved, the_request, until_audited
from tests.platforms.slack.test_deputies import SCRIPTS

pytestmark = [pytest.mark.timeout(600), pytest.mark.proves("R5")]

SURFACES = ("channel", "thread", "private thread")
SECONDS = ("member", "guest", "webhook", "other guild")
FEW = (
    *(("thread", "member"), ("private thread", "guest")),
    *(("channel", "webhook"), ("thread", "other guild")),
)


def asked() -> tuple[tuple[str, str], ...]:
    """All twelve pairs in full, four with every run."""
    everything = tuple((surface, second) for surface in SURFACES for second in SECONDS)
    return everything if IN_FULL else FEW


@dataclass
class Second:
    """Somebody else in the same place; a webhook even says that it is called Ann."""

    bank: Bank
    ann: Talk
    user: User
    surface: str
    kind: str

    async def says(self, words: str) -> None:
        """Say something to the bot, and wait until it was answered, if it is."""
        if words.startswith("(presses"):
            await self._presses()
            return
        fake, ends = self.bank.fake, self.bank.bot.ends
        place = fake.general if self.surface == "channel" else self.ann.place
        ended = ends.count
        is_webhook = self.kind == "webhook"
        more = {"webhook_id": 1, "persona": "ann"} if is_webhook else {}
        text = words.replace("<@U1>", self.bank.ann.mention)
        await fake.mention(self.user, place, text, forged=True, **more)
        if not is_webhook:
            await ends.until(ended + 1)

    async def _presses(self) -> None:
        card = card_of(self.ann)
        before = len(await audited(self.bank, "press_refused"))
        custom_id = f"{request_of(card)}:approve"
        await self.bank.fake.press(self.user, card, custom_id, forged=True)
        await until_audited(self.bank, "press_refused", before + 1)


@pytest.mark.parametrize(("surface", "second"), asked())
async def test_nobody_acts_with_what_is_anns(
    tmp_path: Path,
    surface: str,
    second: str,
    record_property: Callable[[str, object], None],
):
    """R5: 20 scripts in each of 3 places by each of 4 kinds, 240 in all: no use of hers."""
    async with a_bank(tmp_path, approvers="") as bank:
        ann = await _with_a_card(bank, surface)
        card = card_of(ann)
        before, stack = await the_request(bank, request_of(card)), await stack_of(bank, ann)
        other = Second(bank, ann, _second(bank, second), surface, second)

        for words in SCRIPTS:
            await other.says(words)

            assert await moved(bank) == [], words
            assert await the_request(bank, before.id) == before, words
            assert await stack_of(bank, ann) == stack, words
            assert_nothing_leaked(bank, ann, other.user)
        record_property("faults:scripts_of_second_people_on_Discord", len(SCRIPTS))

        await bank.fake.press(bank.ann, card, "Approve")
        await bank.until_told(bank.ann, ann.place, "Checking now holds $300.00")
        assert await moved(bank) == [MOVED]


async def _with_a_card(bank: Bank, surface: str) -> Talk:
    if surface != "private thread":
        return await bank.with_a_card(bank.fake.general)
    fake, talk = bank.fake, bank.bot.talk(bank.ann, bank.fake.general)
    talk.thread = await fake.start_thread(
        bank.ann, fake.general, "ours", is_private=True, with_bot=True
    )
    for line in (*READY, WISH):
        await talk.say(line, mention=True)
    return talk


def _second(bank: Bank, kind: str) -> User:
    """Somebody else; of another guild one who was let in here by nobody."""
    fake = bank.fake
    match kind:
        case "guest":
            return fake.user("guest", roles=(fake.role("guests"),))
        case "webhook":
            return fake.stranger("ann", is_bot=True)
        case "other guild":
            return fake.user("dora", fake.guild("there"))
        case _:
            return bank.eve


def assert_nothing_leaked(bank: Bank, ann: Talk, other: User) -> None:
    """What Ann was told in private stands nowhere else."""
    places: list[Channel] = [ann.place, bank.fake.general]
    places += [] if other.is_bot else [bank.fake.world.direct(other)]
    rows: list[Message] = [row for place in places for row in bank.fake.messages(place)]
    for row in rows:
        if row.only_for in (None, other.id) and row.author is bank.fake.bot:
            assert "$1,000.00" not in row.shown or row.id == card_of(ann).id
            assert "logged in as seldo" not in row.shown


async def stack_of(bank: Bank, ann: Talk) -> TaskStack:
    """Ann's open tasks in the thread."""
    home, place = str(bank.fake.home.id), ann.place
    session = Thread("discord", home, str(place.parent_id), str(place.id)).session
    person = Person("discord", home, str(bank.ann.id), "ann")
    return (await bank.bot.app.ports.sessions.participant(session, person)).stack
