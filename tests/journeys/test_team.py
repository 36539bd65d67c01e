"""The team's agents in conversations, with rules instead of a language model."""

import re

import pytest

from agents.general.notes import NOTES
from agents.it_support.desk import ACCOUNTS, LAPTOPS, TICKETS
from agents.kit import Table
from agents.legal.contracts import CONSENTS, CONTRACTS
from agents.marketing.campaigns import CAMPAIGNS, POSTS
from agents.people.staff import EMPLOYEES, LEAVES, ORIENTATIONS
from agents.procurement.orders import ORDERS
from agents.product.features import FEATURES
from tests.journeys.bank.talking import say_all
from tests.journeys.conversation import Conversation, a_conversation

JESSICA = ("register a new employee", "Jessica Smith, marketing manager, Monday")
ACCOUNT = ("create an account for Jessica Smith",)
FEATURE = ("register a feature: dark mode",)
NDA = ("draft an NDA with Acme",)


async def talked(*lines: str) -> Conversation:
    conversation = await a_conversation()
    await conversation.start()
    await say_all(conversation, *lines)
    return conversation


async def newest(conversation: Conversation, table: Table) -> dict[str, object]:
    return (await conversation.rows(table))[-1]


@pytest.mark.parametrize(
    ("lines", "table", "written"),
    [
        (
            ("order a laptop for Jessica",),
            ORDERS,
            {"item": "laptop", "for_whom": "Jessica", "quantity": 1, "minor": 140000},
        ),
        (
            ("please buy 2 monitors for Bob",),
            ORDERS,
            {"item": "monitor", "for_whom": "Bob", "quantity": 2},
        ),
        (("order a laptop", "for Jessica Smith"), ORDERS, {"for_whom": "Jessica Smith"}),
        (
            ("open a ticket: printer is broken",),
            TICKETS,
            {"problem": "printer is broken", "open": True, "opened_by": "console/local/ana"},
        ),
        (
            ("open a ticket", "the printer is broken"),
            TICKETS,
            {"problem": "the printer is broken"},
        ),
        (ACCOUNT, ACCOUNTS, {"user_name": "jsmith", "employee": "Jessica Smith"}),
        (
            ("set up a laptop for Jessica Smith by Monday",),
            LAPTOPS,
            {"employee": "Jessica Smith", "ready_by": "2026-11-23"},
        ),
        (
            JESSICA,
            EMPLOYEES,
            {"name": "Jessica Smith", "role": "marketing manager", "starts_on": "2026-11-23"},
        ),
        (
            (*JESSICA, "schedule the orientation of Jessica Smith for next Friday"),
            ORIENTATIONS,
            {"employee": 1, "day": "2026-11-27", "time": "09:00"},
        ),
        (
            (*JESSICA, "record vacation for Jessica from Monday until Friday"),
            LEAVES,
            {"employee": 1, "kind": "vacation", "last_day": "2026-11-27"},
        ),
        (FEATURE, FEATURES, {"title": "dark mode", "status": "idea"}),
        ((*FEATURE, "set feature 1 to shipped"), FEATURES, {"status": "shipped"}),
        ((*FEATURE, "put feature 1 into release 2.4"), FEATURES, {"release": "2.4"}),
        (NDA, CONTRACTS, {"kind": "nda", "party": "Acme", "status": "draft"}),
        (
            (*NDA, "contract 1 was signed by Maria today", "yes"),
            CONTRACTS,
            {"status": "signed", "signed_by": "Maria", "signed_on": "2026-11-20"},
        ),
        (
            ("record a consent", "Jessica Smith; photos of the team"),
            CONSENTS,
            {"person": "Jessica Smith", "purpose": "photos of the team"},
        ),
        (
            ("create a campaign: spring sale", "Monday"),
            CAMPAIGNS,
            {"name": "spring sale", "first_day": "2026-11-23"},
        ),
        (
            ("schedule a LinkedIn post for Monday", "We are hiring"),
            POSTS,
            {"channel": "LinkedIn", "day": "2026-11-23", "text": "We are hiring"},
        ),
        (
            ("make a note: the door code has changed",),
            NOTES,
            {"text": "the door code has changed", "due": ""},
        ),
        (("remind me on Friday to call home",), NOTES, {"due": "2026-11-27"}),
    ],
)
async def test_what_people_ask_for_is_written_down(
    lines: tuple[str, ...], table: Table, written: dict[str, object]
):
    conversation = await talked(*lines)

    row = await newest(conversation, table)
    assert {name: row[name] for name in written} == written
    assert await conversation.stack() == []


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (("who starts on Monday?",), "Starting on Monday 23 November 2026: nobody."),
        (
            (*JESSICA, "who starts on Monday?"),
            "Starting on Monday 23 November 2026: Jessica Smith (marketing manager).",
        ),
        (("order a laptop for Jessica", "where is order 1?"), "Order 1: 1 x laptop for Jessica"),
        (("which suppliers do we have?",), "Suppliers, and what one piece costs:"),
        (("open a ticket: no network", "what is the status of ticket 1?"), "Ticket 1 is open"),
        (("which tickets do I have?",), "You have no open ticket."),
        ((*FEATURE, "show the roadmap"), "Roadmap:\n- 1 dark mode (idea)"),
        ((*NDA, "what is the status of contract 1?"), "Contract 1, nda with Acme: draft."),
        ((*NDA, "sign contract 1"), "I have the number of the contract: 1. Tell me"),
        (("which date is next Friday?",), "That is Friday 27 November 2026."),
        (("what's today's date",), "Today is Friday 20 November 2026 (UTC)."),
        (("what is due today?",), "Nothing is due."),
        (
            ("add contact: plumber is Joe, 555-1234", "whom do I call about the plumber?"),
            "About plumber: Joe, 555-1234.",
        ),
        (("which posts are scheduled for Friday?",), "No post is planned on Friday 27 November"),
    ],
)
async def test_what_people_ask_about_is_told(lines: tuple[str, ...], answer: str):
    conversation = await a_conversation()
    await conversation.start()

    said = await say_all(conversation, *lines)

    assert said.startswith(answer)


async def test_an_unknown_name_is_asked_about_and_the_right_one_goes_on():
    conversation = await talked(*ACCOUNT)

    said = await conversation.say("grant access to the wiki for Zoe")
    assert "No single account holder fits “Zoe”. Known: Jessica Smith." in said

    assert "now has access to wiki" in await conversation.say("Jessica Smith")


async def test_a_large_order_waits_for_an_approval():
    conversation = await talked()

    said = await conversation.say("order 3 laptops for Bob")
    assert "orders above $2,000.00 need an approval" in said
    assert await conversation.rows(ORDERS) == []

    assert "$4,200.00" in await conversation.press("Approve")


async def test_several_wishes_go_to_several_desks():
    conversation = await talked()

    said = await conversation.say(
        "create an account for Jessica Smith and then order a laptop for Jessica Smith"
    )

    assert "Jessica Smith has the account jsmith" in said
    assert re.search(r"Order 1: 1 x laptop for Jessica Smith", said)


async def test_a_contract_is_delivered_beside_the_words():
    conversation = await talked(*NDA)

    (text,) = conversation.artifacts
    assert text.startswith("NON-DISCLOSURE AGREEMENT")


async def test_a_release_that_was_shipped_has_notes():
    lines = ("put feature 1 into release 2.4", "set feature 1 to shipped")
    conversation = await talked(*FEATURE, *lines, "write the release notes of 2.4")

    assert conversation.artifacts == ["# Release 2.4\n\n20 November 2026\n\n- **dark mode**"]


async def test_the_bank_still_asks_for_a_login_beside_the_team():
    conversation = await talked("order a laptop for Jessica")

    assert "username" in await conversation.say("transfer money")
