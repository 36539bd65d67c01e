"""Without a model, the words of one value are never another one."""

import pytest

from agents.general.tables import NOTES
from agents.it_support.tables import ACCESS, ACCOUNTS, TICKETS
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


async def test_what_an_order_begins_with_says_what_is_made():
    conversation = await talked("open an account for Ana")

    assert [row["employee"] for row in await conversation.rows(ACCOUNTS)] == ["Ana"]
    assert await conversation.rows(TICKETS) == []


async def test_of_two_days_none_is_left_out():
    conversation = await talked("remind me on Friday and Monday to call home")

    assert "Please tell me the day" in conversation.last.text
    assert await conversation.rows(NOTES) == []


async def test_of_several_that_are_not_found_each_is_told_once():
    conversation = await talked("price of ZZZZ and Foo")

    assert "No single quote fits “Foo”." in conversation.replies[0].text


@pytest.mark.parametrize("line", ["Tom can't log in to the CRM", "I cannot log in to the VPN"])
async def test_what_somebody_cannot_log_in_to_is_nobodys_name(line: str):
    conversation = await talked(line)

    assert "type your password" not in conversation.last.text
    assert conversation.last.fields == ()
