"""The agents of the manual do what stands there, and so does its conversation."""

import re
from pathlib import Path
from typing import Any

import pytest

from agents.catalogue import AGENTS
from agents.kit import Agent
from agents.kit.lint import findings, meanings, warnings
from tests.fakes.command_line import command
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import Strings, puppet, reading, together, which

PAGE = (Path(__file__).parents[3] / "docs" / "agents.md").read_text(encoding="utf-8")
BADGES = """
name: a badge
turns:
  - say: which code opens a room
    expect: {agent: badges, contains: [doors needs a look at your badge]}
  - say: "7"
    expect: {agent: badges, contains: [There is no badge 7]}
  - say: "117"
    expect: {agent: doors, contains: [Badge 117 is valid., the door]}
  - say: cellar
    expect: {agent: doors, contains: [Badge 117 opens cellar with the code 4711.]}
"""


def examples() -> dict[str, Any]:
    module: dict[str, Any] = {"__name__": "manual"}
    for example in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL):
        exec(example, module)  # noqa: S102 - our own manual
    return module


def of_the_manual() -> tuple[Agent, ...]:
    module = examples()
    return tuple(module[name] for name in ("glossary", "quiz", "badges", "doors"))


async def talked(*strings: Strings) -> Conversation:
    model = puppet(together(*strings), of_the_manual())
    return await a_conversation(model, agents=of_the_manual())


def test_nothing_is_wrong_with_them():
    assert (findings(of_the_manual()), warnings(of_the_manual())) == ([], [])


def test_what_lint_says_of_its_first_agent_stands_there():
    [told] = meanings([examples()["pizza"]])

    assert f"\neffect: {told} (pizza.py:" in PAGE


def test_nothing_is_wrong_with_its_recipe():
    agents = (*AGENTS, examples()["offboard"].agent)

    assert (findings(agents), warnings(agents)) == ([], [])


async def test_a_term_is_defined_once_it_is_approved_and_then_explained():
    conversation = await talked(
        which("glossary", "glossary"),
        reading("does", {"does": "define"}, {"does": "explain"}),
        reading(
            "fill",
            {"term": "SLA", "meaning": "service level agreement", "about": "this"},
            {"term": "sla", "about": "this"},
        ),
    )

    card = await conversation.say("add SLA, service level agreement")
    said = await conversation.press("Approve")
    explained = await conversation.say("what is an sla again?")

    assert "This needs an approval: everybody will read it." in card
    assert said.startswith("“SLA” is in the glossary.")
    assert explained.startswith("sla: service level agreement")


async def test_a_quiz_asks_one_question_after_the_other():
    conversation = await talked()

    asked = [await conversation.say(text) for text in ("a quiz", "2", "Rome")]

    assert asked[:2] == ["What is 2 + 2?", "Capital of France?"]
    assert asked[2].startswith("1 of 2 are right.")


async def test_what_is_no_answer_is_handed_back():
    conversation = await talked()
    await conversation.say("a quiz")

    said = await conversation.say("seven")

    assert "Answer with 3 or 4 or 5." in said
    assert said.endswith("What is 2 + 2?")


@pytest.mark.timeout(30)
def test_its_conversation_is_held_as_it_stands_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    found = re.search(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None

    assert "1/1 (100%)  the questions of the glossary" in held(found[1], tmp_path, monkeypatch)


@pytest.mark.timeout(30)
def test_a_badge_is_checked_before_a_door_is_told_and_the_door_then_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    told = held(BADGES, tmp_path, monkeypatch)

    assert "1/1 (100%)  a badge" in told, told


def held(talk: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Hold a conversation with the agents of the manual, and return what `eval` says of it."""
    (folder / "talk.yaml").write_text(talk, encoding="utf-8")
    examples = "\n".join(re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL))
    (folder / "of_a_manual.py").write_text(examples, encoding="utf-8")
    monkeypatch.chdir(folder)
    monkeypatch.syspath_prepend(folder)
    return command("eval", "talk.yaml", env={"FRONTDESK_AGENTS": "of_a_manual"}).output
