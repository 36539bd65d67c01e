"""Goals that take several agents, and the steps for them."""

from tests.fakes.readings.rows import Goal, Row, rows_for

ROWS: list[Row] = [
    Row("onboard a new employee", "onboard"),
    Row("Jessica Smith", values={"name": "Jessica Smith"}, about="this", asked="the full name"),
    Row(
        "marketing manager",
        values={"role": "marketing manager"},
        about="this",
        asked="the role",
    ),
    Row(
        "Onboard Jessica Smith as an engineer on Monday",
        "onboard",
        values={"name": "Jessica Smith", "role": "engineer"},
    ),
    *rows_for("planner", "onboard…", "please onboard…", "offboard…", "we need to hire somebody"),
    Row("Jessica Smith, as a marketing manager, starting Monday", about="this", asked="the role"),
]


def _onboarding(name: str, role: str, day: str) -> list[dict[str, object]]:
    """Four desks do their parts once somebody is registered."""
    calls = (
        ("people", "register_employee", {"name": name, "role": role, "start_date": day}),
        ("it_support", "create_account", {"employee": name}),
        ("it_support", "set_up_laptop", {"employee": name}),
        ("people", "schedule_orientation", {"employee": name, "day": day}),
    )
    return [
        {
            "number": number,
            "agent": agent,
            "function": function,
            "arguments": arguments,
            "action": f"{function.replace('_', ' ').capitalize()}: {name}",
            "needs": [1] if number > 1 else [],
        }
        for number, (agent, function, arguments) in enumerate(calls, start=1)
    ]


def _paying(*payments: dict[str, str]) -> list[dict[str, object]]:
    """Transfers that need nothing of one another."""
    return [
        {
            "number": number,
            "agent": "transfer_money",
            "function": "transfer",
            "arguments": {"to_account": "1234324", **payment},
            "action": f"Send money from {payment.get('from_account', 'there')}",
            "needs": [],
        }
        for number, payment in enumerate(payments, start=1)
    ]


GOALS: list[Goal] = [
    Goal("send 50 to 1234324, then send 60 from savings to 1234324", _paying(
        {"amount": "50"}, {"amount": "60", "from_account": "Savings"}
    )),
    Goal("send 50 from checking to 1234324, then send 60 from savings to 1234324", _paying(
        {"amount": "50", "from_account": "Checking"}, {"amount": "60", "from_account": "Savings"}
    )),
    Goal("send 50 to 1234324, then send 60 to 1234324", _paying(
        {"amount": "50"}, {"amount": "60"}
    )),
    Goal("onboard Jessica Smith as a marketing manager", _onboarding(
        "Jessica Smith", "marketing manager", "Monday"
    )),
    Goal("onboard Maria Lopez as a designer", _onboarding("Maria Lopez", "designer", "Monday")),
    Goal("onboard Maria Lopez as engineer", _onboarding(
        "Maria Lopez", "engineer", "next Monday"
    )),
    Goal(
        "onboard Jess Smith",
        _onboarding("Jess Smith", "designer", "Monday"),
        asks="What is the role, and which day is the first one?",
    ),
    Goal(
        "onboard somebody",
        _onboarding("Tom Miller", "developer", "Tuesday"),
        asks="To plan this I need the full name, the role and a day.",
    ),
    Goal(
        "onboard a new employee",
        _onboarding("Jessica Smith", "marketing manager", "Monday"),
        asks="What is the name, what is the role, and which day is the first one?",
    ),
    Goal("the onboarding of Jess", _onboarding("Jess Smith", "manager", "Monday")),
    Goal("rob a bank", outcome="out_of_scope", asks="That is harmful."),
]  # fmt: skip
