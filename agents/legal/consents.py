"""Consents people gave: plain functions over rows, each run in one transaction."""

from dataclasses import dataclass
from datetime import date

from agents.kit import Rows, ToolFailed, add_numbered, in_words
from agents.kit.names import tidy
from agents.legal.tables import CONSENTS


@dataclass(frozen=True, slots=True)
class Consents:
    """The consents of one workspace."""

    rows: Rows
    workspace: str

    def give(self, person: str, purpose: str, day: date) -> str:
        """Keep that somebody agreed to something."""
        values = {"person": tidy(person), "purpose": tidy(purpose), "given_on": day.isoformat()}
        number = add_numbered(self.rows, CONSENTS, self.workspace, withdrawn_on="", **values)
        return (
            f"Consent {number}: {values['person']} agreed to {values['purpose']} "
            f"on {in_words(day)}."
        )

    def withdraw(self, number: int, day: date) -> str:
        """Keep that somebody takes a consent back.

        Raises:
            ToolFailed: there is none of this number, or it was taken back before.
        """
        own = {"workspace": self.workspace, "number": number}
        found = self.rows.lock(CONSENTS, **own)
        if not found:
            raise ToolFailed(f"There is no consent {number}. Please check the number.")
        if found[0]["withdrawn_on"]:
            raise ToolFailed(f"Consent {number} was withdrawn on {found[0]['withdrawn_on']}.")
        self.rows.change(CONSENTS, own, withdrawn_on=day.isoformat())
        return (
            f"Consent {number} is withdrawn: {found[0]['person']} no longer agrees "
            f"to {found[0]['purpose']}."
        )
