"""The agent of the marketing desk."""

from pathlib import Path

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.marketing import tools
from agents.marketing.tables import ANNOUNCEMENTS, CAMPAIGNS, POSTS

marketing = Agent(
    name="marketing",
    description="Marketing campaigns, scheduled posts, announcements.",
    introduction="Campaigns, posts and announcements",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.create_campaign,
        tools.schedule_post,
        tools.cancel_post,
        tools.draft_announcement,
        tools.campaign_report,
        tools.list_posts,
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
