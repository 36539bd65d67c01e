"""A safe that opens for a code and a pin, and conversations in which somebody stands before it."""

from dataclasses import dataclass, field

from agents.kit import Agent, Approval, EffectKey, Secret, Tool, ToolFailed, tool
from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import asks, directed
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls
from tests.journeys.restarts import Killed

CODE, PIN = "opal7701", "jade4711"


@dataclass
class Safe:
    """A safe with a code and a pin; `opened` is what was done, by key."""

    opened: dict[str, str] = field(default_factory=dict)
    deaths: int = 0
    names_the_wrong_one: bool = False

    async def open(self, box: str, key: str, *secrets: Secret) -> str:
        """Open a box, if all that was typed is right; `deaths` are crashes on the way."""
        if self.deaths:
            self.deaths -= 1
            raise Killed
        typed = [secret.reveal() for secret in secrets]
        if CODE not in typed:
            raise ToolFailed("That code is wrong.")
        if len(typed) > 1 and PIN not in typed:
            ask_again = "pin" if self.names_the_wrong_one else True
            words = "They do not fit." if self.names_the_wrong_one else "That pin is wrong."
            raise ToolFailed(words, ask_again=ask_again)
        self.opened[key] = box
        return f"Box {box} is open."

    def with_both(self, approval: Approval | None = None) -> Tool:
        @tool(effect=True, free=["box"], ends_task=True, approval=approval)
        async def unlock(box: str, code: Secret, pin: Secret, key: EffectKey) -> str:
            """Open a box."""
            return await self.open(box, key, code, pin)

        return unlock

    def with_a_code(self, approval: Approval | None = None) -> Tool:
        @tool(effect=True, free=["box"], ends_task=True, approval=approval)
        async def unlock(box: str, code: Secret, key: EffectKey) -> str:
            """Open a box."""
            return await self.open(box, key, code)

        return unlock


def act(_call: ModelCall) -> ScriptedAnswer:
    return calls("unlock", box="red")


def an_agent_with(unlock: Tool) -> Agent:
    return Agent(
        name="safe",
        description="Opens boxes.",
        introduction="Opening boxes",
        prompt="Open.",
        tools=(unlock,),
        style="talk",
    )


async def at_the_safe(tool_: Tool, *lines: str) -> Conversation:
    model = directed({"open": "safe", "claim": "claim"}, act=act)
    conversation = await a_conversation(model, agents=[an_agent_with(tool_), asks("claim")])
    for line in lines:
        await conversation.say(line)
    return conversation


async def kept(conversation: Conversation) -> list[str]:
    """What is kept sealed, by the parameter it is for."""
    return sorted(name.split("/")[-1] for name in (await conversation.participant()).secrets)
