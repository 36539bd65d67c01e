"""Who reads along in a channel of Slack, as far as Slack tells."""

import structlog

from bot.platforms.slack.calls.calls import SlackRefused
from bot.platforms.slack.calls.workspaces import Workspaces
from bot.platforms.slack.inbound.reading import word
from bot.platforms.slack.sending.posting import Spot

PAGE = 1_000
MOST_PAGES = 5

log = structlog.get_logger(__name__)


async def readers(workspaces: Workspaces, spot: Spot) -> frozenset[str] | None:
    """The users in a channel; None where they are too many, or the app may not know.

    Raises:
        SlackAway: it is not known now.
    """
    web = await workspaces.web(spot.team)
    found, cursor = set[str](), ""
    for _page in range(MOST_PAGES):
        try:
            answer = await web.call(
                "conversations.members", channel=spot.channel, limit=PAGE, cursor=cursor or None
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
