"""Who reads along in a channel of Slack, as far as Slack tells."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from bot.platforms.shared.recent import keep
from bot.platforms.shared.wire import ChatPlace
from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.inbound.reading import word

PAGE = 1_000
MOST_PAGES = 5
KEPT_SECONDS = 30.0  # whoever leaves meanwhile is brought no card for as long
MOST_CHANNELS = 50

log = structlog.get_logger(__name__)

Users = frozenset[str]


@dataclass
class Readers:
    """Asks who is in a channel, and remembers it for a moment: cards come several at once."""

    workspaces: Workspaces
    elapsed: Callable[[], float]
    _kept: OrderedDict[tuple[str, str], tuple[float, Users | None]] = field(
        default_factory=OrderedDict
    )

    async def of(self, place: ChatPlace) -> Users | None:
        """The users in a channel; None where they are too many, or the app may not know.

        Raises:
            SlackAway: it is not known now.
        """
        channel = (place.workspace, place.channel)
        at, users = self._kept.get(channel, (-KEPT_SECONDS, None))
        if self.elapsed() - at >= KEPT_SECONDS:
            users = await self._asked(place)
            self._kept.pop(channel, None)  # the oldest answer makes room, not the oldest channel
            keep(self._kept, channel, (self.elapsed(), users), MOST_CHANNELS)
        return users

    async def _asked(self, place: ChatPlace) -> Users | None:
        web = await self.workspaces.web(place.workspace)
        found, cursor = set[str](), ""
        for _page in range(MOST_PAGES):
            try:
                answer = await web.call(
                    "conversations.members",
                    channel=place.channel,
                    limit=PAGE,
                    cursor=cursor or None,
                )
            except SlackRefused as refused:
                if refused.is_dead:
                    raise
                log.info("slack_readers_not_told", error=refused.error)
                return None
            users = answer.get("members")
            found.update(map(str, users if isinstance(users, list) else ()))
            cursor = word(answer, "response_metadata", "next_cursor")
            if not cursor:
                return frozenset(found)
        return None
