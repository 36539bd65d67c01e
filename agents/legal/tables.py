"""The tables of the legal desk; days are kept as ISO dates, an empty text means none."""

from agents.kit import NUMBER, WORKSPACE, Table, texts

# `status` is draft, signed or ended.
CONTRACTS = Table(
    "legal_contracts",
    (
        WORKSPACE,
        NUMBER,
        *texts(
            "kind", "party", "starts_on", "terms", "status", "signed_by", "signed_on", "ended_on"
        ),
    ),
)

CONSENTS = Table(
    "legal_consents",
    (WORKSPACE, NUMBER, *texts("person", "purpose", "given_on", "withdrawn_on")),
)
