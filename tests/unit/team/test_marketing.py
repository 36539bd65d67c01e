"""The marketing desk: campaigns, posts and announcements."""

from datetime import timedelta

import pytest

from agents.kit import ToolFailed
from agents.marketing.agent import marketing, spends_much
from agents.marketing.campaigns import ANNOUNCEMENTS, CAMPAIGNS, POSTS
from tests.fakes.team import TeamDesk


async def a_desk() -> TeamDesk:
    desk = TeamDesk(marketing)
    await desk.do(
        "create_campaign", name="Spring sale", start="Monday", end="2024-08-31", budget="3000"
    )
    return desk


async def test_a_campaign_is_created_for_the_days_that_were_meant():
    desk = TeamDesk(marketing)

    reply = await desk.do(
        "create_campaign",
        name="Spring sale",
        start="Monday",
        end="2024-08-31",
        budget="3000",
        goal="clear the shelves",
    )

    assert reply == (
        "Campaign 1 “Spring sale” runs from Monday 22 July 2024 to Saturday 31 August 2024, "
        "with $3,000.00. Goal: clear the shelves."
    )
    (row,) = desk.rows(CAMPAIGNS)
    assert (row["first_day"], row["budget_minor"]) == ("2024-07-22", 300_000)


async def test_two_campaigns_of_one_name_are_refused():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match="There is a campaign spring Sale already"):
        await desk.do("create_campaign", name="spring Sale", start="Monday")


async def test_a_campaign_does_not_end_before_it_begins():
    with pytest.raises(ToolFailed, match="cannot end before it begins"):
        await TeamDesk(marketing).do("create_campaign", name="Odd", start="Monday", end="today")


async def test_no_campaign_spends_less_than_nothing():
    with pytest.raises(ToolFailed, match="never below zero"):
        await TeamDesk(marketing).do("create_campaign", name="Odd", start="today", budget="-9")


@pytest.mark.parametrize(
    ("budget", "asks"), [(None, False), ("5000", False), ("5000.01", True), ("1 EUR", True)]
)
def test_a_high_budget_needs_an_approval(budget: str | None, *, asks: bool):
    tool = marketing.tool_named("create_campaign")
    assert tool is not None

    arguments = tool.read({"name": "Spring", "start": "2026-11-23", "budget": budget})

    assert spends_much(arguments) is asks


async def test_a_post_is_scheduled_in_its_campaign():
    desk = await a_desk()

    reply = await desk.do(
        "schedule_post", text="We sell!", channel="LinkedIn", day="Monday", campaign="spring"
    )

    assert reply == (
        "Post 1 goes to LinkedIn on Monday 22 July 2024 at 09:00, "
        "for the campaign “Spring sale”: “We sell!”."
    )
    assert [(row["campaign"], row["time"]) for row in desk.rows(POSTS)] == [(1, "09:00")]


async def test_a_post_for_an_unknown_campaign_says_which_are_known():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match="Known: Spring sale"):
        await desk.do("schedule_post", text="Hi!", channel="X", day="Monday", campaign="winter")


async def test_a_post_is_not_scheduled_for_a_day_that_is_over():
    with pytest.raises(ToolFailed, match="Tuesday 16 July 2024 is over"):
        await TeamDesk(marketing).do("schedule_post", text="Hi!", channel="X", day="yesterday")


async def test_planned_posts_are_listed_by_day_and_time_without_those_cancelled():
    desk = TeamDesk(marketing)
    for day, time in (("Friday", "09:00"), ("Thursday", "15:00"), ("Thursday", "08:00")):
        await desk.do("schedule_post", text=f"At {time}", channel="blog", day=day, time=time)
    await desk.do("schedule_post", text="y" * 100, channel="X", day="Friday")

    assert (await desk.do("cancel_post", post=1)).startswith("Post 1 is cancelled: blog, 2024-07-")

    assert (await desk.do("list_posts")).splitlines()[1:3] == [
        "- post 3: blog, 2024-07-18 08:00: At 08:00",
        "- post 2: blog, 2024-07-18 15:00: At 15:00",
    ]
    assert await desk.do("list_posts", day="Friday") == (
        f"Planned posts on Friday 19 July 2024:\n- post 4: X, 2024-07-19 09:00: {'y' * 60}…"
    )
    assert await desk.do("list_posts", day="Monday") == (
        "No post is planned on Monday 22 July 2024."
    )


async def test_only_what_is_planned_can_be_cancelled():
    desk = TeamDesk(marketing)
    with pytest.raises(ToolFailed, match=r"There is no post 1\. No post is planned"):
        await desk.do("cancel_post", post=1)
    await desk.do("schedule_post", text="Hi!", channel="X", day="today")
    await desk.do("schedule_post", text="Ho!", channel="X", day="Friday")
    await desk.do("cancel_post", post=2)
    desk.now += timedelta(days=1)

    for gone in (1, 2):
        with pytest.raises(ToolFailed, match=f"Post {gone} is not planned any more"):
            await desk.do("cancel_post", post=gone)


async def test_an_announcement_is_handed_over_as_a_text_and_kept():
    desk = TeamDesk(marketing)

    reply = await desk.do(
        "draft_announcement", subject="Our new office", details="We move on Monday."
    )

    assert reply == "Announcement 1 “Our new office” is drafted; nobody has been sent it."
    assert desk.delivered == ["# Our new office\n\n17 July 2024\n\nWe move on Monday.\n"]
    assert [row["text"] for row in desk.rows(ANNOUNCEMENTS)] == desk.delivered


@pytest.mark.parametrize(
    ("days_later", "words"),
    [
        (0, "starts on Monday 22 July 2024; 0 of 2 posts are out; budget $3,000.00."),
        (5, "runs to Saturday 31 August 2024; 0 of 2"),
        (7, "runs to Saturday 31 August 2024; 1 of 2"),
        (60, "ended on Saturday 31 August 2024; 2 of 2"),
    ],
)
async def test_a_campaign_is_reported_as_it_stands_that_day(days_later: int, words: str):
    desk = await a_desk()
    for day in ("Monday", "2024-08-01"):
        await desk.do("schedule_post", text="Hi!", channel="X", day=day, campaign="spring")

    desk.now += timedelta(days=days_later)
    told = await desk.do("campaign_report", campaign="spring")

    assert told.startswith(f"Campaign 1 “Spring sale” {words}")


async def test_a_campaign_without_an_end_just_runs():
    desk = TeamDesk(marketing)
    await desk.do("create_campaign", name="Always", start="today", goal="be known")

    assert await desk.do("campaign_report", campaign="always") == (
        "Campaign 1 “Always” is running; goal: be known; 0 of 0 posts are out."
    )
