"""What an operator does, without a turn."""

from bot.domain.audit_log import AuditBatch, AuditEvent
from bot.domain.operations import EVERYWHERE, Operation
from tests.contract.conftest import Ports
from tests.fakes.world import NOON


async def operated(ports: Ports, deeds: tuple[Operation, ...], *entries: AuditEvent) -> None:
    """Let an operator do something, and tell the audit."""
    await ports.operations.act(deeds, AuditBatch(NOON, EVERYWHERE, "", "", "", entries))
