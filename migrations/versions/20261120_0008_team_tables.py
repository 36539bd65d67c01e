"""Tables of the team's agents."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "agent_effects",
        sa.Column("effect_key", sa.Text(), nullable=False),
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("reply", sa.Text(), nullable=False),
        sa.Column("artifact", sa.Text(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("effect_key", name="pk_agent_effects"),
    )
    op.create_index("ix_agent_effects_workspace", "agent_effects", ["workspace"])
    op.create_table(
        "agent_counters",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_agent_counters"),
    )
    op.create_table(
        "people_employees",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("department", sa.Text(), nullable=False),
        sa.Column("starts_on", sa.Text(), nullable=False),
        sa.Column("mentor", sa.Text(), nullable=False),
        sa.Column("benefits", sa.Text(), nullable=False),
        sa.Column("leaves_on", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_people_employees"),
    )
    op.create_table(
        "people_orientations",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("employee", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("time", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_people_orientations"),
    )
    op.create_table(
        "people_leaves",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("employee", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("first_day", sa.Text(), nullable=False),
        sa.Column("last_day", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_people_leaves"),
    )
    op.create_table(
        "it_accounts",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("employee", sa.Text(), nullable=False),
        sa.Column("email", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "user_name", name="pk_it_accounts"),
    )
    op.create_table(
        "it_access",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("user_name", sa.Text(), nullable=False),
        sa.Column("system", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_it_access"),
    )
    op.create_table(
        "it_laptops",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("employee", sa.Text(), nullable=False),
        sa.Column("model", sa.Text(), nullable=False),
        sa.Column("ready_by", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_it_laptops"),
    )
    op.create_table(
        "it_tickets",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("urgency", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Text(), nullable=False),
        _moment("opened_at"),
        sa.Column("solution", sa.Text(), nullable=False),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_it_tickets"),
    )
    op.create_table(
        "procurement_orders",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("item", sa.Text(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("for_whom", sa.Text(), nullable=False),
        sa.Column("minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("supplier", sa.Text(), nullable=False),
        sa.Column("due", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("ordered_by", sa.Text(), nullable=False),
        _moment("ordered_at"),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_procurement_orders"),
    )
    op.create_table(
        "marketing_campaigns",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("goal", sa.Text(), nullable=False),
        sa.Column("first_day", sa.Text(), nullable=False),
        sa.Column("last_day", sa.Text(), nullable=False),
        sa.Column("budget_minor", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_marketing_campaigns"),
    )
    op.create_table(
        "marketing_posts",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("campaign", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("day", sa.Text(), nullable=False),
        sa.Column("time", sa.Text(), nullable=False),
        sa.Column("cancelled", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_marketing_posts"),
    )
    op.create_table(
        "marketing_announcements",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_marketing_announcements"),
    )
    op.create_table(
        "legal_contracts",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("party", sa.Text(), nullable=False),
        sa.Column("starts_on", sa.Text(), nullable=False),
        sa.Column("terms", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("signed_by", sa.Text(), nullable=False),
        sa.Column("signed_on", sa.Text(), nullable=False),
        sa.Column("ended_on", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_legal_contracts"),
    )
    op.create_table(
        "legal_consents",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("purpose", sa.Text(), nullable=False),
        sa.Column("given_on", sa.Text(), nullable=False),
        sa.Column("withdrawn_on", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_legal_consents"),
    )
    op.create_table(
        "product_features",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("release", sa.Text(), nullable=False),
        _moment("changed_at"),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_product_features"),
    )
    op.create_table(
        "general_notes",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("owner", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("due", sa.Text(), nullable=False),
        sa.Column("done", sa.Boolean(), nullable=False),
        _moment("at"),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_general_notes"),
    )
    op.create_table(
        "general_contacts",
        sa.Column("workspace", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("contact", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("workspace", "number", name="pk_general_contacts"),
    )


def downgrade() -> None:
    """Drop them."""
    for table in (
        "general_contacts",
        "general_notes",
        "product_features",
        "legal_consents",
        "legal_contracts",
        "marketing_announcements",
        "marketing_posts",
        "marketing_campaigns",
        "procurement_orders",
        "it_tickets",
        "it_laptops",
        "it_access",
        "it_accounts",
        "people_leaves",
        "people_orientations",
        "people_employees",
        "agent_counters",
        "agent_effects",
    ):
        op.drop_table(table)


def _moment(name: str) -> sa.Column[object]:
    kind = sa.DateTime(timezone=True).with_variant(sa.Text(), "sqlite")
    return sa.Column(name, kind, nullable=False)
