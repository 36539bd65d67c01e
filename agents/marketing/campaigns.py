"""Campaigns and their posts: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass
from datetime import date

from agents.kit import (
    NUMBER,
    WORKSPACE,
    Column,
    Deed,
    Money,
    Row,
    Table,
    ToolFailed,
    in_words,
    one_of,
    texts,
)
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import tidy
from agents.kit.values.texts import listed

CAMPAIGNS = Table(
    "marketing_campaigns",
    (
        WORKSPACE,
        NUMBER,
        *texts("name", "goal", "first_day", "last_day"),
        Column("budget_minor", kind="integer"),
        Column("currency"),
    ),
)

# `campaign` is the number of one, 0 for none.
POSTS = Table(
    "marketing_posts",
    (
        WORKSPACE,
        NUMBER,
        Column("campaign", kind="integer"),
        *texts("channel", "text", "day", "time"),
        Column("cancelled", kind="flag"),
    ),
)

ANNOUNCEMENTS = Table(
    "marketing_announcements",
    (WORKSPACE, NUMBER, *texts("subject", "text"), Column("at", kind="moment")),
)


LONGEST_EXCERPT = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Campaign:
    """A campaign as somebody wants it."""

    name: str
    goal: str
    first_day: date
    last_day: date | None
    budget: Money


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPost:
    """A post as somebody wants it, on its own or in a campaign."""

    text: str
    channel: str
    day: date
    time: str
    campaign: str = ""


class CampaignBook(WorkspaceRows):
    """What the marketing of one workspace plans, seen on a day."""

    def create(self, wanted: Campaign) -> str:
        """Create a campaign.

        Raises:
            ToolFailed: one has this name, or it would end before it begins.
        """
        name = tidy(wanted.name)
        self.one_at_a_time(CAMPAIGNS)
        if name.casefold() in {known.casefold() for known in self._campaigns()}:
            raise ToolFailed(f"There is a campaign {name} already; choose another name.")
        if wanted.last_day and wanted.last_day < wanted.first_day:
            raise ToolFailed("A campaign cannot end before it begins.")
        if wanted.budget.minor < 0:
            raise ToolFailed("A budget is never below zero; say how much may be spent.")
        number = self.add(
            CAMPAIGNS,
            name=name,
            goal=tidy(wanted.goal),
            first_day=wanted.first_day.isoformat(),
            last_day=wanted.last_day.isoformat() if wanted.last_day else "",
            budget_minor=wanted.budget.minor,
            currency=wanted.budget.currency,
        )
        ends = f" to {in_words(wanted.last_day)}" if wanted.last_day else ""
        spends = f", with {wanted.budget}" if wanted.budget.minor else ""
        goal = f" Goal: {tidy(wanted.goal)}." if wanted.goal else ""
        runs = f"runs from {in_words(wanted.first_day)}{ends}{spends}"
        return f"Campaign {number} “{name}” {runs}.{goal}"

    def schedule(self, post: PlannedPost) -> str:
        """Plan a post.

        Raises:
            ToolFailed: its campaign is not known, or its day is over.
        """
        if post.day < self.today:
            raise ToolFailed(f"{in_words(post.day)} is over; choose a day to come.")
        campaign = self._campaign(post.campaign) if post.campaign else None
        number = self.add(
            POSTS,
            campaign=campaign["number"] if campaign else 0,
            channel=post.channel,
            text=post.text.strip(),
            day=post.day.isoformat(),
            time=post.time,
            cancelled=False,
        )
        part_of = f", for the campaign “{campaign['name']}”" if campaign else ""
        when = f"on {in_words(post.day)} at {post.time}"
        return f"Post {number} goes to {post.channel} {when}{part_of}: “{post.text.strip()}”."

    def cancel(self, number: int) -> str:
        """Take a planned post back.

        Raises:
            ToolFailed: there is none of this number, or it is out already.
        """
        if not (found := self.lock(POSTS, number)):
            raise ToolFailed(f"There is no post {number}. {self.planned(None)}")
        if found["cancelled"] or found["day"] < self.today.isoformat():
            raise ToolFailed(f"Post {number} is not planned any more.")
        self.change(POSTS, number, cancelled=True)
        return f"Post {number} is cancelled: {_shown(found)}."

    def planned(self, day: date | None) -> str:
        """List the posts of a day, or all to come."""
        found = self.find(POSTS, cancelled=False)
        if day:
            coming = [row for row in found if row["day"] == day.isoformat()]
        else:
            coming = [row for row in found if row["day"] >= self.today.isoformat()]
        in_order = sorted(coming, key=lambda row: (row["day"], row["time"]))
        lines = [f"post {row['number']}: {_shown(row)}" for row in in_order]
        when = f" on {in_words(day)}" if day else ""
        return listed(f"Planned posts{when}:", lines, f"No post is planned{when}.")

    def report(self, wanted: str) -> str:
        """Tell how a campaign stands.

        Raises:
            ToolFailed: the words fit none, or several.
        """
        campaign = self._campaign(wanted)
        posts = self.find(POSTS, campaign=campaign["number"], cancelled=False)
        out = sum(row["day"] < self.today.isoformat() for row in posts)
        budget = Money(minor=campaign["budget_minor"], currency=campaign["currency"])
        parts = [
            f"Campaign {campaign['number']} “{campaign['name']}” {self._phase(campaign)}",
            *([f"goal: {campaign['goal']}"] if campaign["goal"] else []),
            f"{out} of {len(posts)} posts are out",
            *([f"budget {budget}"] if budget.minor else []),
        ]
        return f"{'; '.join(parts)}."

    def draft(self, subject: str, details: str) -> Deed:
        """Write and keep an announcement."""
        title = tidy(subject)
        text = f"# {title}\n\n{self.today:%d %B %Y}\n\n{details.strip()}\n"
        values = {"subject": title, "text": text, "at": self.turn.now}
        number = self.add(ANNOUNCEMENTS, **values)
        return Deed(f"Announcement {number} “{title}” is drafted; nobody has been sent it.", text)

    def _phase(self, campaign: Row) -> str:
        first, last = campaign["first_day"], campaign["last_day"]
        today = self.today.isoformat()
        if today < first:
            return f"starts on {in_words(date.fromisoformat(first))}"
        if last and last < today:
            return f"ended on {in_words(date.fromisoformat(last))}"
        return f"runs to {in_words(date.fromisoformat(last))}" if last else "is running"

    def _campaigns(self) -> dict[str, Row]:
        found = self.find(CAMPAIGNS)
        return {row["name"]: row for row in found}

    def _campaign(self, wanted: str) -> Row:
        known = self._campaigns()
        return known[one_of("campaign", wanted, known)]


def _shown(post: Row) -> str:
    text = post["text"] if len(post["text"]) <= LONGEST_EXCERPT else f"{_cut(post['text'])}…"
    return f"{post['channel']}, {post['day']} {post['time']}: {text}"


def _cut(text: str) -> str:
    return tidy(text)[:LONGEST_EXCERPT].rstrip()
