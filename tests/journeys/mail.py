"""An agent that posts letters one after the other, so that it can be stopped in between."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from agents.kit import Agent, tool
from agents.kit.values.model import ModelCall, ToolCall
from bot.domain.messages import Incoming, Kind
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.agents.small_agents import directed
from tests.journeys.live import Live, a_started_bot

LETTERS = ("L1", "L2", "L3")


@dataclass
class Mail:
    """Posts letters one by one; something may happen while one is being posted."""

    posted: list[str] = field(default_factory=list)
    amid: dict[str, Callable[[], Awaitable[object]]] = field(default_factory=dict)

    @property
    def agent(self) -> Agent:
        @tool(effect=True, free=["letter"])
        async def post(letter: str) -> str:
            """Post a letter."""
            if letter in self.amid:
                await self.amid.pop(letter)()
                await asyncio.sleep(0)
            self.posted.append(letter)
            return f"Posted {letter}."

        return Agent(
            name="post",
            description="Posts letters.",
            tools=(post,),
            prompt="Post them.",
            style="talk",
        )

    def act(self, call: ModelCall) -> ScriptedAnswer:
        """Post every letter, then say so."""
        left = [letter for letter in LETTERS if letter not in self.posted]
        if not left:
            return ToolCall("c9", "done", '{"answer": "All are posted."}')
        return ToolCall(f"c-{left[0]}", "post", f'{{"letter": "{left[0]}"}}')


async def a_post(mail: Mail, *others: Agent) -> Live:
    model = directed({"letters": "post", "claim": "claim"}, mail.act)
    return await a_started_bot(mail.agent, *others, model=model)


def stop_of(bot: Live, way: str, user: str = "ana") -> Incoming:
    kind = Kind.COMMAND if way.startswith("/") else Kind.MESSAGE
    return bot.message(way, user=user, kind=kind)
