"""The tables of the marketing desk; days are kept as ISO dates, an empty text means none."""

from agents.kit import Column, Table
from agents.kit.numbers import NUMBER, WORKSPACE

CAMPAIGNS = Table(
    "marketing_campaigns",
    (
        WORKSPACE,
        NUMBER,
        Column("name"),
        Column("goal"),
        Column("first_day"),
        Column("last_day"),
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
        Column("channel"),
        Column("text"),
        Column("day"),
        Column("time"),
        Column("cancelled", kind="flag"),
    ),
)

ANNOUNCEMENTS = Table(
    "marketing_announcements",
    (WORKSPACE, NUMBER, Column("subject"), Column("text"), Column("at", kind="moment")),
)
