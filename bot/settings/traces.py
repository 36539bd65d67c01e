"""Settings of traces, under the names that OpenTelemetry gives them."""

from pydantic import Field
from pydantic_settings import BaseSettings

from bot.settings.values import MaybeAddress


class TraceSettings(BaseSettings):
    """Where traces are sent, if anywhere."""

    traces_url: MaybeAddress = Field("", validation_alias="OTEL_EXPORTER_OTLP_ENDPOINT")
