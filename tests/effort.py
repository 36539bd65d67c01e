"""How much the tests try: enough for every change, or in full, as `make faults` asks.

In full is what fits into an hour or two; with FRONTDESK_FAULT_KILLS=3000, as before a release,
everything is tried on every store.
"""

import os

from hypothesis import settings

OF_A_RELEASE = 3_000

KILLS = int(os.environ.get("FRONTDESK_FAULT_KILLS") or "0")
IN_FULL = KILLS > 0
ON_EVERY_STORE = KILLS >= OF_A_RELEASE
ENOUGH = 25


def examples(most: int) -> settings:
    """Try a law on so many examples when all is tried in full, else on enough of them."""
    return settings(max_examples=most if IN_FULL else min(most, ENOUGH))
