"""Settings of procedures: where their files are, and how much of a conversation they show."""

from pydantic import Field
from pydantic_settings import BaseSettings

from bot.settings.values import Names


class ProcedureSettings(BaseSettings):
    """Procedures of the operator's own, besides those that come with the product."""

    procedures: Names = Field((), validation_alias="FRONTDESK_PROCEDURES")
    max_chat_history: int = Field(
        default=10, ge=2, le=1000, validation_alias="FRONTDESK_MAX_CHAT_HISTORY"
    )
