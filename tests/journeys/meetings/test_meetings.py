"""The meetings that come along, and a procedure that acts, in the whole bot."""

import re
from typing import Any

import pytest

from agents.kit import Agent, EffectKey, Turn, always, tool
from agents.kit.procedures import procedure_agent, procedure_of, toolbox
from agents.kit.procedures.load import Surroundings
from agents.kit.values.model import ModelCall, Purpose, ToolCall
from agents.meetings.agent import debate, drafting_circle, incident_review
from tests.fakes.parts import verdict_of
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.plans.planned import carry_out
from tests.unit.procedures.stories import a_part, a_talk, as_yaml

WHERE = {"draft": "drafting_circle", "debate": "debate", "incident": "incident_review"}


def role(call: ModelCall) -> str:
    """Whose line is asked for; judges want to go on as soon as they are asked."""
    if call.purpose is Purpose.JUDGE:
        return verdict_of(call)
    return "a summary" if call.purpose is Purpose.SUMMARISE else f"The part of {who(call)}."


def who(call: ModelCall) -> str:
    """The name of whoever is to speak."""
    found = re.search(r"your name is (\w+)", call.messages[0].content)
    assert found, "a part is spoken by somebody with a name"
    return found[1]


async def meeting(*agents: Agent, play: Any = role) -> Conversation:
    return await a_conversation(directed(WHERE, play), agents=agents)


async def said(conversation: Conversation, text: str) -> str:
    """Say something, and let what goes on by itself go on."""
    return "\n\n".join([await conversation.say(text), await carry_out(conversation)])


def speakers(conversation: Conversation) -> list[str]:
    return [reply.speaker for reply in conversation.replies if reply.speaker]


@pytest.mark.proves("S4-04")
async def test_a_text_goes_round_until_its_person_approves_it():
    drafts = iter(["Come to Bonn!", "Come to Bonn, there is cake!"])

    def play(call: ModelCall) -> ScriptedAnswer:
        assert call.purpose is not Purpose.JUDGE, "no model decides what a person approves"
        is_final = "<final>" in call.messages[-1].content
        return f"<final>{next(drafts)}</final>" if is_final else role(call)

    conversation = await meeting(drafting_circle, play=play)

    first = await said(conversation, "draft a note on our new office")
    await said(conversation, "please mention the cake")
    await conversation.press("approve")
    last = await carry_out(conversation)

    assert first.endswith("Do you approve this text? Say “approve”, or what to change.")
    assert speakers(conversation) == ["Wanda (writer)", "Cato (critic)", "Edith (editor)"] * 2
    assert [reply.text for reply in conversation.replies if reply.speaker][5] == (
        "Come to Bonn, there is cake!"
    )
    assert conversation.artifacts == ["Come to Bonn, there is cake!"]
    assert "Client said: please mention the cake" in conversation.model.everything_read
    assert await conversation.stack() == [], last


@pytest.mark.parametrize(
    "words", ["I am content", "I'm content.", "yes, I approve", "Looks good!"]
)
async def test_whoever_says_to_be_content_has_approved_the_text(words: str):
    conversation = await meeting(drafting_circle)
    await said(conversation, "draft a note on our new office")

    await said(conversation, words)

    assert len(conversation.artifacts) == 1
    assert await conversation.stack() == []


async def test_a_debate_ends_with_a_verdict_and_neither_side_reads_the_other_s_preparation():
    conversation = await meeting(debate)

    await said(conversation, "debate whether we need more tea")

    assert speakers(conversation) == [
        "Pia (proposer)", "Otto (opponent)", "Pia (proposer)", "Otto (opponent)",
        "Pia (proposer)", "Judith (judge)",
    ]  # fmt: skip
    second = conversation.model.calls[2]
    assert "The part of Pia" not in "\n".join(message.content for message in second.messages)
    assert await conversation.stack() == []


async def test_an_incident_is_told_by_its_witness_and_written_up():
    conversation = await meeting(incident_review)

    await said(conversation, "start an incident review")
    await said(conversation, "the incident of Monday: the pump stopped")
    await said(conversation, "at nine, the pager rang")
    await said(conversation, "nothing more")

    assert "Which incident?" in conversation.replies[0].text
    assert speakers(conversation)[0] == "Mona (moderator)"
    assert speakers(conversation)[-1] == "Skye (scribe)"
    assert conversation.artifacts == ["The part of Skye."]


async def test_stop_ends_a_meeting_between_two_contributions():
    conversation = await meeting(debate)

    await conversation.say("debate whether we need more tea")
    await conversation.say("stop")
    rest = await carry_out(conversation)

    assert len(speakers(conversation)) <= 2
    assert "verdict" not in rest
    assert await conversation.stack() == []


def a_press(pages: dict[str, str]) -> tuple[Agent, Agent]:
    """An agent that prints, and a procedure in which somebody may use it."""

    @tool(effect=True, approval=always())
    async def print_page(turn: Turn, text: str, key: EffectKey) -> str:
        """Print a page."""
        pages.setdefault(key, text)
        return f"printed {text}"

    printer = Agent(name="printer", description="Prints.", prompt="Print.", tools=(print_page,))
    raw = a_talk(name="debate", description="Talks, then prints.")
    raw["states"]["chat"]["controller"] = {"max_chat_nums": 2}
    raw["states"]["chat"]["agent_states"]["guest"] = a_part(
        "guest", FunctionComponent={"functions": ["printer.print_page"]}
    )
    surroundings = Surroundings(tools=toolbox([printer]))
    return procedure_agent(procedure_of(as_yaml(raw), surroundings)), printer


def printing(call: ModelCall) -> ScriptedAnswer:
    if call.purpose is Purpose.JUDGE:
        return "<end>0</end>"
    return ToolCall("1", "print_page", '{"text": "the motion"}') if call.tools else role(call)


async def test_what_a_persona_wants_to_do_is_approved_by_the_person_and_done_once():
    pages: dict[str, str] = {}
    conversation = await meeting(*a_press(pages), play=printing)

    card = await said(conversation, "debate it")
    before = dict(pages)
    told = await conversation.press("Approve")
    await carry_out(conversation)

    assert "printer wants to print page:\n  text: the motion" in card
    assert before == {}
    assert list(pages.values()) == ["the motion"]
    assert "The part of Ben." in told
    assert "printed the motion" in conversation.model.everything_read
    assert await conversation.stack() == []


async def test_what_is_rejected_is_not_done_and_it_goes_on_without_it():
    pages: dict[str, str] = {}
    conversation = await meeting(*a_press(pages), play=printing)

    await said(conversation, "debate it")
    await conversation.press("Reject", reason="too early")
    await carry_out(conversation)

    assert pages == {}
    assert "I reject this: too early" in conversation.model.everything_read
    assert speakers(conversation)[-1] == "Ben (guest)"
    assert await conversation.stack() == []
