"""The agent of the marketing desk."""

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside
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
    prompt=text_beside(__file__, "prompt.md"),
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
