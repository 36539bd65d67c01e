"""Plans of several people and sessions, and what a session goes on with while one waits."""

from dataclasses import replace

import pytest

from agents.catalogue import AGENTS
from agents.it_support.desk import TICKETS as TABLE_OF_TICKETS
from agents.kit import Agent, EffectKey, tool
from agents.kit.values.model import Finish, ModelReply, Purpose
from bot.core.turn.answer import answer
from bot.domain.messages import Incoming, Reply, Thread
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.plans.planned import (
    GOAL,
    JESSICA,
    ONBOARDING,
    carry_out,
    counted,
    employees,
    plans_of,
    states,
    steps,
    tell,
    with_planner,
    written,
)

ELSEWHERE = Thread("console", "local", "chat", "elsewhere")
READING = steps(
    written(1, "people.list_starters"), written(2, "it_support.list_access", 1, employee=JESSICA)
)

TICKETS = steps(
    written(1, "it_support.open_ticket", problem="no light"),
    written(2, "it_support.open_ticket", problem="no heat"),
)
READINGS = (
    "it_support.ticket_status",
    "procurement.list_orders",
    "marketing.list_posts",
    "legal.contract_status",
    "product.roadmap",
    "general.my_notes",
)


def agent_named(name: str) -> Agent:
    return next(agent for agent in AGENTS if agent.name == name)


async def say_there(conversation: Conversation, text: str, *, shared: bool = False) -> list[Reply]:
    """Say something in another thread, and return what is said there."""
    conversation.sent += 1
    name, ana = f"there-{conversation.sent}", a_person("ana")
    event = Incoming(name, ELSEWHERE, ana, text=text, shared=shared)
    await conversation.store.accept(event)
    beginning = await conversation.store.begin(ELSEWHERE.session)
    assert beginning is not None
    ending = await answer(beginning, conversation.services, lambda _agent, _text: None)
    await conversation.store.commit(ending)
    return [reply for reply in ending.replies if reply.is_said]


@pytest.mark.proves("S2-60", "S2-61")
async def test_plans_of_two_sessions_share_nothing():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)

    (there,) = await say_there(conversation, GOAL)
    await tell(conversation, "approve")

    here, other = plans_of(conversation)
    assert "1. people: register employee" in there.text
    assert (here.session, other.session) == (THREAD.session, ELSEWHERE.session)
    assert {str(step.status) for step in here.steps} == {"completed"}
    assert [str(step.status) for step in other.steps[:3]] == ["awaiting"] * 3


@pytest.mark.proves("S2-60")
async def test_stopping_in_one_session_leaves_the_plans_of_another():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    await say_there(conversation, GOAL)

    await say_there(conversation, "stop")

    assert {plan.session: str(plan.status) for plan in plans_of(conversation)} == {
        THREAD.session: "open",
        ELSEWHERE.session: "cancelled",
    }


@pytest.mark.proves("S2-04")
async def test_what_the_model_plans_is_done_and_not_what_the_rules_would_plan():
    conversation = await with_planner(TICKETS)

    await tell(conversation, GOAL)
    await tell(conversation, "approve")

    tickets = [row["problem"] for row in await conversation.rows(TABLE_OF_TICKETS)]
    assert tickets == ["no light", "no heat"]
    assert await employees(conversation) == []
    assert {call.model for call in conversation.model.calls} == {""}


@pytest.mark.proves("S2-04")
@pytest.mark.parametrize(
    ("finish", "why"), [(Finish.FILTERED, "withheld"), (Finish.REFUSED, "refused")]
)
async def test_a_plan_that_the_provider_withheld_is_no_plan(finish: Finish, why: str):
    conversation = await with_planner(ModelReply(TICKETS, finish=finish))

    said = await tell(conversation, GOAL)

    assert why in said
    assert plans_of(conversation) == []
    assert conversation.pending == []


@pytest.mark.proves("S2-61")
@pytest.mark.parametrize("agent", AGENTS, ids=lambda agent: agent.name)
async def test_every_agent_can_be_spoken_to_in_every_session(agent: Agent):
    conversation = await a_conversation()

    await conversation.say(f"@{agent.name} hello")
    here = {reply.agent for reply in conversation.replies}
    there = {reply.agent for reply in await say_there(conversation, f"@{agent.name} hello")}

    assert agent.name in here | await waiting(conversation, THREAD)
    assert agent.name in there | await waiting(conversation, ELSEWHERE)


@pytest.mark.proves("S2-61")
async def test_what_an_agent_hands_back_bars_it_from_no_other_session():
    conversation = await a_conversation()
    await conversation.say("register a new employee")

    elsewhere = await conversation.say("what does a share of Tesla cost?")
    said = await say_there(conversation, "register a new employee")

    assert "TSLA" in elsewhere
    assert [reply.agent for reply in said] == ["people"]


async def waiting(conversation: Conversation, thread: Thread) -> set[str]:
    """The agents whose tasks wait in a thread, for a login or an answer."""
    ana = await conversation.services.sessions.participant(thread.session, a_person("ana"))
    return {task.agent for task in ana.stack.tasks}


@pytest.mark.proves("S2-61")
@pytest.mark.parametrize("reading", READINGS)
async def test_every_desk_can_take_part_in_a_plan_of_any_session(reading: str):
    agent, _, tool = reading.partition(".")
    conversation = await with_planner(
        steps(written(1, reading), written(2, "people.list_starters"))
    )

    await say_there(conversation, "plan: look around")

    (plan,) = plans_of(conversation)
    assert (plan.session, str(plan.status)) == (ELSEWHERE.session, "open")
    assert (plan.steps[0].agent, plan.steps[0].tool) == (agent, tool)


@pytest.mark.proves("S2-02")
async def test_a_plan_uses_what_was_put_in_the_place_of_an_example():
    registered: list[str] = []

    @tool(effect=True, ends_task=True)
    def register_employee(name: str, role: str, start_date: str, key: EffectKey) -> str:
        """Register a new employee in the books of the company."""
        registered.append(f"{name}, {role}, {start_date}")
        return f"{name} is in the books."

    own = replace(agent_named("people"), tools=(register_employee,))
    agents = [own if agent.name == own.name else agent for agent in AGENTS]
    two = steps(
        written(1, "people.register_employee", name=JESSICA, role="manager", start_date="now"),
        written(2, "it_support.open_ticket", 1, problem="no light"),
    )
    conversation = await with_planner(two, agents=agents)

    await tell(conversation, GOAL)
    said = await tell(conversation, "approve")

    assert registered == [f"{JESSICA}, manager, now"]
    assert f"{JESSICA} is in the books." in said
    assert await employees(conversation) == []


@pytest.mark.proves("S2-62")
async def test_the_planner_is_asked_for_a_structured_answer_and_told_all_functions():
    conversation = await with_planner(ONBOARDING)

    await tell(conversation, GOAL)

    (call,) = [call for call in conversation.model.calls if call.purpose is Purpose.PLAN]
    assert call.answer is not None
    assert call.answer.schema["required"] == ["outcome", "words", "steps"]
    assert "- people: register_employee(name, role, start_date: date" in call.messages[0].content
    assert call.messages[-1].content == GOAL


@pytest.mark.proves("S2-64", "S2-77")
async def test_no_step_begins_before_its_plan_is_stored():
    conversation = await with_planner(READING)

    await conversation.say("plan: look around")
    stored = states(conversation)
    await carry_out(conversation)

    assert stored == ["approved", "approved"]
    assert states(conversation)[0] == "completed"


@pytest.mark.proves("S2-67", "S2-78")
async def test_a_waiting_plan_holds_up_nothing_else():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    (request,) = conversation.pending

    other = await say_there(conversation, "who are you?")
    agents = await tell(conversation, "agents")

    assert other
    assert "people" in agents
    assert conversation.pending == [request]
    assert request.waits_for == "ana"


async def test_two_people_plan_beside_each_other():
    conversation = await with_planner(ONBOARDING, TICKETS)
    await tell(conversation, GOAL)
    await tell(conversation, "plan: mend the office", user="ben")

    await tell(conversation, "approve", user="ben")
    anas, bens = plans_of(conversation)
    nobody = await employees(conversation)
    listed = await tell(conversation, "plans", user="ben")

    assert {str(step.status) for step in bens.steps} == {"completed"}
    assert states(conversation, anas.id)[0] == "awaiting"
    assert nobody == []
    assert anas.id not in listed


async def test_one_cannot_see_or_cancel_the_plan_of_another():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    (plan,) = plans_of(conversation)

    shown = await tell(conversation, f"plan show {plan.id}", user="ben")
    cancelled = await tell(conversation, f"plan cancel {plan.id}", user="ben")
    stopped = await tell(conversation, "stop", user="ben")

    assert "You have no plan" in shown
    assert "You have no plan" in cancelled
    assert "Nothing is running" in stopped
    assert plans_of(conversation) == [plan]


async def test_a_plan_that_was_made_elsewhere_is_shown_to_its_owner_alone():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    (plan,) = plans_of(conversation)

    (shown,) = await say_there(conversation, f"plan show {plan.id}", shared=True)

    assert (shown.private, shown.to) == (True, a_person("ana"))
    assert shown.text.startswith(f"Plan {plan.id}: ")


async def test_stopping_while_a_step_is_next_cancels_the_rest():
    conversation = await with_planner(ONBOARDING)
    await tell(conversation, GOAL)
    card = next(iter(conversation.store.tables.requests))
    await conversation.press_id(f"{card}:approve")

    # The wish to stop stands in the inbox behind the step, which looks there before it acts.
    stop = Incoming("stop-1", THREAD, a_person("ana"), text="stop", halts=True)
    await conversation.store.accept(stop)
    said = await carry_out(conversation)

    assert "The plan is cancelled" in said
    assert "Nothing else is running" in said or "Nothing is running" in said
    assert set((await counted(conversation)).values()) == {0}
