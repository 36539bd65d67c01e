"""Settings of people: admins, approvers, what turns and people may use, how long it is kept."""

import re
from decimal import Decimal
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, field_validator
from pydantic_settings import BaseSettings

from bot.domain.budget import MICROS, Allowance, TurnLimits
from bot.settings.values import Names, zone_name, zone_of

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


_USUAL = TurnLimits()


class LimitSettings(BaseSettings):
    """What a turn may use, and how long one call of a model may take."""

    turn_seconds: float = Field(
        default=_USUAL.seconds, ge=1, le=3_600, validation_alias="FRONTDESK_TURN_SECONDS"
    )
    call_seconds: float = Field(
        default=_USUAL.call_seconds,
        ge=1,
        le=3_600,
        validation_alias="FRONTDESK_MODEL_CALL_SECONDS",
    )
    turn_model_calls: int = Field(
        default=_USUAL.model_calls, ge=1, le=1_000, validation_alias="FRONTDESK_TURN_MODEL_CALLS"
    )
    turn_hand_offs: int = Field(
        default=_USUAL.hand_offs, ge=1, le=100, validation_alias="FRONTDESK_TURN_HAND_OFFS"
    )
    turn_tokens: int = Field(
        default=_USUAL.tokens, ge=1_000, le=100_000_000, validation_alias="FRONTDESK_TURN_TOKENS"
    )

    @property
    def limits(self) -> TurnLimits:
        """The limits of a turn."""
        return TurnLimits(
            model_calls=self.turn_model_calls,
            hand_offs=self.turn_hand_offs,
            seconds=self.turn_seconds,
            call_seconds=self.call_seconds,
            tokens=self.turn_tokens,
        )


_NAMED = re.compile(r"[\w.%-]+(?:/[\w.%-]+/[\w.%-]+)?")


class PeopleSettings(BaseSettings):
    """Whom the operator names, and what they allow; 0 is no limit."""

    admins: Names = Field((), validation_alias="FRONTDESK_ADMINS")
    timezone: Annotated[str, AfterValidator(zone_name)] = Field(
        "", validation_alias="FRONTDESK_TIMEZONE"
    )
    daily_turns: int = Field(default=0, ge=0, validation_alias="FRONTDESK_DAILY_TURNS")
    daily_model_calls: int = Field(default=0, ge=0, validation_alias="FRONTDESK_DAILY_MODEL_CALLS")
    retention_days: float = Field(
        default=0.0, ge=0.0, le=36_500.0, validation_alias="FRONTDESK_RETENTION_DAYS"
    )
    daily_dollars: Decimal = Field(
        default=Decimal(0), ge=0, le=1_000_000, validation_alias="FRONTDESK_DAILY_DOLLARS"
    )

    workspace_daily_turns: int = Field(
        default=0, ge=0, validation_alias="FRONTDESK_WORKSPACE_DAILY_TURNS"
    )
    workspace_daily_model_calls: int = Field(
        default=0, ge=0, validation_alias="FRONTDESK_WORKSPACE_DAILY_MODEL_CALLS"
    )
    workspace_daily_dollars: Decimal = Field(
        default=Decimal(0),
        ge=0,
        le=1_000_000,
        validation_alias="FRONTDESK_WORKSPACE_DAILY_DOLLARS",
    )

    @field_validator("admins")
    @classmethod
    def _admins_named(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for entry in value:
            if not _NAMED.fullmatch(entry):
                message = "write platform/workspace/user, such as slack/T1/U1, or a user id alone"
                raise ValueError(message)
        return value

    @property
    def zone(self) -> ZoneInfo:
        """The time zone in which days begin and end."""
        return zone_of(self.timezone)

    @property
    def allowance(self) -> Allowance:
        """What one person may use in a day."""
        micros = int(self.daily_dollars * MICROS)
        return Allowance(self.daily_model_calls, micros, self.daily_turns)

    @property
    def shared_allowance(self) -> Allowance:
        """What everybody in one workspace together may use in a day."""
        micros = int(self.workspace_daily_dollars * MICROS)
        return Allowance(self.workspace_daily_model_calls, micros, self.workspace_daily_turns)
