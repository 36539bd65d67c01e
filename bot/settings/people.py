"""Settings of people: who looks after the bot."""

import re

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings

from bot.settings.values import Names, split_names

_NAMED = re.compile(r"[\w.%-]+(?:/[\w.%-]+/[\w.%-]+)?")


class PeopleSettings(BaseSettings):
    """Whom the operator names."""

    admins: Names = Field((), validation_alias="FRONTDESK_ADMINS")

    @field_validator("admins", mode="before")
    @classmethod
    def _split_people(cls, value: object) -> object:
        return split_names(value)

    @field_validator("admins")
    @classmethod
    def _people(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for entry in value:
            if not _NAMED.fullmatch(entry):
                message = "write platform/workspace/user, such as slack/T1/U1, or a user id alone"
                raise ValueError(message)
        return value
