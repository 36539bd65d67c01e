"""Put a request to those its rule names, and say when they are told again."""

from datetime import datetime

from agents.kit.approval import Approval
from agents.kit.values.objects import evolve
from bot.core.turn.journal import Journal
from bot.domain.requests import Request


def ruled(request: Request, rule: Approval, journal: Journal) -> Request:
    """Put a request to those its rule names; who is told again must have time left to decide."""
    if rule.policy == "confirm":
        return evolve(request, remind_at=_due(journal, rule.remind_after_seconds, request))
    escalates = rule.escalate_after_seconds if rule.escalate_to else 0
    return evolve(
        request,
        policy=rule.policy,
        approvers=rule.approvers,
        groups=rule.groups,
        quorum=rule.quorum,
        escalate_to=rule.escalate_to,
        remind_at=_due(journal, rule.remind_after_seconds, request),
        escalate_at=_due(journal, escalates, request),
    )


def _due(journal: Journal, seconds: float, request: Request) -> datetime | None:
    at = journal.until(seconds)
    return at if seconds > 0 and at < request.expires_at else None
