"""What somebody says beside a card."""

import pytest

from bot.domain.questions import AsVerdict, Opinion
from tests.unit.rules.asked import answer_to

CASES = {
    "yes": Opinion.APPROVE,
    "no problem, go ahead": Opinion.APPROVE,
    "ja": Opinion.APPROVE,
    "no": Opinion.REJECT,
    "no thanks": Opinion.REJECT,
    "大丈夫": Opinion.REJECT,
    "make it 500": Opinion.CHANGE,
    "make it five hundred": Opinion.CHANGE,
    "yes but only 600": Opinion.CHANGE,
    "no, make it 650": Opinion.CHANGE,
    "no, not 650": Opinion.REJECT,
    "who gets the money?": Opinion.QUESTION,
    "is 500 possible?": Opinion.QUESTION,
    "what is my savings balance?": Opinion.NONE,
    "ok, don't transfer it": Opinion.REJECT,
    "cancel the transfer": Opinion.REJECT,
    "please don't": Opinion.REJECT,
    "don't send 500": Opinion.NONE,
    "don't wait, transfer it": Opinion.NONE,
    "one moment": Opinion.NONE,
    "looks fine to me I guess": Opinion.NONE,
    "do what you think is best": Opinion.NONE,
    "": Opinion.NONE,
}


@pytest.mark.parametrize(("said", "opinion"), CASES.items())
async def test_only_what_is_plain_is_an_opinion(said: str, opinion: Opinion):
    assert await answer_to(AsVerdict(said, "Transfer $700.00 to 1234324")) is opinion
