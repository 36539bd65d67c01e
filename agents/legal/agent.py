"""The agent of the legal desk."""

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside
from agents.legal.tables import CONSENTS, CONTRACTS
from agents.legal.tools import (
    contract_status,
    draft_contract,
    end_contract,
    record_consent,
    record_signature,
    review_document,
    withdraw_consent,
)

legal = Agent(
    name="legal",
    description="Drafts and reviews contracts and NDAs; signatures and consents.",
    introduction="Contracts, NDAs and consents",
    prompt=text_beside(__file__, "prompt.md"),
    tools=(
        draft_contract,
        record_signature,
        end_contract,
        review_document,
        record_consent,
        withdraw_consent,
        contract_status,
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
