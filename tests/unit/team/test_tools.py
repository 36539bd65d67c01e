"""What holds for every tool of the team's agents."""

from contextlib import suppress

import pytest

from agents.catalogue import AGENTS
from agents.it_support.agent import it_support
from agents.kit import Agent, Person, Tool, ToolFailed
from tests.fakes.team import TeamDesk
from tests.fakes.team_stories import STORIES, Story

TEAM = tuple(story.agent for story in STORIES)
TOOLS = [(agent, tool) for agent in TEAM for tool in agent.tools]
ASKING = {tool.name for _, tool in TOOLS if tool.approval}

Rows = dict[str, list[dict[str, object]]]

by_story = pytest.mark.parametrize("story", STORIES, ids=lambda story: story.agent.name)
by_tool = pytest.mark.parametrize(("agent", "tool"), TOOLS, ids=lambda one: one.name)


def test_all_of_the_team_is_in_the_catalogue():
    assert set(map(id, TEAM)) <= set(map(id, AGENTS))


@pytest.mark.parametrize("agent", TEAM, ids=lambda agent: agent.name)
def test_an_agent_has_five_to_eight_tools_and_is_a_form(agent: Agent):
    assert 5 <= len(agent.tools) <= 8
    assert agent.is_form


@by_tool
def test_an_effect_can_be_repeated_and_every_answer_is_the_tools_own(agent: Agent, tool: Tool):
    assert tool.repeatable
    assert tool.ends_task


@by_tool
def test_what_is_risky_or_final_is_approved_or_can_hardly_do_harm(agent: Agent, tool: Tool):
    if tool.risk == "high":
        assert tool.approval is not None
        assert not tool.reversible
        assert tool.check is not None


def test_these_ask_a_person_first():
    named = "close_account create_campaign end_contract end_employment grant_access order_item"

    assert sorted(ASKING) == [*named.split(), "record_signature"]


@pytest.mark.parametrize(
    ("system", "asks"), [("wiki", False), ("payroll", True), ("production", True)]
)
def test_access_to_sensitive_systems_is_approved(system: str, *, asks: bool):
    tool = it_support.tool_named("grant_access")
    assert tool is not None
    assert tool.approval is not None

    arguments = tool.read({"employee": "Jessica", "system": system})

    assert tool.approval.needed(arguments) is asks


def test_the_stories_hold_every_effect():
    told = {(story.agent.name, tool) for story in STORIES for tool, _ in story.steps}

    assert told == {(agent.name, tool.name) for agent, tool in TOOLS if tool.effect}


@pytest.mark.proves("S2-73")
def test_each_of_the_seven_desks_has_an_agent_that_acts():
    desks = ["people", "it_support", "procurement", "marketing", "legal", "product", "general"]

    assert [story.agent.name for story in STORIES] == desks
    assert len({tool.name for _, tool in TOOLS}) == len(TOOLS)


@pytest.mark.proves("S2-73")
@by_story
async def test_each_effect_of_a_desk_is_written_down(story: Story):
    desk = TeamDesk(story.agent)

    for tool, arguments in story.steps:
        before = everything(desk)
        await desk.do(tool, **arguments)
        assert everything(desk) != before, tool


@by_story
async def test_the_same_key_writes_once_and_answers_the_same(story: Story):
    desk = TeamDesk(story.agent)
    for number, (tool, arguments) in enumerate(story.steps):
        first = await desk.do(tool, f"key-{number}", **arguments)
        before, delivered = everything(desk), list(desk.delivered)

        again = await desk.do(tool, f"key-{number}", **arguments)

        assert again == first
        assert everything(desk) == before
        assert desk.delivered == delivered + delivered[len(delivered) - _new(delivered, tool) :]


@by_story
async def test_every_effect_is_told_on_the_side_channel(story: Story):
    desk = TeamDesk(story.agent)
    for tool, arguments in story.steps:
        told = len(desk.progress)
        await desk.do(tool, **arguments)
        assert len(desk.progress) == told + 1


@by_story
async def test_what_one_workspace_keeps_no_other_reads_or_changes(story: Story):
    desk = TeamDesk(story.agent)
    for tool, arguments in story.steps[:3]:
        await desk.do(tool, **arguments)
    here = of_workspace("console/local", everything(desk))

    desk.person = Person("slack", "T-other", desk.person.user)
    for tool, arguments in story.steps[1:]:
        with suppress(ToolFailed):
            await desk.do(tool, **arguments)

    assert of_workspace("console/local", everything(desk)) == here


@by_story
async def test_another_workspace_finds_what_is_found_where_nothing_was_ever_done(story: Story):
    desk, fresh = TeamDesk(story.agent), TeamDesk(story.agent)
    for tool, arguments in story.steps:
        await desk.do(tool, **arguments)
    desk.person = fresh.person = Person("slack", "T-other", desk.person.user)

    for reading in (tool for tool in story.agent.tools if not (tool.effect or required(tool))):
        assert await desk.do(reading.name) == await fresh.do(reading.name)


def everything(desk: TeamDesk) -> Rows:
    return {table.name: desk.rows(table) for table in desk.agent.tables}


def of_workspace(workspace: str, kept: Rows) -> list[dict[str, object]]:
    return [row for rows in kept.values() for row in rows if row.get("workspace") == workspace]


def required(tool: Tool) -> object:
    return tool.spec.parameters.get("required")


def _new(delivered: list[str], tool: str) -> int:
    """How many artifacts one use of a tool delivers."""
    return 1 if tool.startswith("draft_") and delivered else 0
