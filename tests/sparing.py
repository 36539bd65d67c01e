"""What costs each bot of the tests much and proves nothing there: done quickly, or once."""

from functools import cache, lru_cache

import httpcore2

from agents.bank import customers
from agents.kit import Agent
from bot.bootstrap import models
from bot.llm.rules_reader import RulesReader

CATALOGUES = 8


def spare() -> None:
    """Let this process, and what is forked from it, do without."""
    customers.SCRYPT_COST = 2  # slow on purpose, and nobody attacks these
    httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)
    models.RulesReader = _reader_of  # type: ignore[attr-defined, assignment]


def _reader_of(agents: tuple[Agent, ...]) -> RulesReader:
    """A reader keeps what it has worked out of its agents, and nothing else."""
    return _READERS(_Same(agents))


class _Same:
    """Agents, the same only as themselves: to compare all they are takes as long."""

    def __init__(self, agents: tuple[Agent, ...]) -> None:
        self.agents = agents
        self._ids = tuple(map(id, agents))

    def __hash__(self) -> int:
        return hash(self._ids)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and other._ids == self._ids


_READERS = lru_cache(maxsize=CATALOGUES)(lambda same: RulesReader(same.agents))
