"""Consents people gave: plain functions over rows, each run in one transaction."""

from datetime import date

from agents.kit import ToolFailed, in_words
from agents.kit.names import tidy
from agents.kit.once import WorkspaceRows
from agents.legal.tables import CONSENTS


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
