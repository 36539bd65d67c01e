"""Embeds once what is due, as it happens beside the turns, in a process that may be killed.

    python -m tests.faults.embedding_process

takes the same settings as `frontdesk run`.
"""

import asyncio

from bot.bootstrap import build
from bot.cli.application import start
from bot.engine.internal_jobs import Embedder


async def embed() -> None:
    """Catch up once."""
    app = build(start())
    by_meaning = app.ports.by_meaning
    assert by_meaning is not None, "FRONTDESK_EMBEDDINGS_MODEL is set"
    await Embedder(by_meaning).catch_up()
    await app.close()


if __name__ == "__main__":
    asyncio.run(embed())
