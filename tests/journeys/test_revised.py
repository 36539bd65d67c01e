"""R20: what is edited or deleted in time is not done, and an edit does nothing a second time."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

import pytest

from bot.domain.messages import Incoming
from bot.domain.requests import Request
from tests.journeys.bank.talking import ANAS, CHECKING, Movement
from tests.journeys.conversation import Conversation
from tests.journeys.live import Live, a_bot, a_copy, logged_in

pytestmark = pytest.mark.proves("R20")

SEEDS = 50
LIMIT = 600  # dollars; above it, an approval is needed
WORDS = (
    "transfer {} to 1234324",
    "send {} to account 1234324",
    "please transfer {} dollars to 1234324",
    "wire ${} to 1234324",
)


@dataclass
class Story:
    """One message, what becomes of it, and what the ledger must hold in the end."""

    bot: Live
    chance: random.Random
    expected: list[Movement] = field(default_factory=list)

    def wish(self, *, card: bool | None = None) -> tuple[int, str]:
        """An amount and words for it; `card` says whether it must need an approval or not."""
        low, high = {None: (1, 900), True: (LIMIT + 1, 900), False: (1, LIMIT)}[card]
        amount = self.chance.randint(low, high)
        return amount, self.chance.choice(WORDS).format(amount)

    async def hears(self, *events: Incoming) -> str:
        """Events come once or several times, with somebody else's meddling in between."""
        copies = [event for event in events for _ in range(self.chance.choice((1, 1, 2)))]
        if self.chance.random() < 0.3:
            meddling = self.bot.edit("wish", "transfer 1 to 9876543210", user="ben")
            copies.insert(self.chance.randint(0, len(copies)), meddling)
        return await self.bot.hears(*copies)

    async def goes_through(self, amount: int) -> None:
        """What was wished for is done, once its card is approved where it needs one."""
        if amount > LIMIT:
            (card,) = self.cards
            await self.hears(self.bot.press(card, "approve"))
        self.expected.append((CHECKING, ANAS, amount * 100))

    async def insists(self, card: Request) -> None:
        """Ana, or whoever sees the old card, tries to have it after all."""
        for event in (
            self.bot.press(card, "approve"),
            self.bot.message("yes"),
            self.bot.press(card, "edit", amount="5"),
            self.bot.press(card, "approve", user="ben"),
        ):
            await self.hears(event)

    @property
    def cards(self) -> list[Request]:
        return self.bot.conversation.pending


async def edited_before(story: Story) -> None:
    (_, old), (amount, new) = story.wish(), story.wish()
    first = story.bot.message(old, "wish")
    await story.hears(first, story.bot.edit("wish", "no"), story.bot.edit("wish", new))
    await story.bot.engine.start()
    await story.bot.idles()
    await story.goes_through(amount)
    assert story.bot.ends_of(first) == 1


async def edited_during(story: Story) -> None:
    (_, old), (amount, new) = story.wish(), story.wish()
    await story.bot.engine.start()
    edit = story.bot.edit("wish", new)
    story.bot.model.during(1, lambda: story.bot.engine.accept(edit))
    await story.bot.hears(story.bot.message(old, "wish"))
    assert story.bot.model.cut == 1
    await story.goes_through(amount)
    await story.hears(edit)


async def edited_after(story: Story) -> None:
    card = story.chance.random() < 0.5
    (old_amount, old), (amount, new) = story.wish(card=card), story.wish()
    await story.bot.engine.start()
    await story.hears(story.bot.message(old, "wish"))
    if not card:  # it is done: no edit does it again, or anything else
        story.expected.append((CHECKING, ANAS, old_amount * 100))
        assert "stays done" in await story.hears(story.bot.edit("wish", new))
        return
    (old_card,) = story.cards
    said = await story.hears(story.bot.edit("wish", new))
    assert "withdrawn" in said
    await story.goes_through(amount)
    await story.insists(old_card)
    await story.hears(story.bot.edit("wish", old))


async def deleted_before_the_card(story: Story) -> None:
    _, old = story.wish()
    wish, deletion = story.bot.message(old, "wish"), story.bot.deletion("wish")
    if story.chance.random() < 0.5:
        await story.hears(wish, deletion)
        await story.bot.engine.start()
        await story.bot.idles()
    else:
        await story.bot.engine.start()
        story.bot.model.during(1, lambda: story.bot.engine.accept(deletion))
        await story.bot.hears(wish)
    assert story.bot.platform.said == []
    assert story.cards == []
    assert story.bot.ends_of(wish) == story.bot.ends_of(deletion) == 1
    await story.hears(story.bot.message("yes"))


async def deleted_after_the_card(story: Story) -> None:
    _, old = story.wish(card=True)
    await story.bot.engine.start()
    await story.hears(story.bot.message(old, "wish"))
    (card,) = story.cards
    assert "withdrawn" in await story.hears(story.bot.deletion("wish"))
    await story.insists(card)
    assert old not in story.bot.lines


async def card_deleted(story: Story) -> None:
    amount, old = story.wish(card=True)
    await story.bot.engine.start()
    await story.hears(story.bot.message(old, "wish"))
    (card,) = story.cards
    await story.hears(story.bot.card_deletion(card, user="ben"))
    if story.chance.random() < 0.3:  # nobody else's act takes it away
        await story.goes_through(amount)
        return
    assert "withdrawn" in await story.hears(story.bot.card_deletion(card))
    await story.insists(card)


async def test_what_changes_nothing_says_nothing(ana: Conversation):
    """Deletions and edits of what nobody answered, and others' acts, do not repeat the card."""
    bot = a_bot(a_copy(ana))
    await bot.engine.start()
    await bot.hears(bot.message("transfer 700 to 1234324", "wish"))
    [card] = bot.conversation.pending

    said = await bot.hears(
        bot.deletion("of the bot"),
        bot.edit("not for the bot", "something else"),
        bot.deletion("wish", user="ben"),
        bot.card_deletion(card, user="ben"),
    )

    assert said == ""
    await bot.engine.stop()


async def test_a_deletion_that_a_platform_tells_twice_ends(ana: Conversation):
    """Each is an event of its own: Discord tells one, and whoever reads up on it another."""
    bot = a_bot(a_copy(ana))
    await bot.engine.start()
    await bot.hears(bot.message("transfer 5 to 1234324", "other"))
    await bot.hears(bot.message("transfer 700 to 1234324", "wish"))

    async with asyncio.timeout(10):
        said = await bot.hears(*(bot.deletion("wish") for _time in range(3)))
        said += await bot.hears(*(bot.deletion("wish") for _time in range(3)))

    assert said.count("withdrawn") == 1
    assert bot.conversation.pending == []
    await bot.engine.stop()


KINDS: tuple[Callable[[Story], Awaitable[None]], ...] = (
    edited_before,
    edited_during,
    edited_after,
    deleted_before_the_card,
    deleted_after_the_card,
    card_deleted,
)


@pytest.fixture(scope="module")
def ana() -> Conversation:
    return logged_in()


@pytest.mark.timeout(60)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
async def test_the_ledger_holds_what_was_wanted_in_the_end(
    kind: Callable[[Story], Awaitable[None]], ana: Conversation
):
    wrong: dict[int, object] = {}
    for seed in range(SEEDS):
        story = Story(a_bot(a_copy(ana)), random.Random(seed))  # noqa: S311 - a test repeats it
        await kind(story)
        if await story.bot.moved() != story.expected:
            wrong[seed] = (await story.bot.moved(), story.expected, story.bot.platform.said)
        await story.bot.engine.stop()

    assert wrong == {}
