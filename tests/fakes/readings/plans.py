"""Goals that take several agents, and the steps for them."""

from tests.fakes.readings.rows import Goal, Row, rows_for

ROWS: list[Row] = [
    *rows_for("planner", "onboard…", "please onboard…", "offboard…", "we need to hire somebody"),
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


GOALS: list[Goal] = [
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
    Goal("rob a bank", outcome="out_of_scope", asks="That is harmful."),
]  # fmt: skip
