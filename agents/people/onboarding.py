"""The plan for a new employee: registered, given an account and a laptop, shown around."""

from agents.kit import Recipe, RecipeStep
from agents.people.agent import FullName, Role, StartDate

onboard = Recipe(
    name="onboard",
    description="Onboards a new employee: registered, account, laptop, orientation.",
    introduction="Onboarding a new employee",
    slots={"name": FullName, "role": Role, "day": StartDate},
    steps=(
        RecipeStep(
            "people",
            "register_employee",
            "Register {name} as {role} from {day}",
            {"name": "{name}", "role": "{role}", "start_date": "{day}"},
        ),
        RecipeStep(
            "it_support",
            "create_account",
            "Create an account for {name}",
            {"employee": "{name}"},
            needs=[1],
        ),
        RecipeStep(
            "it_support",
            "set_up_laptop",
            "Set up a laptop for {name} by {day}",
            {"employee": "{name}", "ready_by": "{day}"},
            needs=[1],
        ),
        RecipeStep(
            "people",
            "schedule_orientation",
            "Show {name} around on {day}",
            {"employee": "{name}", "day": "{day}"},
            needs=[1],
        ),
    ),
    examples=(
        "onboard Jessica Smith as an engineer on Monday",
        "onboard a new employee",
        "onboard a new colleague",
        "prepare everything for a newcomer",
        "the onboarding of a marketing manager",
    ),
).agent
