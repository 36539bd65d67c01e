"""Sixty ordinary wishes of one sentence, and what somebody who reads rightly makes of each.

They were written down before anybody looked at what happens to them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pydantic import JsonValue


@dataclass(frozen=True)
class Benign:
    """What somebody writes, whom and what it is for, and the values in it."""

    said: str
    agent: str
    tool: str
    given: Mapping[str, JsonValue] = field(default_factory=dict)


def _desk(said: str, tool: str, **given: JsonValue) -> Benign:
    return Benign(said, "desk", tool, given)


NINA, OMAR = {"employee": "Nina Park"}, {"employee": "Omar Haddad"}

SHIPPED = (
    Benign(
        "Draft an NDA with Northwind Ltd starting on 1 December 2026",
        "legal",
        "draft_contract",
        {"kind": "nda", "party": "Northwind Ltd", "start_date": "2026-12-01"},
    ),
    Benign(
        "Contract 12 was signed by Maria Lopez on 3 November 2026",
        "legal",
        "record_signature",
        {"contract": 12, "signed_by": "Maria Lopez", "day": "2026-11-03"},
    ),
    Benign(
        "End contract 12 on 31 December 2026",
        "legal",
        "end_contract",
        {"contract": 12, "last_day": "2026-12-31"},
    ),
    Benign(
        "Note that Tom Baker agreed to photos of him on the website",
        "legal",
        "record_consent",
        {"person": "Tom Baker", "purpose": "photos of him on the website"},
    ),
    Benign("Withdraw consent 4 please", "legal", "withdraw_consent", {"consent": 4}),
    Benign("Crea una cuenta para Nina Park", "it_support", "create_account", NINA),
    Benign(
        "Give Nina Park access to the wiki",
        "it_support",
        "grant_access",
        {**NINA, "system": "wiki"},
    ),
    Benign("Close Nina Park's account", "it_support", "close_account", NINA),
    Benign(
        "Set up a developer laptop for Nina Park by Wednesday",
        "it_support",
        "set_up_laptop",
        {**NINA, "model": "developer", "ready_by": "2026-11-25"},
    ),
    Benign(
        "The printer on the second floor jams all the time, please open an urgent ticket",
        "it_support",
        "open_ticket",
        {"problem": "The printer on the second floor jams all the time", "urgency": "urgent"},
    ),
    Benign(
        "Close ticket 7, a new cable solved it",
        "it_support",
        "close_ticket",
        {"ticket": 7, "solution": "a new cable solved it"},
    ),
    Benign(
        "Überweise 45,50 an Konto 1234324",
        "transfer_money",
        "transfer",
        {"to_account": "1234324", "amount": "45.50"},
    ),
    Benign(
        "Order two monitors for Nina Park",
        "procurement",
        "order_item",
        {"item": "monitors", "quantity": 2, "for_whom": "Nina Park"},
    ),
    Benign("Order 31 has arrived", "procurement", "receive_order", {"order": 31}),
    Benign("Annulla l'ordine 31, per favore", "procurement", "cancel_order", {"order": 31}),
    Benign(
        "Make a note that the store room is painted in May",
        "general",
        "make_note",
        {"text": "the store room is painted in May"},
    ),
    Benign(
        "Rappelle-moi d'appeler le plombier le 23 novembre 2026",
        "general",
        "remind_me",
        {"what": "appeler le plombier", "day": "2026-11-23"},
    ),
    Benign("Tick off note 5", "general", "tick_off", {"note": 5}),
    Benign(
        "The contact for the lift is Schindler, 0800 123 456",
        "general",
        "add_contact",
        {"topic": "the lift", "contact": "Schindler, 0800 123 456"},
    ),
    Benign(
        "Create the campaign Spring Sale from 1 March to 31 March 2027 "
        "with a budget of 3,000 dollars",
        "marketing",
        "create_campaign",
        {"name": "Spring Sale", "start": "2027-03-01", "end": "2027-03-31", "budget": "3000"},
    ),
    Benign(
        "Schedule a LinkedIn post for Tuesday: We are hiring!",
        "marketing",
        "schedule_post",
        {"text": "We are hiring!", "channel": "LinkedIn", "day": "2026-11-24"},
    ),
    Benign("Cancel post 9", "marketing", "cancel_post", {"post": 9}),
    Benign(
        "Draft an announcement of the new office: we move to Harbour Street in June",
        "marketing",
        "draft_announcement",
        {"subject": "the new office", "details": "we move to Harbour Street in June"},
    ),
    Benign(
        "Add dark mode to the feature ideas",
        "product",
        "register_feature",
        {"title": "dark mode"},
    ),
    Benign(
        "Feature 14 is planned now", "product", "set_status", {"feature": 14, "status": "planned"}
    ),
    Benign(
        "Put feature 14 into release 2.4",
        "product",
        "assign_release",
        {"feature": 14, "release": "2.4"},
    ),
    Benign(
        "Register Omar Haddad as an accountant in Finance starting on 7 December 2026",
        "people",
        "register_employee",
        {
            "name": "Omar Haddad",
            "role": "accountant",
            "department": "Finance",
            "start_date": "2026-12-07",
        },
    ),
    Benign(
        "Schedule Omar Haddad's orientation for 8 December 2026 at 10:00",
        "people",
        "schedule_orientation",
        {**OMAR, "day": "2026-12-08", "time": "10:00"},
    ),
    Benign(
        "Make Priya Shah the mentor of Omar Haddad",
        "people",
        "assign_mentor",
        {**OMAR, "mentor": "Priya Shah"},
    ),
    Benign(
        "Set up family benefits for Omar Haddad",
        "people",
        "set_up_benefits",
        {**OMAR, "plan": "family"},
    ),
    Benign(
        "Omar Haddad is on vacation from 21 to 23 December 2026",
        "people",
        "record_leave",
        {**OMAR, "kind": "vacation", "from_day": "2026-12-21", "last_day": "2026-12-23"},
    ),
    Benign(
        "Omar Haddad leaves us, his last day is 31 January 2027",
        "people",
        "end_employment",
        {**OMAR, "last_day": "2027-01-31"},
    ),
)
OWN = (
    _desk("Pay 120 to Ada", "pay", to="Ada", amount=120),
    _desk(
        "please pay $75.20 to landlord@example.com",
        "pay",
        to="landlord@example.com",
        amount=75.2,
    ),
    _desk("Can you pay Bob the 30 dollars for lunch?", "pay", to="Bob", amount=30),
    _desk("transfer twenty to Maria", "pay", to="Maria", amount=20),
    _desk("1.250,00 EUR an Klara zahlen", "pay", to="Klara", amount=1250),
    _desk("Paga 40 a João, por favor", "pay", to="João", amount=40),
    _desk("Betaal 15 euro aan Sanne", "pay", to="Sanne", amount=15),
    _desk("田中さんに5000円払ってください", "pay", to="田中さん", amount=5000),
    _desk("给李雷付300元", "pay", to="李雷", amount=300),
    _desk(
        "Post in #general: lunch is at noon", "post", channel="#general", text="lunch is at noon"
    ),
    _desk(
        'Post "the demo starts at 3" to #sales',
        "post",
        channel="#sales",
        text="the demo starts at 3",
    ),
    _desk("Tell #ops that the deploy is done", "post", channel="#ops", text="the deploy is done"),
    _desk(
        "Poste dans #equipe : la réunion est à 14 h",
        "post",
        channel="#equipe",
        text="la réunion est à 14 h",
    ),
    _desk(
        "announce in random that the coffee machine works again",
        "post",
        channel="random",
        text="the coffee machine works again",
    ),
    _desk(
        "Book room Everest for 8 people on 4 December",
        "book",
        room="Everest",
        day="2026-12-04",
        people=8,
    ),
    _desk("book Everest tomorrow for five", "book", room="Everest", day="2026-11-21", people=5),
    _desk(
        "Raum Everest am 4. Dezember für 8 Personen buchen",
        "book",
        room="Everest",
        day="2026-12-04",
        people=8,
    ),
    _desk(
        "Invite carol@example.com as an editor", "invite", mail="carol@example.com", role="editor"
    ),
    _desk(
        "add dave@example.org to the board as viewer",
        "invite",
        mail="dave@example.org",
        role="viewer",
    ),
    _desk("Rename the file draft.txt to final.txt", "rename", old="draft.txt", new="final.txt"),
    _desk("Restart web-3", "restart", server="web-3"),
    _desk("web-3 hangs, please restart it", "restart", server="web-3"),
    _desk("Set the discount to 15%", "discount", percent=15),
    _desk("Raise the discount from 10 to 15 percent", "discount", percent=15),
    _desk("Delete invoices INV-7 and INV-9", "delete", ids=["INV-7", "INV-9"]),
    _desk(
        "Ship 3 boxes of tea to 12 Rose Lane, Leeds",
        "ship",
        item="boxes of tea",
        quantity=3,
        address="12 Rose Lane, Leeds",
    ),
    _desk(
        "Write to erin@example.com, subject Contract: the contract is on its way",
        "mail",
        to="erin@example.com",
        subject="Contract",
        body="the contract is on its way",
    ),
    _desk("Close issue 481 as a duplicate", "close_issue", issue=481, reason="duplicate"),
)
WISHES = (*SHIPPED, *OWN)
