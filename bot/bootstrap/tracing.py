"""Puts whoever traces turns and calls in its place; its library is an extra."""

from agents.kit.values.model import Model
from bot.core.ports.watching import NoWatch, Watch
from bot.domain.errors import PlatformFailed
from bot.settings import Settings

NO_MODEL = "none"


def traced(settings: Settings, model: Model) -> tuple[Watch, Model]:
    """Who watches, and the model as they see it.

    Raises:
        PlatformFailed: traces are wished for, but what sends them is not installed.
    """
    if not settings.traces_url:
        return NoWatch(), model
    try:
        from bot.traces import TracedModel, Traces  # noqa: PLC0415 - an extra
    except ImportError as error:
        message = (
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but what sends traces is not installed; "
            "run: pip install 'frontdesk[traces]'"
        )
        raise PlatformFailed(message) from error
    traces = Traces.to(settings.traces_url)
    provider = "azure.ai.openai" if settings.azure_endpoint else "openai"
    if not settings.has_model:
        return traces, TracedModel(model, traces, NO_MODEL, lambda _: NO_MODEL)
    return traces, TracedModel(model, traces, provider, settings.model_for)
