"""Every effect of the team's agents, in an order in which all of them can happen."""

from dataclasses import dataclass

from pydantic import JsonValue

from agents.general.agent import general
from agents.it_support.agent import it_support
from agents.kit import Agent
from agents.legal.agent import legal
from agents.marketing.agent import marketing
from agents.people.agent import people
from agents.procurement.agent import procurement
from agents.product.agent import product

Step = tuple[str, dict[str, JsonValue]]


@dataclass(frozen=True)
class Story:
    """The effects of one agent, in an order in which all of them can happen."""

    agent: Agent
    steps: tuple[Step, ...]


STORIES = (
    Story(
        people,
        (
            (
                "register_employee",
                {"name": "Jessica Smith", "role": "manager", "start_date": "today"},
            ),
            (
                "register_employee",
                {"name": "Bob Weber", "role": "engineer", "start_date": "Monday"},
            ),
            ("schedule_orientation", {"employee": "Jessica", "day": "Friday"}),
            ("assign_mentor", {"employee": "Jessica", "mentor": "Bob"}),
            ("set_up_benefits", {"employee": "Jessica"}),
            (
                "record_leave",
                {
                    "employee": "Bob",
                    "kind": "vacation",
                    "from_day": "2024-08-01",
                    "last_day": "2024-08-09",
                },
            ),
            ("end_employment", {"employee": "Jessica", "last_day": "Friday"}),
        ),
    ),
    Story(
        it_support,
        (
            ("create_account", {"employee": "Jessica Smith"}),
            ("grant_access", {"employee": "Jessica", "system": "payroll"}),
            ("set_up_laptop", {"employee": "Jessica Smith", "ready_by": "Monday"}),
            ("open_ticket", {"problem": "no network"}),
            ("close_ticket", {"ticket": 1}),
            ("close_account", {"employee": "Jessica"}),
        ),
    ),
    Story(
        procurement,
        (
            ("order_item", {"item": "laptop", "for_whom": "Jessica"}),
            ("order_item", {"item": "desk", "for_whom": "Bob"}),
            ("receive_order", {"order": 1}),
            ("cancel_order", {"order": 2}),
        ),
    ),
    Story(
        marketing,
        (
            ("create_campaign", {"name": "Spring", "start": "Monday"}),
            ("schedule_post", {"text": "We sell!", "channel": "X", "day": "Monday"}),
            ("draft_announcement", {"subject": "Our office", "details": "It moves."}),
            ("cancel_post", {"post": 1}),
        ),
    ),
    Story(
        legal,
        (
            ("draft_contract", {"kind": "nda", "party": "Acme"}),
            ("record_signature", {"contract": 1, "signed_by": "Maria", "day": "today"}),
            ("end_contract", {"contract": 1, "last_day": "Monday"}),
            ("record_consent", {"person": "Jessica", "purpose": "photos"}),
            ("withdraw_consent", {"consent": 1}),
        ),
    ),
    Story(
        product,
        (
            ("register_feature", {"title": "Dark mode"}),
            ("set_status", {"feature": 1, "status": "building"}),
            ("assign_release", {"feature": 1, "release": "2.4"}),
        ),
    ),
    Story(
        general,
        (
            ("make_note", {"text": "the door code"}),
            ("remind_me", {"what": "call home", "day": "today"}),
            ("tick_off", {"note": 1}),
            ("add_contact", {"topic": "parking", "contact": "Tom"}),
        ),
    ),
)
