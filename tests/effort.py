"""How much the tests try: enough for every change, or everything, as `make faults` asks."""

import os

from hypothesis import settings

IN_FULL = bool(int(os.environ.get("FRONTDESK_FAULT_KILLS", "0")))
ENOUGH = 50


def examples(most: int) -> settings:
    """Try a law on so many examples when all is tried in full, else on enough of them."""
    return settings(max_examples=most if IN_FULL else min(most, ENOUGH))
