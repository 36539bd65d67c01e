"""Settings of traces, under the names that OpenTelemetry gives them."""

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings

from bot.settings.values import web_address


class TraceSettings(BaseSettings):
    """Where traces are sent, if anywhere."""

    traces_url: str = Field("", validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")

    @field_validator("traces_url")
    @classmethod
    def _collector(cls, value: str) -> str:
        return web_address(value) if value else value
