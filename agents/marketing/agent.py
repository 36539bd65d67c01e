"""The agent of the marketing desk."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from agents.kit import (
    COUNTERS,
    EFFECTS,
    Agent,
    Approval,
    Choices,
    Day,
    EffectKey,
    Money,
    OptionalDay,
    TimeOfDay,
    Turn,
    tool,
)
from agents.kit.ports.numbered_rows import number_of
from agents.kit.values.texts import text_beside
from agents.marketing.campaigns import (
    ANNOUNCEMENTS,
    CAMPAIGNS,
    POSTS,
    Campaign,
    CampaignBook,
    PlannedPost,
)

APPROVED_ABOVE = Money("5000.00")

Name = Annotated[str, Field(description="the name of the campaign", min_length=2, max_length=80)]
MaybeName = Annotated[str, Field(description="the name of its campaign", max_length=80)]
FirstDay = Annotated[Day, Field(description="the first day")]
MaybeLastDay = Annotated[Day | None, Field(description="the last day")]
Goal = Annotated[str, Field(description="the goal", max_length=300)]
MaybeBudget = Annotated[Money | None, Field(description="the budget")]
Channel = Annotated[
    Literal["blog", "newsletter", "LinkedIn", "Instagram", "X"],
    Field(description="the channel"),
    Choices(
        {
            "blog": ("blog post",),
            "newsletter": ("mailing",),
            "LinkedIn": ("Linked In",),
            "Instagram": ("Insta",),
            "X": ("Twitter", "tweet"),
        }
    ),
]
Text = Annotated[str, Field(description="the text of the post", min_length=3, max_length=2000)]
PostDay = Annotated[Day, Field(description="the day of the post")]
Subject = Annotated[
    str, Field(description="the subject of the announcement", min_length=3, max_length=120)
]
Details = Annotated[
    str, Field(description="the text of the announcement", min_length=3, max_length=4000)
]
PostNumber = Annotated[int, number_of("post")]


def spends_much(arguments: Mapping[str, Any]) -> bool:
    """Say whether a campaign's budget is so high, or of such a currency, that somebody decides."""
    budget = arguments["budget"]
    if budget is None:
        return False
    return bool(budget.currency != APPROVED_ABOVE.currency or budget.exceeds(APPROVED_ABOVE))


@tool(
    effect=True,
    ends_task=True,
    approval=Approval(
        needed=spends_much, because=f"budgets above {APPROVED_ABOVE} need an approval"
    ),
    free=["goal"],
    risk="medium",
)
async def create_campaign(  # noqa: PLR0913 - what a campaign consists of
    turn: Turn,
    *,
    name: Name,
    start: FirstDay,
    key: EffectKey,
    end: MaybeLastDay = None,
    goal: Goal = "",
    budget: MaybeBudget = None,
) -> str:
    """Create a marketing campaign."""
    wanted = Campaign(
        name=name,
        goal=goal,
        first_day=start,
        last_day=end,
        budget=budget or Money("0"),
    )
    turn.progress(f"Creating the campaign {name}")
    return await CampaignBook.once(turn, key, lambda campaigns: campaigns.create(wanted))


@tool(effect=True, ends_task=True, risk="medium")
async def schedule_post(  # noqa: PLR0913 - what a post consists of
    turn: Turn,
    *,
    text: Text,
    channel: Channel,
    day: PostDay,
    key: EffectKey,
    time: TimeOfDay = "09:00",
    campaign: MaybeName = "",
) -> str:
    """Schedule a post in the plan of a channel; who publishes takes it from there."""
    post = PlannedPost(text=text, channel=channel, day=day, time=time, campaign=campaign)
    turn.progress(f"Scheduling a post for {channel}")
    return await CampaignBook.once(turn, key, lambda campaigns: campaigns.schedule(post))


@tool(effect=True, ends_task=True, reversible=False)
async def cancel_post(turn: Turn, post: PostNumber, key: EffectKey) -> str:
    """Cancel a scheduled post."""
    turn.progress(f"Cancelling post {post}")
    return await CampaignBook.once(turn, key, lambda campaigns: campaigns.cancel(post))


@tool(effect=True, free=["subject", "details"], ends_task=True)
async def draft_announcement(
    turn: Turn, subject: Subject, details: Details, key: EffectKey
) -> str:
    """Draft an announcement; the user gets the text, nobody else does."""
    turn.progress(f"Drafting an announcement of {subject}")
    return await CampaignBook.once(turn, key, lambda campaigns: campaigns.draft(subject, details))


@tool(ends_task=True)
async def campaign_report(turn: Turn, campaign: Name) -> str:
    """Report how a campaign stands: its days, posts and budget."""
    turn.progress(f"Looking up the campaign {campaign}")
    return await CampaignBook.read(turn, lambda campaigns: campaigns.report(campaign))


@tool(ends_task=True)
async def list_posts(turn: Turn, day: OptionalDay = None) -> str:
    """List the posts scheduled for a day, or all to come."""
    turn.progress("Looking up scheduled posts")
    return await CampaignBook.read(turn, lambda campaigns: campaigns.planned(day))


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
