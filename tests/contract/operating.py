"""What an operator does, without a turn."""

from bot.domain.audit import Entry, Note
from bot.domain.deeds import EVERYWHERE, Deed
from tests.contract.conftest import Ports
from tests.fakes.world import NOON


async def operated(ports: Ports, deeds: tuple[Deed, ...], *entries: Entry) -> None:
    """Let an operator do something, and tell the audit."""
    await ports.operations.act(deeds, Note(NOON, EVERYWHERE, "", "", "", entries))
