"""Requests: durable questions to people, each resolved once."""

from datetime import datetime
from typing import Protocol

from bot.domain.ids import RequestId
from bot.domain.requests import Request, Verdict


class Requests(Protocol):
    """Keeps requests; each is resolved once."""

    async def find(self, request: RequestId) -> Request | None:
        """The request of this id, or None."""
        ...

    async def decide(self, request: RequestId, verdict: Verdict, now: datetime) -> Request:
        """Take a verdict on the request as it is now, at once; a repeat by its turn does nothing.

        It is weighed where nobody else can change the request, so that of many verdicts at once
        one ends it, and no approval of several is lost. The same commit notes the request in
        the journal of the verdict's turn, under `DECIDED`: a turn that begins again must know
        that its words were an answer, above all if they were a secret.

        Raises:
            RequestClosed: another decision, the expiry or a cancellation came first.
            NotYours, ApprovedAlready: it is for somebody else to decide.
        """
        ...
