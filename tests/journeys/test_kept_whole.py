"""What a desk keeps is all that was said for it, and its answer repeats that in full."""

from agents.general.tables import NOTES
from agents.product.tables import FEATURES
from tests.journeys.bank.talking import talked


async def test_a_reminder_keeps_the_whole_thing_and_its_day():
    conversation = await talked("remind me tomorrow to call the dentist")

    (note,) = await conversation.rows(NOTES)
    assert note["text"] == "call the dentist"
    assert "call the dentist" in conversation.last.text


async def test_a_feature_is_called_what_it_is_and_not_when_it_is_due():
    conversation = await talked("add dark mode to the roadmap for Q3")

    assert [row["title"] for row in await conversation.rows(FEATURES)] == ["dark mode"]
    assert "dark mode" in conversation.last.text
