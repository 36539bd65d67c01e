"""Settings of people: who looks after the bot, what one may use, and how long words are kept."""

import re
from decimal import Decimal
from typing import Annotated
from zoneinfo import ZoneInfo

from pydantic import AfterValidator, Field, field_validator
from pydantic_settings import BaseSettings

from bot.domain.budget import MICROS, Allowance
from bot.settings.values import Names
from bot.settings.zones import zone_name, zone_of

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
