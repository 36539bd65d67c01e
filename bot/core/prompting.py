"""Put prompts together: the Markdown texts, what is known, and the recent conversation."""

from collections.abc import Sequence
from functools import cache
from importlib import resources

from agents.kit.agent import Agent
from agents.kit.model import ChatMessage
from bot.core.work import Work
from bot.domain.facts import Facts
from bot.domain.messages import Said
from bot.domain.tasks import Task

TURNS = 20
ROUTER_TURNS = 8  # who chooses needs less of the past than who acts
WINDOW_CHARACTERS = 8_000 * 4
MESSAGE_CHARACTERS = 4_000


@cache
def text(name: str) -> str:
    """Read a prompt that stands beside this file."""
    folder = resources.files("bot.core").joinpath("prompts")
    return folder.joinpath(f"{name}.md").read_text(encoding="utf-8").strip()


def fill(name: str, **parts: str) -> str:
    """Fill a prompt in; empty parts leave no blank line behind."""
    template = text(name)
    for part, value in parts.items():
        template = template.replace(f"{{{part}}}\n" if not value else f"{{{part}}}", value)
    return template


def of_agent(agent: Agent, work: Work) -> str:
    """The author's prompt; `{colleagues}` in it becomes the list of agents people may ask for."""
    return agent.prompt.strip().replace("{colleagues}", work.services.catalogue.introductions)


def known(facts: Facts, work: Work) -> str:
    """Say in words what code knows about the user, and what it does not."""
    kinds = work.services.catalogue.kinds
    parts = [
        f"{kind.meaning}: {'yes' if kind.name in facts.known else 'no'}" for kind in kinds.values()
    ]
    return ", ".join(parts) or "nothing"


def history(work: Work, turns: int = TURNS) -> list[ChatMessage]:
    """The recent conversation within the window, oldest first, ending with this turn's lines."""
    if work.past is None:
        work.past = _rendered(work, work.beginning.recent)
    lines = [*work.past, *_rendered(work, work.said)]
    chosen: list[ChatMessage] = []
    room = WINDOW_CHARACTERS
    for message in reversed(lines[-2 * turns :]):
        room -= len(message.content)
        if room < 0:
            break
        chosen.append(message)
    if len(chosen) < len(lines):
        chosen.append(ChatMessage("system", "(Earlier messages are left out.)"))
    return chosen[::-1]


def _rendered(work: Work, lines: Sequence[Said]) -> list[ChatMessage]:
    """Lines as a model reads them; what the bot told somebody else is theirs alone."""
    authors = {line.turn: line.speaker for line in lines if not line.by_bot}
    catalogue, own = work.services.catalogue.introductions, {work.author.key, ""}
    rendered = []
    for line in lines:
        author = authors.get(line.turn, "")
        if line.by_bot and author not in own:
            continue
        content = line.text.replace(catalogue, "(the list)") if line.by_bot else line.text
        content = content if len(content) <= MESSAGE_CHARACTERS else _shortened(content)
        content = content if author in own else f"{_said_by(author)} {content}"
        rendered.append(ChatMessage("assistant" if line.by_bot else "user", content))
    return rendered


def situation(task: Task) -> str:
    """What an agent should know of its own task."""
    lines = []
    if len(task.said) > 1 or (task.parent and not task.provides):
        lines.append("Said for this task: " + " | ".join(task.said[-6:]))
    if task.notes:
        lines.append("Your tools returned: " + " | ".join(task.notes[-6:]))
    if task.parent and task.provides:
        lines.append(f"The user needs this for {task.parent}.")
    return "\n".join(lines)


def _said_by(author: str) -> str:
    """Mark what somebody else in the thread says."""
    return f"(said by {author.rsplit('/', 1)[-1]}, another person here)"


def _shortened(content: str) -> str:
    left_out = len(content) - MESSAGE_CHARACTERS
    return f"{content[:MESSAGE_CHARACTERS]} … ({left_out} characters left out)"
