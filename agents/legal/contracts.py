"""Contracts and consents: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass
from datetime import date

from agents.kit import NUMBER, WORKSPACE, Deed, Row, Table, ToolFailed, in_words, texts
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import meant_by, tidy
from agents.kit.values.texts import MOST_LINES, listed, text_beside

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


DRAFT, SIGNED, ENDED = "draft", "signed", "ended"

_TEXT = text_beside(__file__, "contract.txt")
_KINDS = {
    "employment": (
        "EMPLOYMENT CONTRACT",
        "{party} works for us as agreed below.",
        "Working time, pay and leave follow the house rules as they stand.",
    ),
    "contractor": (
        "CONTRACTOR AGREEMENT",
        "{party} does the work named below, as an independent business.",
        "All rights in the results pass to us once they are paid for.",
    ),
    "nda": (
        "NON-DISCLOSURE AGREEMENT",
        "Both sides keep secret what they learn of one another.",
        "The duty of secrecy outlives this agreement by three years.",
    ),
    "supplier": (
        "SUPPLY AGREEMENT",
        "{party} delivers to us what is ordered under this agreement.",
        "Bills are due thirty days after a delivery free of faults.",
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class WantedContract:
    """The contract somebody wants drafted."""

    kind: str
    party: str
    starts_on: date | None
    terms: str


class Contracts(WorkspaceRows):
    """The contracts of one workspace, seen on a day."""

    def draft(self, wish: WantedContract) -> Deed:
        """Write a draft, and keep what is in it."""
        party, starts_on = tidy(wish.party), wish.starts_on
        number = self.add(
            CONTRACTS,
            kind=wish.kind,
            party=party,
            starts_on=starts_on.isoformat() if starts_on else "",
            terms=wish.terms.strip(),
            status=DRAFT,
            signed_by="",
            signed_on="",
            ended_on="",
        )
        title, subject, clause = _KINDS[wish.kind]
        text = _TEXT.format(
            title=title,
            number=number,
            date=in_words(self.today),
            party=party,
            subject=subject.format(party=party),
            terms=wish.terms.strip() or "As agreed in writing.",
            starts_on=in_words(starts_on) if starts_on else "the day both have signed",
            clause=clause,
        )
        return Deed(
            f"Contract {number} ({wish.kind}, {party}) is drafted; it is not signed.", text
        )

    def drafted(self, number: int) -> Row:
        """Find a contract that is still a draft.

        Raises:
            ToolFailed: there is none of this number, or it is one no more.
        """
        contract = self._contract(number)
        if contract["status"] != DRAFT:
            raise ToolFailed(f"Contract {number} is {contract['status']} already.")
        return contract

    def sign(self, number: int, signer: str, day: date) -> str:
        """Note who has signed a draft, and when.

        Raises:
            ToolFailed: it is no draft, or the day is still to come.
        """
        self.lock(CONTRACTS, number)  # somebody else may be noting another signature just now
        contract, name = self.drafted(number), tidy(signer)
        if day > self.today:
            raise ToolFailed(f"{in_words(day)} is still to come; nobody has signed then.")
        values = {"status": SIGNED, "signed_by": name, "signed_on": day.isoformat()}
        self.change(CONTRACTS, number, **values)
        with_whom = f"({contract['kind']}, {contract['party']})"
        return f"Contract {number} {with_whom} was signed by {name} on {in_words(day)}."

    def signed(self, number: int) -> Row:
        """Find a contract in force.

        Raises:
            ToolFailed: there is none of this number, or it is not in force.
        """
        contract = self._contract(number)
        if contract["status"] != SIGNED:
            raise ToolFailed(f"Contract {number} is not in force: it is {contract['status']}.")
        return contract

    def end(self, number: int, day: date) -> str:
        """Note the last day of a contract in force.

        Raises:
            ToolFailed: it is not in force.
        """
        self.lock(CONTRACTS, number)  # as above
        contract = self.signed(number)
        self.change(CONTRACTS, number, status=ENDED, ended_on=day.isoformat())
        return f"Contract {number} with {contract['party']} ends on {in_words(day)}."

    def describe(self, number: int) -> str:
        """Tell how a contract stands.

        Raises:
            ToolFailed: there is none of this number.
        """
        return f"{_shown(self._contract(number))}."

    def with_party(self, party: str) -> str:
        """List the contracts with somebody, or all."""
        found = self.find(CONTRACTS)
        if party:
            meant = meant_by(party, {row["party"] for row in found})
            found = [row for row in found if row["party"] in meant]
        whom = f" with {party}" if party else ""
        lines = [_shown(row) for row in reversed(found)]
        return listed(f"Contracts{whom}:", lines, f"There is no contract{whom}.")

    def _contract(self, number: int) -> Row:
        if not (found := self.numbered(CONTRACTS, number)):
            everything = self.find(CONTRACTS)[-MOST_LINES:]
            numbers = ", ".join(f"{row['number']} ({row['party']})" for row in everything)
            known = f"There are: {numbers}." if numbers else "None is drafted yet."
            raise ToolFailed(f"There is no contract {number}. {known}")
        return found


def _shown(contract: Row) -> str:
    status = contract["status"]
    if status == SIGNED:
        status = f"signed by {contract['signed_by']} on {contract['signed_on']}"
    elif status == ENDED:
        status = f"ends or ended on {contract['ended_on']}"
    return f"Contract {contract['number']}, {contract['kind']} with {contract['party']}: {status}"


class Consents(WorkspaceRows):
    """The consents of one workspace."""

    def give(self, person: str, purpose: str, day: date) -> str:
        """Keep that somebody agreed to something."""
        values = {"person": tidy(person), "purpose": tidy(purpose), "given_on": day.isoformat()}
        number = self.add(CONSENTS, withdrawn_on="", **values)
        return (
            f"Consent {number}: {values['person']} agreed to {values['purpose']} "
            f"on {in_words(day)}."
        )

    def withdraw(self, number: int, day: date) -> str:
        """Keep that somebody takes a consent back.

        Raises:
            ToolFailed: there is none of this number, or it was taken back before.
        """
        found = self.lock(CONSENTS, number)
        if not found:
            raise ToolFailed(f"There is no consent {number}. Please check the number.")
        if found["withdrawn_on"]:
            raise ToolFailed(f"Consent {number} was withdrawn on {found['withdrawn_on']}.")
        self.change(CONSENTS, number, withdrawn_on=day.isoformat())
        return (
            f"Consent {number} is withdrawn: {found['person']} no longer agrees "
            f"to {found['purpose']}."
        )
