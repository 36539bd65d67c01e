"""The agent of the legal desk."""

from pathlib import Path

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.legal import tools
from agents.legal.tables import CONSENTS, CONTRACTS

legal = Agent(
    name="legal",
    description="Drafts and reviews contracts and NDAs; signatures and consents.",
    introduction="Contracts, NDAs and consents",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.draft_contract,
        tools.record_signature,
        tools.end_contract,
        tools.review_document,
        tools.record_consent,
        tools.withdraw_consent,
        tools.contract_status,
    ),
    examples=(
        "draft an NDA with Acme",
        "draft an employment contract",
        "review this contract",
        "contract 4 was signed today",
        "what is the status of contract 4?",
        "which contracts do we have with Acme?",
        "Bob agrees to photos of him",
    ),
    tables=(CONTRACTS, CONSENTS, EFFECTS, COUNTERS),
)
