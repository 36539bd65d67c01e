"""The table of the product desk."""

from agents.kit import NUMBER, WORKSPACE, Column, Table, texts

# `release` is a name such as 2.4, empty as long as a feature belongs to none.
FEATURES = Table(
    "product_features",
    (
        WORKSPACE,
        NUMBER,
        *texts("title", "description", "status", "release"),
        Column("changed_at", kind="moment"),
    ),
)
