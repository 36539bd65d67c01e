"""Without a model, the words of one value are never another one."""

import pytest

from agents.it_support.tables import ACCESS
from agents.product.tables import FEATURES
from tests.journeys.bank.talking import talked


async def test_of_two_systems_none_is_somebody():
    conversation = await talked("give Tom access to CRM and wiki")

    assert "the name of the employee (Tom)" in conversation.last.text
    assert await conversation.rows(ACCESS) == []


async def test_a_small_word_behind_a_name_is_no_part_of_it():
    conversation = await talked("put Ana Lopez down for vacation next week")

    assert "the name of the employee (Ana Lopez)" in conversation.last.text


@pytest.mark.parametrize(
    ("line", "title"),
    [("propose a feature: export to CSV", "export to CSV"), ("suggest a feature: dark", "dark")],
)
async def test_behind_the_colon_all_of_it_is_meant(line: str, title: str):
    conversation = await talked(line)

    assert [row["title"] for row in await conversation.rows(FEATURES)] == [title]


@pytest.mark.parametrize(
    "line", ["is the contract with Acme signed?", "has Acme signed the contract"]
)
async def test_a_name_is_no_text_to_check(line: str):
    conversation = await talked(line)

    assert conversation.replies[0].text == "There is no contract."
