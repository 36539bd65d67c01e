"""Settings of limits: what one turn may use before it is stopped."""

from pydantic import Field
from pydantic_settings import BaseSettings

from bot.domain.budget import TurnLimits

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
