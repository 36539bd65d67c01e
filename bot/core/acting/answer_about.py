"""Answer a question about an open form, a card or a question, without doing anything."""

from agents.kit.values.model import ChatMessage, ModelCall, Purpose
from bot.core.turn import prompting
from bot.core.turn.completing import complete
from bot.core.turn.work import Work
from bot.domain.requests import RequestKind
from bot.domain.tasks import Task

BY_RULES = "I cannot answer questions about this without a language model."
NO_WORDS = "I have no answer to that."


async def answer_about(work: Work, task: Task, text: str) -> str:
    """What the agent's prompt says to a question; it is given no tools, so it can do nothing.

    Raises:
        BudgetSpent, ModelUnavailable: nobody answered.
    """
    if work.services.by_rules:
        return BY_RULES
    agent = work.agent(task.agent)
    card = work.requests.of(task, RequestKind.APPROVAL)
    prompt = prompting.fill(
        "about",
        prompt=prompting.of_agent(agent, work.catalogue),
        known=prompting.known(work.person.facts, work.catalogue),
        asked=card.text if card else task.question,
    )
    messages = (ChatMessage("system", prompt), ChatMessage("user", text))
    reply = await complete(work, ModelCall(Purpose.AGENT, agent.name, messages))
    return NO_WORDS if reply.is_withheld or not reply.text.strip() else reply.text.strip()
