"""The table of the product desk."""

from agents.kit import Column, Table
from agents.kit.numbers import NUMBER, WORKSPACE

# `release` is a name such as 2.4, empty as long as a feature belongs to none.
FEATURES = Table(
    "product_features",
    (
        WORKSPACE,
        NUMBER,
        Column("title"),
        Column("description"),
        Column("status"),
        Column("release"),
        Column("changed_at", kind="moment"),
    ),
)
