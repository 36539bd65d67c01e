"""How much the tests try: enough for every change, or in full, as `make faults` asks.

In full is what fits into an hour or two; with FRONTDESK_FAULT_KILLS=3000, as before a release,
everything is tried on every store.
"""

import os
from functools import cache

import httpcore2
from hypothesis import settings

from agents.bank import customers

OF_A_RELEASE = 3_000

KILLS = int(os.environ.get("FRONTDESK_FAULT_KILLS") or "0")
IN_FULL = KILLS > 0
ON_EVERY_STORE = KILLS >= OF_A_RELEASE
ENOUGH = 25


def examples(most: int) -> settings:
    """Try a law on so many examples when all is tried in full, else on enough of them."""
    return settings(max_examples=most if IN_FULL else min(most, ENOUGH))


def hash_quickly() -> None:
    """Hash passwords in no time: it is slow on purpose, and nobody attacks these."""
    customers.SCRYPT_COST = 2


def trust_once() -> None:
    """Read once in a process whom to trust, not for every client of a model: it takes long."""
    httpcore2.default_ssl_context = cache(httpcore2.default_ssl_context)
