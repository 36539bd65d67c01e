"""Whether a request was signed by Slack: decided over its bytes, before anything is read."""

import hmac
import re
from collections.abc import Callable
from datetime import datetime

SIGNATURE = b"x-slack-signature"
TIMESTAMP = b"x-slack-request-timestamp"
OLDEST_SECONDS = 300

_MOMENT = re.compile(rb"[0-9]{1,12}")


class Signatures:
    """Knows the secrets Slack signs with: one, or two while it is being changed."""

    def __init__(self, secrets: tuple[str, ...], now: Callable[[], datetime]) -> None:
        assert secrets, "without a secret everybody could sign"
        self._secrets = tuple(secret.encode() for secret in secrets)
        self._now = now

    def is_recent(self, timestamp: bytes) -> bool:
        """Say whether a time of signing is readable, and near enough to now on either side."""
        if not _MOMENT.fullmatch(timestamp):
            return False
        return abs(self._now().timestamp() - int(timestamp)) <= OLDEST_SECONDS

    def is_genuine(self, timestamp: bytes, signature: bytes, body: bytes) -> bool:
        """Compare with the signature each secret makes; how long it takes tells nothing."""
        text = b"v0:" + timestamp + b":" + body
        same = [hmac.compare_digest(_signed(one, text), signature) for one in self._secrets]
        return any(same)


def _signed(secret: bytes, text: bytes) -> bytes:
    return b"v0=" + hmac.new(secret, text, "sha256").hexdigest().encode()
