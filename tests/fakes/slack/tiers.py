"""Slack's rate limits, for tests that want them kept: per method and workspace, per minute."""

from collections import deque
from dataclasses import dataclass, field

from tests.fakes.slack.record import Call

MINUTE_SECONDS = 60.0
TIERS = {1: 1, 2: 20, 3: 50, 4: 100}
METHOD_TIERS: dict[str, int] = {
    "agents.sessions.rename": 3,
    "agents.sessions.setStatus": 3,
    "apps.connections.open": 3,
    "apps.uninstall": 1,
    "assistant.threads.setSuggestedPrompts": 4,
    "bots.info": 3,
    "chat.appendStream": 4,
    "chat.delete": 3,
    "chat.postEphemeral": 4,
    "chat.startStream": 2,
    "chat.stopStream": 2,
    "chat.update": 3,
    "conversations.history": 3,
    "conversations.info": 3,
    "conversations.members": 4,
    "conversations.open": 3,
    "conversations.replies": 3,
    "files.completeUploadExternal": 4,
    "files.getUploadURLExternal": 4,
    "files.info": 4,
    "reactions.add": 3,
    "reactions.remove": 2,
    "team.info": 3,
    "usergroups.list": 2,
    "usergroups.users.list": 2,
    "users.info": 4,
    "views.open": 4,
    "views.publish": 4,
    "views.push": 4,
    "views.update": 4,
}
POST = "chat.postMessage"
POST_BURST = 5
"""How many posts to one channel pass at once before one per second holds; Slack says "short"."""


@dataclass(slots=True)
class Tiers:
    """Counts calls in a sliding window."""

    _seen: dict[tuple[str, str], deque[float]] = field(default_factory=dict)

    def wait_seconds(self, call: Call, team: str) -> float:
        """Seconds until the call would pass; 0 counts it as passed."""
        if call.method == POST:
            place = str(call.arguments.get("channel"))
            return self._take((POST, f"{team}/{place}"), call.at, POST_BURST, float(POST_BURST))
        tier = METHOD_TIERS.get(call.method)
        if tier is None:
            return 0.0
        return self._take((call.method, team), call.at, TIERS[tier], MINUTE_SECONDS)

    def _take(self, key: tuple[str, str], now: float, most: int, window: float) -> float:
        seen = self._seen.setdefault(key, deque())
        while seen and seen[0] <= now - window:
            seen.popleft()
        if len(seen) >= most:
            return seen[0] + window - now
        seen.append(now)
        return 0.0
