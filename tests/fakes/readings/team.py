"""What people say to the desks of a team, from new employees to notes."""

from tests.fakes.readings.rows import Row, rows_for

JESSICA = "Jessica Smith"
_AT_ONCE = {"about": "this"}

_PEOPLE = [
    *rows_for("people", "register a new employee", does="register_employee"),
    Row(
        "Jessica Smith, marketing manager, Monday",
        **_AT_ONCE,
        values={"name": JESSICA, "role": "marketing manager"},
    ),
    Row(
        "register Jessica Smith as a marketing manager starting Monday",
        "people",
        does="register_employee",
        values={"name": JESSICA, "role": "marketing manager"},
    ),
    Row(
        "schedule the orientation of Jessica Smith…",
        "people",
        does="schedule_orientation",
        values={"name": JESSICA, "employee": JESSICA},
    ),
    Row(
        "record vacation for Jessica…",
        "people",
        does="record_leave",
        values={"name": "Jessica", "employee": "Jessica"},
    ),
    *rows_for("people", "who starts on Monday?", "who starts…", does="list_starters"),
]
_IT = [
    *(
        Row(
            f"{wish} {JESSICA}…",
            "it_support",
            does=tool,
            values={"employee": JESSICA},
        )
        for wish, tool in (
            ("create an account for", "create_account"),
            ("set up a laptop for", "set_up_laptop"),
        )
    ),
    Row(
        "create an account for Jessica Smith and then order a laptop for Jessica Smith",
        "it_support",
        does="create_account",
        values={"employee": JESSICA},
        left="order a laptop for Jessica Smith",
    ),
    *rows_for("it_support", "create an account", does="create_account"),
    Row("grant access to the wiki for Zoe", "it_support", "grant_access", {"employee": "Zoe"}),
    *(
        Row(f"open a ticket: {problem}", "it_support", "open_ticket", {"problem": problem})
        for problem in (
            *("printer is broken", "the printer is broken", "the lamp is broken", "no network"),
            *("no light", "no heat", "the lift is stuck"),
        )
    ),
    *rows_for("it_support", "open a ticket", does="open_ticket"),
    *rows_for("it_support", "close my ticket", "close ticket…", does="close_ticket"),
    *rows_for(
        "it_support", "what is the status of ticket…", "which tickets…", does="ticket_status"
    ),
]
_ORDERS = [
    *(
        Row(
            f"{verb} {what} for {whom}",
            "procurement",
            "order_item",
            {"item": item, "for_whom": whom},
        )
        for verb, what, item, whom in (
            ("order", "a laptop", "laptop", "Jessica"),
            ("order", "a laptop", "laptop", JESSICA),
            ("please buy", "2 monitors", "monitors", "Bob"),
            ("order", "1 monitor", "monitor", "Bob"),
            ("order", "3 laptops", "laptops", "Bob"),
            ("order", "30 laptops", "laptops", "Ana"),
            ("order", "2 desks", "desks", "Ben"),
        )
    ),
    Row("order a laptop", "procurement", "order_item", {"item": "laptop"}),
    Row("for Jessica Smith", **_AT_ONCE, values={"for_whom": JESSICA, "employee": JESSICA}),
    *rows_for("procurement", "where is order…", does="track_order"),
    *rows_for("procurement", "cancel order…", does="cancel_order"),
    *rows_for("procurement", "order 1 has arrived", does="receive_order"),
    *rows_for("procurement", "which suppliers…", does="list_suppliers"),
]
_POSTS = [
    Row("create a campaign: spring sale", "marketing", "create_campaign", {"name": "spring sale"}),
    *rows_for("marketing", "schedule a LinkedIn post for Monday", does="schedule_post"),
    Row("We are hiring", **_AT_ONCE, values={"text": "We are hiring"}),
    *rows_for("marketing", "which posts…", does="list_posts"),
]
_CONTRACTS = [
    Row("draft an NDA with Acme", "legal", "draft_contract", {"party": "Acme"}),
    Row(
        "contract 1 was signed by Maria today", "legal", "record_signature", {"signed_by": "Maria"}
    ),
    *rows_for("legal", "sign contract 1", does="record_signature"),
    *rows_for("legal", "record a consent", does="record_consent"),
    Row(
        "Jessica Smith; photos of the team",
        **_AT_ONCE,
        values={"person": JESSICA, "purpose": "photos of the team"},
    ),
    *rows_for("legal", "what is the status of contract…", does="contract_status"),
]
_FEATURES = [
    Row(
        "register a feature: dark mode",
        "product",
        "register_feature",
        {"title": "dark mode", "feature": "dark mode"},
    ),
    Row(
        "add dark mode to the roadmap for Q3",
        "product",
        "register_feature",
        {"title": "dark mode", "feature": "dark mode"},
    ),
    *rows_for("product", "set feature…", does="set_status"),
    *rows_for("product", "put feature…", does="assign_release"),
    *rows_for("product", "show the roadmap", does="roadmap"),
    *rows_for("product", "write the release notes…", does="release_notes"),
]
_NOTES = [
    *(
        Row(f"{wish}{text}", "general", "make_note", {"text": text})
        for wish, text in (
            ("make a note: ", "the door code has changed"),
            ("note: ", "buy milk"),
            ("note that ", "I like tea"),
            ("note: ", "the lamp is broken"),
        )
    ),
    *rows_for("general", "note: …", "note that…", does="make_note"),
    Row("remind me on Friday to call home", "general", "remind_me", {"what": "call home"}),
    Row(
        "remind me tomorrow to call the dentist",
        "general",
        "remind_me",
        {"what": "call the dentist"},
    ),
    *rows_for("general", "delete note…", does="tick_off"),
    *rows_for("general", "what is due today?", does="what_is_due"),
    *rows_for("general", "which date…", "what's today's date", does="which_date"),
    Row(
        "add contact: plumber is Joe, 555-1234",
        "general",
        "add_contact",
        {"topic": "plumber", "contact": "Joe, 555-1234"},
    ),
    Row("whom do I call about the plumber?", "general", "look_up_contact", {"topic": "plumber"}),
]

ROWS: list[Row] = [*_PEOPLE, *_IT, *_ORDERS, *_POSTS, *_CONTRACTS, *_FEATURES, *_NOTES]
