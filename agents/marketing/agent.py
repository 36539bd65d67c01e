"""The agent of the marketing desk."""

from pathlib import Path

from agents.kit import Agent
from agents.kit.numbers import COUNTERS
from agents.kit.once import EFFECTS
from agents.marketing.tables import ANNOUNCEMENTS, CAMPAIGNS, POSTS
from agents.marketing.tools import (
    campaign_report,
    cancel_post,
    create_campaign,
    draft_announcement,
    list_posts,
    schedule_post,
)

marketing = Agent(
    name="marketing",
    description="Marketing campaigns, scheduled posts, announcements.",
    introduction="Campaigns, posts and announcements",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        create_campaign,
        schedule_post,
        cancel_post,
        draft_announcement,
        campaign_report,
        list_posts,
    ),
    examples=(
        "create a campaign for the spring sale",
        "schedule a LinkedIn post for Monday",
        "draft an announcement of our new office",
        "how is the spring campaign doing?",
        "which posts are scheduled for Friday?",
        "cancel post 4",
    ),
    tables=(CAMPAIGNS, POSTS, ANNOUNCEMENTS, EFFECTS, COUNTERS),
)
