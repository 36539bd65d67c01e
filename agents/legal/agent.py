"""The agent of the legal desk."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from agents.kit import COUNTERS, EFFECTS, Agent, Choices, Day, EffectKey, Turn, always, tool
from agents.kit.ports.numbered_rows import number_of
from agents.kit.values.texts import text_beside
from agents.legal.contracts import CONSENTS, CONTRACTS, Consents, Contracts, WantedContract
from agents.legal.review import review

Kind = Annotated[
    Literal["employment", "contractor", "nda", "supplier"],
    Field(description="the kind of contract"),
    Choices(
        {
            "employment": ("employment contract", "work contract", "labour contract"),
            "contractor": ("freelance", "freelancer", "consulting"),
            "nda": ("NDAs", "non-disclosure", "non-disclosure agreement", "confidentiality"),
            "supplier": ("supply", "supplies", "vendor"),
        }
    ),
]
Party = Annotated[str, Field(description="the other party", min_length=2, max_length=80)]
MaybeParty = Annotated[str, Field(description="the other party", max_length=80)]
MaybeStart = Annotated[Day | None, Field(description="the start date")]
Terms = Annotated[str, Field(description="the terms", max_length=2000)]
ContractNumber = Annotated[int, number_of("contract")]
MaybeContract = Annotated[int | None, number_of("contract")]
Signer = Annotated[str, Field(description="the name of who signed", min_length=2, max_length=80)]
SigningDay = Annotated[Day, Field(description="the day of the signature")]
LastDay = Annotated[Day, Field(description="the last day")]
Document = Annotated[str, Field(description="the text to check", min_length=1, max_length=30_000)]
Person = Annotated[str, Field(description="the name of who agrees", min_length=2, max_length=80)]
Purpose = Annotated[
    str,
    Field(
        description="the purpose they agree to",
        min_length=2,
        max_length=300,
        examples=["photos of them"],
    ),
]
MaybeDay = Annotated[Day | None, Field(description="the day they agreed")]
ConsentNumber = Annotated[int, number_of("consent")]


@tool(effect=True, ends_task=True, risk="medium")
async def draft_contract(  # noqa: PLR0913 - what a contract consists of
    turn: Turn,
    *,
    kind: Kind,
    party: Party,
    key: EffectKey,
    start_date: MaybeStart = None,
    terms: Terms = "",
) -> str:
    """Draft a contract or a non-disclosure agreement; the user gets the text."""
    wish = WantedContract(kind=kind, party=party, starts_on=start_date, terms=terms)
    turn.progress(f"Drafting a contract with {party}")
    return await Contracts.once(turn, key, lambda contracts: contracts.draft(wish))


async def can_sign(turn: Turn, arguments: Mapping[str, Any]) -> None:
    """Refuse to sign what is no draft, before anybody is asked to approve it."""
    await Contracts.read(turn, lambda contracts: contracts.drafted(arguments["contract"]))


@tool(
    effect=True,
    ends_task=True,
    approval=always("a signature binds us"),
    check=can_sign,
    risk="high",
    reversible=False,
)
async def record_signature(
    turn: Turn, contract: ContractNumber, signed_by: Signer, day: SigningDay, key: EffectKey
) -> str:
    """Record that a drafted contract was signed, by whom and when."""
    turn.progress(f"Recording the signature of contract {contract}")
    return await Contracts.once(
        turn, key, lambda contracts: contracts.sign(contract, signed_by, day)
    )


async def can_end(turn: Turn, arguments: Mapping[str, Any]) -> None:
    """Refuse to end what is not in force, before anybody is asked to approve it."""
    await Contracts.read(turn, lambda contracts: contracts.signed(arguments["contract"]))


@tool(
    effect=True,
    ends_task=True,
    approval=always("it ends a contract in force"),
    check=can_end,
    risk="high",
    reversible=False,
)
async def end_contract(
    turn: Turn, contract: ContractNumber, last_day: LastDay, key: EffectKey
) -> str:
    """End a signed contract on its last day."""
    turn.progress(f"Ending contract {contract}")
    return await Contracts.once(turn, key, lambda contracts: contracts.end(contract, last_day))


@tool(ends_task=True)
async def review_document(text: Document) -> str:
    """Check the text of a contract by plain rules: what it lacks, what to look at."""
    return review(text)


@tool(effect=True, ends_task=True, risk="medium")
async def record_consent(
    turn: Turn, person: Person, purpose: Purpose, key: EffectKey, day: MaybeDay = None
) -> str:
    """Record that somebody consented to something, such as photos of them."""
    on = day or turn.now.date()
    turn.progress(f"Recording a consent of {person}")
    return await Consents.once(turn, key, lambda consents: consents.give(person, purpose, on))


@tool(effect=True, ends_task=True, reversible=False)
async def withdraw_consent(turn: Turn, consent: ConsentNumber, key: EffectKey) -> str:
    """Record that somebody withdrew a consent."""
    today = turn.now.date()
    turn.progress(f"Withdrawing consent {consent}")
    return await Consents.once(turn, key, lambda consents: consents.withdraw(consent, today))


@tool(ends_task=True)
async def contract_status(
    turn: Turn, contract: MaybeContract = None, party: MaybeParty = ""
) -> str:
    """Tell how a contract stands, by number, or list those with somebody."""
    turn.progress("Looking up contracts")

    return await Contracts.read(
        turn,
        lambda contracts: (
            contracts.describe(contract) if contract else contracts.with_party(party)
        ),
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
