"""A secret typed unasked: kept for an agent that takes such a one, and only as it is said."""

from collections.abc import Awaitable, Callable

import pytest

from agents.catalogue import AGENTS
from agents.general.agent import general
from agents.general.notes import NOTES
from agents.kit import Agent, Secret, tool
from bot.core.agents.tool_results import LEFT_OUT
from tests.fakes.scripted import ScriptedModel
from tests.journeys.bank.talking import LOGIN, say_all, talked
from tests.journeys.bank.test_secrets import assert_nowhere
from tests.journeys.by_rules.without_a_model import by_rules
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import puppet, reading, together, which

pytestmark = pytest.mark.proves("R8")

HIDDEN = "I have hidden what looks like a password or another secret."
NOTED = "note that the wifi password is Blue$ky99"
REMEMBER = "the wifi password is hunter2, please remember it"
UNKEPT = "I keep it nowhere, and do nothing with it."


def a_vault(opened: list[str]) -> Agent:
    @tool(ends_task=True)
    async def open_vault(pin: Secret) -> str:
        """Open the vault."""
        opened.append(pin.reveal())
        return "The vault is open."

    return Agent(
        name="vault",
        description="Opens the vault.",
        tools=(open_vault,),
        examples=("open the vault",),
    )


async def kept(conversation: Conversation) -> list[str]:
    return sorted((await conversation.participant()).secrets)


async def test_a_pin_is_kept_for_the_agent_that_takes_pins():
    opened: list[str] = []
    conversation = await a_conversation(agents=[*AGENTS, a_vault(opened)])

    said = await conversation.say("open the vault, my pin is 4711")

    assert f"{HIDDEN} Nobody but vault gets it" in said
    assert "The vault is open." in said
    assert opened == ["4711"]
    assert_nowhere("4711", conversation)


@pytest.mark.parametrize("label", ["password", "API key", "Kennwort"])
async def test_another_kind_of_secret_is_hidden_and_not_kept(label: str):
    opened: list[str] = []
    conversation = await a_conversation(agents=[a_vault(opened), general])

    said = await conversation.say(f"open the vault, {label}: hunter22")

    assert f"{HIDDEN} {UNKEPT}" in said
    assert opened == []
    assert await kept(conversation) == []
    assert_nowhere("hunter22", conversation)


@pytest.mark.parametrize(
    "said",
    [
        "the wifi password is hunter22",
        REMEMBER,
        NOTED,
        "my router password: hunter22",
        "the password for the printer is hunter22",
        "das WLAN-Passwort ist hunter22",
    ],
)
@pytest.mark.parametrize("begun", [a_conversation, by_rules])
async def test_the_password_of_something_else_is_never_tried_as_the_banks(
    said: str, begun: Callable[[], Awaitable[Conversation]]
):
    conversation = await begun()
    await say_all(conversation, said, "cancel")

    assert await kept(conversation) == []
    await say_all(conversation, "log me in", "seldo")
    assert "Please type your password." in conversation.last.text
    for secret in ("hunter2", "Blue$ky99"):
        assert_nowhere(secret, conversation)


async def test_a_secret_is_forgotten_with_a_turn_that_leads_elsewhere():
    conversation = await talked("what is the price of Apple stock? my password is monkey")

    assert await kept(conversation) == []
    assert await conversation.stack() == []
    assert_nowhere("monkey", conversation)


async def test_a_password_alone_begins_the_login_it_is_for():
    conversation = await talked("password: monkey")

    assert await kept(conversation) == ["authenticate"]
    assert "logged in as seldo" in await conversation.say("seldo")
    assert await kept(conversation) == []


async def test_who_is_logged_in_is_told_that_it_is_not_needed():
    conversation = await talked(*LOGIN)

    said = await conversation.say("my password is monkey")

    assert f"{HIDDEN} You have a login already, so I do nothing with it." in said
    assert await kept(conversation) == []


@pytest.mark.parametrize(
    "said",
    ["la mia password è Zug4Berg!", "minha senha é Trem7Azul", "mit password er Fjord88x"],
)
async def test_what_is_said_to_be_hidden_is_hidden(said: str):
    conversation = await a_conversation(agents=[general])
    secret = said.rsplit(maxsplit=1)[-1].rstrip("!")

    told = await conversation.say(said)

    assert HIDDEN in told
    assert_nowhere(secret, conversation)


@pytest.mark.parametrize("said", ["Kennwort: hunter22", "my pasword is hunter33"])
async def test_no_agent_has_to_know_what_a_secret_looks_like(said: str):
    conversation = await a_conversation(agents=[a_vault([]), general])

    told = await conversation.say(said)

    assert HIDDEN in told
    assert_nowhere(said.rsplit(maxsplit=1)[-1], conversation)


def noting(text: str) -> ScriptedModel:
    filled = {"text": text, "about": "this"}
    return puppet(
        together(which("general"), reading("does", {"does": "make_note"}), reading("fill", filled))
    )


@pytest.mark.parametrize(("said", "secret"), [(NOTED, "Blue$ky99"), (REMEMBER, "hunter2")])
async def test_a_note_without_its_secret_does_not_claim_to_hold_it(said: str, secret: str):
    text = "the wifi password is [secret]"
    conversation = await a_conversation(noting(text))

    told = await conversation.say(said)

    assert f"{HIDDEN} {UNKEPT}" in told
    assert f"Note 1 is kept, for your eyes only: “{text}”.\n{LEFT_OUT}" in told
    assert [row["text"] for row in await conversation.rows(NOTES)] == [text]
    assert await kept(conversation) == []
    assert_nowhere(secret, conversation)


@pytest.mark.parametrize(("said", "secret"), [(NOTED, "Blue$ky99"), (REMEMBER, "hunter2")])
async def test_a_note_of_a_secret_is_kept_by_no_rule(said: str, secret: str):
    conversation = await by_rules()

    told = await conversation.say(said)

    assert told.startswith(f"{HIDDEN} {UNKEPT}")
    assert "Note 1" not in told
    assert await conversation.rows(NOTES) == []
    assert await conversation.stack() == []
    assert_nowhere(secret, conversation)


async def test_a_note_by_rules_does_not_claim_to_hold_its_secret():
    conversation = await by_rules()

    told = await say_all(conversation, "make a note", "the wifi password is Blue$ky99")

    assert f"“the wifi password is [secret]”.\n{LEFT_OUT}" in told
    assert_nowhere("Blue$ky99", conversation)
