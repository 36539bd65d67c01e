"""Hide secrets in what people write, before anything else reads or keeps it."""

import re

from agents.kit.agent import Agent, Overheard, Unneeded
from bot.core.turn.labelled import MASK, without, without_labelled
from bot.core.turn.services import Services
from bot.core.turn.work import Work
from bot.domain.participant import Sealed
from bot.domain.tasks import Task

VOLUNTEERED_SECONDS = 15 * 60
MOST_SECRETS = 5

_SHAPES = re.compile(
    r"""
      \bsk-[A-Za-z0-9_-]{16,} | \bxox[abeoprs]-[A-Za-z0-9-]{10,} | \bxapp-[A-Za-z0-9-]{10,}
    | \bgh[pousr]_[A-Za-z0-9]{20,} | \bgithub_pat_[A-Za-z0-9_]{20,} | \bglpat-[A-Za-z0-9_-]{16,}
    | \bAKIA[0-9A-Z]{16}\b | \bAIza[A-Za-z0-9_-]{30,}
    | \b(?:[0-9A-Za-z]{5}-){3}[0-9A-Za-z]{5}\b
    | \beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*
    | -----BEGIN[ ][A-Z ]*PRIVATE[ ]KEY-----[\s\S]*?(?:-----END[ ][A-Z ]*PRIVATE[ ]KEY-----|$)
    """,
    re.VERBOSE,
)
_ADDRESS = re.compile(r"\s*@[A-Za-z][\w-]*[,:]?\s*")
_CITED = re.compile(r"“[^”]*”")


async def mask(work: Work, text: str) -> str:
    """Return the text with its secrets replaced; one meant for a login is kept, sealed."""
    address = _ADDRESS.match(text)
    head, text = (address[0], text[address.end() :]) if address else ("", text)
    for agent in work.services.catalogue.spotters:
        text = await _without_secrets(work, agent, text)
    return head + without_labelled(_SHAPES.sub(MASK, text))


async def hide(services: Services, text: str) -> str:
    """Return the text with its secrets replaced; none is kept for anybody."""
    for agent in services.catalogue.spotters:
        assert agent.spot_secret is not None
        for _one in range(MOST_SECRETS):
            heard = Overheard(text, False, services.records, services.clock.now())  # noqa: FBT003 - a field
            found = await agent.spot_secret(heard)
            if not found or found in MASK:
                break
            text = without(found, text)
    return without_labelled(_SHAPES.sub(MASK, text))


def asks_for_secret(agent: Agent, task: Task) -> bool:
    """Say whether an agent asked for its secret in words, after its opening."""
    names = (name for tool in agent.tools for name in tool.secrets)
    # What it cites are not its own words; without an end, nothing is looked for again and again.
    cites, end, rest = task.question.rpartition("”")
    question = f"{_CITED.sub('', f'{cites}{end}')}{rest}".lower()
    if not task.said or task.question == agent.opening:
        return False
    return any(name.lower() in question for name in names)


async def _without_secrets(work: Work, agent: Agent, text: str) -> str:
    for _one in range(MOST_SECRETS):
        masked = await _volunteered(work, agent, text)
        if masked == text:
            break
        text = masked
    return text


async def _volunteered(work: Work, agent: Agent, text: str) -> str:
    top, door = work.stack.top, work.services.catalogue.door_to(agent.name)
    pending = top is not None and top.agent == door
    assert agent.spot_secret is not None
    records, before = work.services.records, _told_last(work)
    found = await agent.spot_secret(Overheard(text, pending, records, work.now, before))
    if not found and pending and top and top.said:
        found = await _spotted_with(top.said[-1], agent, text, work)
    if not found and pending and top and asks_for_secret(agent, top) and len(text.split()) == 1:
        found = text.strip()
    if not found:
        return text
    # The first one counts, for it stood by the name.
    if work.wants_login != door and not isinstance(found, Unneeded):
        sealed = Sealed(work.services.cipher.seal(found), work.until(VOLUNTEERED_SECONDS))
        work.change(secrets={**work.participant.secrets, agent.name: sealed})
        work.wants_login = door
    return without(found, text)


def _told_last(work: Work) -> str:
    """What the bot said to the author in the turn that spoke to them last."""
    told = [line for line in work.beginning.recent if line.by_bot and line.to == work.author.key]
    return "\n".join(line.text for line in told if line.turn == told[-1].turn)


async def _spotted_with(before: str, agent: Agent, text: str, work: Work) -> str | None:
    """Say whether one word is a secret after what was said before: "pay 5 as seldo", "monkey"."""
    word = text.strip()
    assert agent.spot_secret is not None
    if len(word.split()) != 1:
        return None
    heard = Overheard(f"{before}\n{word}", True, work.services.records, work.now)  # noqa: FBT003 - a field
    return word if await agent.spot_secret(heard) == word else None
