"""The tables of the marketing desk; days are kept as ISO dates, an empty text means none."""

from agents.kit import NUMBER, WORKSPACE, Column, Table, texts

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
