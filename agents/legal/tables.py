"""The tables of the legal desk; days are kept as ISO dates, an empty text means none."""

from agents.kit import Column, Table
from agents.kit.numbers import NUMBER, WORKSPACE

# `status` is draft, signed or ended.
CONTRACTS = Table(
    "legal_contracts",
    (
        WORKSPACE,
        NUMBER,
        Column("kind"),
        Column("party"),
        Column("starts_on"),
        Column("terms"),
        Column("status"),
        Column("signed_by"),
        Column("signed_on"),
        Column("ended_on"),
    ),
)

CONSENTS = Table(
    "legal_consents",
    (
        WORKSPACE,
        NUMBER,
        Column("person"),
        Column("purpose"),
        Column("given_on"),
        Column("withdrawn_on"),
    ),
)
