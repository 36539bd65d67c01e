"""The IT desk: accounts, access, laptops and tickets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.it_support.agent import it_support
from agents.it_support.desk import ACCESS, ACCOUNTS, LAPTOPS, LONGEST_NAME, TICKETS, user_names_for
from agents.kit import Person, ToolFailed
from agents.kit.values.errors import BadToolCall
from tests.fakes.team import TeamDesk

JESSICA = "Jessica Smith"


async def a_desk() -> TeamDesk:
    desk = TeamDesk(it_support)
    await desk.do("create_account", employee=JESSICA)
    return desk


async def test_an_account_is_a_user_name_and_an_address():
    desk = TeamDesk(it_support)

    reply = await desk.do("create_account", employee=" Jessica  Smith ")

    assert reply == "Jessica Smith has the account jsmith and the address jsmith@example.com."
    assert [(row["user_name"], row["open"]) for row in desk.rows(ACCOUNTS)] == [("jsmith", True)]


async def test_a_user_name_is_never_given_twice_even_after_an_account_was_closed():
    desk = await a_desk()

    await desk.do("close_account", employee=JESSICA)

    assert "jsmith2" in await desk.do("create_account", employee="John Smith")
    assert "jsmith3" in await desk.do("create_account", employee=JESSICA)


async def test_nobody_has_two_accounts():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match="Jessica Smith already has jsmith"):
        await desk.do("create_account", employee="jessica smith")


@pytest.mark.parametrize(
    ("name", "user_name"),
    [
        ("Jessica Smith", "jsmith"),
        ("José Núñez", "jnunez"),
        ("Anna Weiß", "aweiss"),
        ("Bob O'Neil", "boneil"),
        ("Cher", "cher"),
        ("Jan van der Berg", "jberg"),
        ("李小龙", "user"),
    ],
)
def test_a_user_name_is_in_plain_letters(name: str, user_name: str):
    assert next(user_names_for(name)) == user_name


@given(st.text(max_size=60))
def test_whoever_has_a_name_gets_many_user_names(name: str):
    names = user_names_for(name)
    first, second = next(names), next(names)

    assert first != second
    assert first.isalpha()
    assert first.isascii()
    assert len(first) <= LONGEST_NAME


async def test_access_is_granted_to_an_account_once():
    desk = await a_desk()

    first = await desk.do("grant_access", employee="Jessica", system="wiki")
    again = await desk.do("grant_access", employee="jsmith", system="wiki")

    assert first == "Jessica Smith (jsmith) now has access to wiki."
    assert again == "Jessica Smith (jsmith) has access to wiki already."
    assert len(desk.rows(ACCESS)) == 1
    assert await desk.do("list_access", employee="Jessica") == (
        "Jessica Smith: jsmith, jsmith@example.com; may use wiki."
    )


async def test_access_for_somebody_without_an_account_says_who_has_one():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match=r"account holder fits “Bob”\. Known: Jessica Smith"):
        await desk.do("grant_access", employee="Bob", system="wiki")


async def test_a_system_is_one_of_those_we_have():
    with pytest.raises(BadToolCall, match="system"):
        await (await a_desk()).do("grant_access", employee=JESSICA, system="nuclear plant")


async def test_closing_an_account_takes_all_its_access_back():
    desk = await a_desk()
    for system in ("wiki", "crm"):
        await desk.do("grant_access", employee=JESSICA, system=system)

    reply = await desk.do("close_account", employee="Jessica")

    assert reply == ("The account jsmith of Jessica Smith is closed, and its access to wiki, crm.")
    assert {row["open"] for row in (*desk.rows(ACCESS), *desk.rows(ACCOUNTS))} == {False}
    with pytest.raises(ToolFailed, match="None is known yet"):
        await desk.do("list_access", employee=JESSICA)


async def test_a_laptop_is_set_up_by_the_day_that_was_meant():
    desk = TeamDesk(it_support)

    reply = await desk.do("set_up_laptop", employee=JESSICA, model="mac", ready_by="Monday")

    assert reply == (
        "Laptop job 1: a mac laptop is set up for Jessica Smith by Monday 22 July 2024."
    )
    assert [row["ready_by"] for row in desk.rows(LAPTOPS)] == ["2024-07-22"]
    assert await desk.do("set_up_laptop", employee=JESSICA) == (
        "Laptop job 2: a standard laptop is set up for Jessica Smith."
    )


async def test_a_ticket_is_opened_told_of_and_closed():
    desk = TeamDesk(it_support)

    assert await desk.do("open_ticket", problem="printer is broken", urgency="urgent") == (
        "Ticket 1 is open (urgent): printer is broken."
    )
    assert await desk.do("ticket_status", ticket=1) == (
        "Ticket 1 is open: printer is broken (urgent, opened 2024-07-17 12:00 UTC)."
    )
    assert await desk.do("close_ticket", ticket=1, solution="new toner") == (
        "Ticket 1 is closed: printer is broken. Solution: new toner."
    )
    assert (await desk.do("ticket_status", ticket=1)).endswith("Solution: new toner.")
    with pytest.raises(ToolFailed, match=r"Ticket 1 is closed already\. Solution: new toner"):
        await desk.do("close_ticket", ticket=1)


async def test_everybody_is_told_of_their_own_tickets():
    desk = TeamDesk(it_support)
    for number in range(12):
        await desk.do("open_ticket", problem=f"problem {number}")

    told = await desk.do("ticket_status")
    desk.person = Person("console", "local", "U-bob")

    assert told.startswith("Your open tickets:\n- ticket 12 (normal): problem 11\n")
    assert told.endswith("and 2 more")
    assert await desk.do("ticket_status") == "You have no open ticket."
    assert len(desk.rows(TICKETS)) == 12


async def test_a_ticket_that_is_not_there_is_answered_with_the_open_ones():
    desk = TeamDesk(it_support)
    with pytest.raises(ToolFailed, match=r"There is no ticket 7\. None is open"):
        await desk.do("close_ticket", ticket=7)
    await desk.do("open_ticket", problem="no network")

    with pytest.raises(ToolFailed, match=r"There is no ticket 7\. Open ones: 1"):
        await desk.do("ticket_status", ticket=7)
