"""Settings of approvals: who decides, where the agents' authors leave that to the operator."""

import re

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings

from bot.settings.values import Names

GROUP = "group:"
_ENTRY = re.compile(r"(?:group:)?[^\s/,:]+(?:/[^\s/,:]+/[^\s/,:]+)?")


class ApprovalSettings(BaseSettings):
    """Who approves for others, and for which tools somebody else than the requester must."""

    approvers: Names = Field((), validation_alias="FRONTDESK_APPROVERS")
    quorum: int = Field(default=1, ge=1, le=100, validation_alias="FRONTDESK_QUORUM")
    four_eyes: Names = Field((), validation_alias="FRONTDESK_FOUR_EYES")
    remind_after_hours: float | None = Field(
        None, ge=0, le=720, validation_alias="FRONTDESK_REMIND_AFTER_HOURS"
    )
    escalate_to: Names = Field((), validation_alias="FRONTDESK_ESCALATE_TO")
    escalate_after_hours: float = Field(
        default=8.0, gt=0, le=720, validation_alias="FRONTDESK_ESCALATE_AFTER_HOURS"
    )

    @field_validator("approvers")
    @classmethod
    def _entries(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for entry in value:
            if not _ENTRY.fullmatch(entry):
                message = (
                    f"“{entry[:60]}” is nobody; write a user's id (U123), one of a workspace "
                    "(slack/T1/U123), or a group (group:S777)"
                )
                raise ValueError(message)
        return value

    @field_validator("escalate_to")
    @classmethod
    def _people(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if any(entry.startswith(GROUP) for entry in value):
            message = "an approval goes on to people, not to groups"
            raise ValueError(message)
        return cls._entries(value)

    @property
    def approving_people(self) -> tuple[str, ...]:
        """The approvers that are people."""
        return tuple(entry for entry in self.approvers if not entry.startswith(GROUP))

    @property
    def approving_groups(self) -> tuple[str, ...]:
        """The approvers that are groups."""
        groups = (entry for entry in self.approvers if entry.startswith(GROUP))
        return tuple(entry.removeprefix(GROUP) for entry in groups)
