"""Change an action before it is approved: its tool's own check has a look first."""

from pydantic import JsonValue

from agents.kit.values.errors import ToolFailed
from bot.core.acting.equip import turn_for
from bot.core.requests.edits import changed, objection, try_out
from bot.core.turn.work import Work
from bot.domain.messages import Press
from bot.domain.requests import Request, RequestKind, RequestStatus
from bot.domain.tasks import Task


async def edited_by(
    work: Work, task: Task, request: Request, pressed: Press
) -> dict[str, JsonValue]:
    """The action as a press changes it; empty for a press that changes nothing.

    Raises:
        NotUnderstood: it cannot be done, which is told while the request is still open.
    """
    if request.kind is not RequestKind.APPROVAL or pressed.verb != "edit":
        return {}
    agent = work.agent(request.subject.agent)
    tool = agent.tool_named(request.subject.tool)
    edited = changed(tool, request, pressed.values, work.today)
    if tool is None or request.status is not RequestStatus.PENDING:
        return edited
    try:
        await try_out(turn_for(work, task, agent), agent, tool, edited)
    except ToolFailed as why:
        raise objection(str(why), agent, request, work.author) from why
    return edited
