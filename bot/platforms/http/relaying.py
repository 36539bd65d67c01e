"""How what hubs tell each other is written on its way between processes: sealed."""

import json
from dataclasses import astuple

from bot.core.ports.world import Cipher
from bot.platforms.http.hub import Doing, Held, Told

_KINDS = {"doing": Doing, "held": Held}


def written(told: Told, cipher: Cipher) -> str:
    """Write it; empty for what says nothing but that there is something to read."""
    if told is None:
        return ""
    kind = next(name for name, kind in _KINDS.items() if isinstance(told, kind))
    return cipher.seal(json.dumps([kind, *astuple(told)]))


def read(sealed: str, cipher: Cipher) -> Told:
    """Read it.

    Raises:
        PlatformFailed: it was sealed with a key that is not ours.
    """
    if not sealed:
        return None
    kind, *fields = json.loads(cipher.open(sealed))
    told: Doing | Held = _KINDS[kind](*fields)
    return told
