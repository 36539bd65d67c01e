"""Verdicts on a plan while another turn runs count in the order in which they were accepted."""

import pytest

from bot.domain.requests import RequestKind, RequestStatus
from tests.journeys.conversation import a_conversation
from tests.journeys.live import a_bot
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import planning, states, steps, tell, written
from tests.journeys.workshop import Workshop

PAGES = steps(*(written(n, "printer.print_page", text=f"page {n}") for n in (1, 2, 3)))
VALUES = {"edit-2": {"text": "another page"}}


@pytest.mark.proves("R2", "S2-68", "S2-78")
@pytest.mark.parametrize(
    ("verbs", "after"),
    [
        (("reject-3", "approve"), ["completed", "completed", "rejected"]),
        (("approve-1", "reject"), ["completed", "rejected", "rejected"]),
        (("approve", "reject-3"), ["completed", "completed", "completed"]),
        (("reject", "approve-1"), ["rejected", "rejected", "rejected"]),
        (("reject-1", "approve-1", "approve"), ["rejected", "completed", "completed"]),
        (("edit-2", "reject"), ["rejected", "completed", "rejected"]),
        (("edit-2", "approve"), ["completed", "completed", "completed"]),
    ],
)
async def test_the_first_word_on_each_step_counts(verbs: tuple[str, ...], after: list[str]):
    shop = Workshop()
    agents = shop.agents()
    conversation = await a_conversation(puppet(planning(PAGES), agents), agents=agents)
    await tell(conversation, "plan: print three pages")
    (card,) = [request for request in conversation.pending if request.kind is RequestKind.PLAN]
    bot = a_bot(conversation)
    await conversation.store.sent([*conversation.store.tables.replies])
    await bot.engine.start()

    async def presses() -> None:
        for verb in verbs:
            await bot.engine.accept(bot.press(card, verb, **VALUES.get(verb, {})))

    bot.model.during(1, presses)
    await bot.hears(bot.message("hello, who are you?"))

    assert bot.model.calls > 0
    assert states(conversation) == after
    assert len(shop.deeds) == after.count("completed")
    assert ("another page" in str(shop.deeds)) == ("edit-2" in verbs)
    assert conversation.store.tables.requests[card.id].status is not RequestStatus.PENDING
