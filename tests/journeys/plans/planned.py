"""Plans in conversations: goals, planners on strings, and the turns that steps take."""

import json
from collections.abc import Sequence

from pydantic import JsonValue

from agents.catalogue import AGENTS
from agents.it_support.desk import ACCOUNTS, LAPTOPS
from agents.kit import Agent
from agents.kit.values.model import ModelCall, Purpose
from agents.people.staff import EMPLOYEES, ORIENTATIONS
from bot.core.turn.answer import answer
from bot.domain.ids import PlanId
from bot.domain.plans.plan import Plan
from tests.fakes.questions import asks, chosen, said_in
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.conversation import THREAD, Conversation, a_conversation
from tests.journeys.models.puppet import Strings, puppet

GOAL = "Onboard Jessica Smith as a marketing manager starting Monday"
JESSICA = "Jessica Smith"


def written(number: int, call: str, *needs: int, **arguments: JsonValue) -> dict[str, JsonValue]:
    """A step as a planner writes it; the call is `agent.function`, or `human`."""
    agent, _, function = call.partition(".")
    return {
        "number": number,
        "agent": agent,
        "function": function,
        "arguments": json.dumps(arguments),
        "action": f"Do {call} for step {number}",
        "needs": [*needs],
    }


def steps(*listed: dict[str, JsonValue]) -> str:
    """The planner's answer: these steps."""
    return json.dumps({"outcome": "plan", "words": "", "steps": [*listed]})


def outcome(name: str, words: str = "") -> str:
    """The planner's answer: none."""
    return json.dumps({"outcome": name, "words": words, "steps": []})


def planning(*answers: ScriptedAnswer) -> Strings:
    """Route to the planner, which gives one answer after the other, the last again and again.

    Questions are no goals.
    """
    left = list(answers)

    def strings(call: ModelCall) -> ScriptedAnswer | None:
        if asks(call, "which") and "planner" in call.messages[0].content:
            return None if said_in(call).endswith("?") else chosen("planner")
        if call.purpose is not Purpose.PLAN:
            return None
        return left.pop(0) if len(left) > 1 else left[0]

    return strings


async def with_planner(*answers: ScriptedAnswer, agents: Sequence[Agent] = AGENTS) -> Conversation:
    """A conversation with a planner on strings."""
    return await a_conversation(puppet(planning(*answers), agents), agents=agents)


async def carry_out(conversation: Conversation, most: int = 30) -> str:
    """Carry out the turns that were left for later; return what they said."""
    said: list[str] = []
    for _turn in range(most):
        beginning = await conversation.store.begin(THREAD.session)
        if beginning is None:
            return "\n\n".join(said)
        ending = await answer(beginning, conversation.services, lambda _agent, _text: None)
        await conversation.store.commit(ending)
        spoken = [reply for reply in ending.replies if reply.is_said]
        conversation.replies.extend(spoken)
        conversation.changes.extend(reply for reply in ending.replies if not reply.is_said)
        said += [reply.text for reply in spoken]
    raise AssertionError(f"there is more to do after {most} turns")


async def tell(conversation: Conversation, text: str, *, user: str = "ana") -> str:
    """Say something, and let everything happen that follows from it."""
    said = await conversation.say(text, user=user)
    return f"{said}\n\n{await carry_out(conversation)}".strip()


async def hit(conversation: Conversation, verb: str, *, user: str = "ana", **values: str) -> str:
    """Press a button of the newest open card, and let everything happen that follows."""
    card = newest_card(conversation)
    said = await conversation.press_id(f"{card}:{verb}", user=user, **values)
    return f"{said}\n\n{await carry_out(conversation)}".strip()


def newest_card(conversation: Conversation) -> str:
    """The newest open request of a plan."""
    return [request.id for request in conversation.pending if request.kind == "plan"][-1]


def plans_of(conversation: Conversation) -> list[Plan]:
    """All plans, in the order in which they were made."""
    return list(conversation.store.tables.plans.values())


def the_plan(conversation: Conversation) -> Plan:
    """The only plan."""
    (plan,) = plans_of(conversation)
    return plan


def states(conversation: Conversation, plan: PlanId | None = None) -> list[str]:
    """How the steps of a plan, the newest by default, stand."""
    shown = conversation.store.tables.plans[plan] if plan else plans_of(conversation)[-1]
    return [str(step.status) for step in shown.steps]


async def employees(conversation: Conversation) -> list[str]:
    return [str(row["name"]) for row in await conversation.rows(EMPLOYEES)]


async def counted(conversation: Conversation) -> dict[str, int]:
    """How many employees, accounts, laptops and orientations there are by now."""
    tables = {
        "employees": EMPLOYEES,
        "accounts": ACCOUNTS,
        "laptops": LAPTOPS,
        "orientations": ORIENTATIONS,
    }
    return {name: len(await conversation.rows(table)) for name, table in tables.items()}


ONBOARDING = steps(
    written(1, "people.register_employee", name=JESSICA, role="manager", start_date="Monday"),
    written(2, "it_support.create_account", 1, employee=JESSICA),
    written(3, "it_support.set_up_laptop", 1, employee=JESSICA),
    written(4, "people.find_employee", 1, name=JESSICA),
)
