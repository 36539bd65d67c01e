"""Agents without tools as steps: a function, or a server elsewhere, does what its step says."""

from dataclasses import dataclass, field, replace

import pytest

from agents.kit import Agent, Outcome, Turn, ask, done
from agents.kit.remote import remote_agent
from tests.fakes.world import FakeHttp
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet
from tests.journeys.plans.planned import (
    hit,
    outcome,
    planning,
    states,
    steps,
    tell,
    the_plan,
    written,
)
from tests.journeys.workshop import Workshop

GOAL = "plan: print the report and have it translated"
PLAN = steps(
    written(1, "printer.copy", text="report"),
    written(2, "translator.do", 1, text="Translate the report"),
)


@dataclass
class Translator:
    """An agent that is a function; it remembers what it was told, and under which key."""

    answer: Outcome = field(default_factory=lambda: done("Der Bericht.", artifact="BERICHT"))
    heard: list[tuple[str, str]] = field(default_factory=list)

    async def run(self, turn: Turn) -> Outcome:
        self.heard.append((turn.text, turn.key))
        return self.answer

    @property
    def agent(self) -> Agent:
        words = "Translates texts."
        return Agent(name="translator", description=words, introduction=words, run=self.run)


async def with_translator(agent: Agent) -> Conversation:
    agents = (*Workshop().agents(), agent)
    planner = planning(PLAN, outcome("no_plan"))
    return await a_conversation(puppet(planner, agents), agents=agents)


@pytest.mark.proves("S2-69")
async def test_a_function_does_its_step_once_it_is_approved():
    translator = Translator()
    conversation = await with_translator(translator.agent)

    card = await tell(conversation, GOAL)
    before = [*translator.heard]
    await tell(conversation, "approve")

    assert "2. translator: do, after step 1\n   text: Translate the report" in card
    assert before == []
    assert [text for text, key in translator.heard if key] == ["Translate the report"]
    assert the_plan(conversation).step(2).reply == "Der Bericht."
    assert "BERICHT" in [reply.text for reply in conversation.replies]
    assert the_plan(conversation).status == "completed"


async def test_its_words_are_edited_like_any_value():
    translator = Translator()
    conversation = await with_translator(translator.agent)
    await tell(conversation, GOAL)

    await hit(conversation, "edit-2", text="Translate page one")
    await hit(conversation, "approve")

    assert [text for text, _key in translator.heard] == ["Translate page one"]


async def test_one_that_asks_back_has_not_done_its_step():
    translator = Translator(answer=ask("Into which language?"))
    conversation = await with_translator(translator.agent)
    await tell(conversation, GOAL)

    said = await tell(conversation, "approve")

    assert "Step 2 failed: Into which language?" in said
    assert states(conversation)[1] == "failed"


async def test_an_agent_elsewhere_is_told_the_words_of_its_step():
    remote = remote_agent("translator", "https://tools.test", description="Translates texts.")
    conversation = await with_translator(remote)
    http = FakeHttp(lambda _url, _body: {"value": "Der Bericht."})
    conversation.services = replace(conversation.services, http=http)
    await tell(conversation, GOAL)

    await tell(conversation, "approve")

    assert the_plan(conversation).step(2).reply == "Der Bericht."
    assert [body["text"] for _url, body in http.asked] == ["Translate the report"]
