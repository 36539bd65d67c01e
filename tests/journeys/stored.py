"""Conversations kept in a database, with the ports that the bot keeps its own in."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace

from tests.fakes.opened import open_store
from tests.fakes.world import FakeIds
from tests.journeys.conversation import Conversation


@asynccontextmanager
async def stored(
    conversation: Conversation, address: str, ids: FakeIds | None = None
) -> AsyncIterator[Conversation]:
    """Keep a conversation in a database, counting on from `ids`; without one, in memory."""
    if not address:
        yield conversation
        return
    services = conversation.services
    store = open_store(address, services.cipher, conversation.clock, ids or FakeIds())
    for agent in services.catalogue.agents.values():
        if agent.demo is not None:
            await store.records.transact(agent.demo)
    conversation.inbox, conversation.records = store.inbox, store.records
    del conversation.store  # whoever looks into its tables would find nothing
    conversation.services = replace(
        services,
        turns=store.turns,
        sessions=store.sessions,
        requests=store.requests,
        plans=store.plans,
        records=store.records,
        operations=store.operations,
        admin_views=store.admin_views,
        audit_log=store.audit_log,
        links=store.links,
    )
    try:
        yield conversation
    finally:
        await store.database.close()
