"""Traces for OpenTelemetry, in its names for generative AI; nothing anybody said is in them.

    turn ─┬─ chat <model>           a call of a model, with its purpose and its tokens
          └─ execute_tool <name>    a tool that runs

What is asked beside turns, such as summaries, stands alone. The SDK's own variables
(`OTEL_SERVICE_NAME`, `OTEL_TRACES_SAMPLER`, `OTEL_EXPORTER_OTLP_HEADERS`) are read by itself.
https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter
from opentelemetry.trace import Span, SpanKind, Status, StatusCode, format_trace_id
from structlog.contextvars import bound_contextvars
from typing_extensions import override

from agents.kit.tool import Tool
from agents.kit.values.model import Model, ModelCall, ModelReply, Purpose
from agents.kit.values.objects import Passing
from bot.core.ports.environment import Watch
from bot.core.ports.turns import Beginning

SERVICE = "frontdesk"
PATH = "/v1/traces"
TIMEOUT_SECONDS = 5.0

Values = Mapping[str, str | int | float | bool]


class OpenTelemetryWatch(Watch):
    """Sends spans to a collector, in the background; one that is away costs spans alone."""

    def __init__(self, exporter: SpanExporter) -> None:
        named = Resource({SERVICE_NAME: SERVICE}).merge(OTELResourceDetector().detect())
        self._provider = TracerProvider(resource=named)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer(SERVICE)

    @classmethod
    def to(cls, endpoint: str) -> "OpenTelemetryWatch":
        """Send to a collector that speaks OTLP over HTTP, by its base address."""
        return cls(OTLPSpanExporter(endpoint.rstrip("/") + PATH, timeout=TIMEOUT_SECONDS))

    @override
    @contextmanager
    def turn(self, beginning: Beginning) -> Iterator[None]:
        thread = beginning.incoming.thread
        about: Values = {
            "gen_ai.conversation.id": thread.session,
            "frontdesk.turn": beginning.turn,
            "frontdesk.attempt": beginning.attempt,
            "frontdesk.platform": thread.platform,
            "frontdesk.kind": str(beginning.incoming.kind),
        }
        with self.span("turn", SpanKind.CONSUMER, about) as span:
            trace = format_trace_id(span.get_span_context().trace_id)
            with bound_contextvars(trace=trace):
                yield

    @override
    @contextmanager
    def tool(self, agent: str, tool: Tool) -> Iterator[None]:
        about: Values = {
            "gen_ai.operation.name": "execute_tool",
            "gen_ai.tool.name": tool.name,
            "gen_ai.tool.type": "function",
            "gen_ai.agent.name": agent,
            "frontdesk.effect": tool.effect,
        }
        with self.span(f"execute_tool {tool.name}", SpanKind.INTERNAL, about):
            yield

    @contextmanager
    def span(self, name: str, kind: SpanKind, about: Values) -> Iterator[Span]:
        """Open a span; of an exception only its kind is told, for its words may quote somebody."""
        with self._tracer.start_as_current_span(
            name,
            kind=kind,
            attributes=about,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(Status(StatusCode.ERROR))
                raise

    async def close(self) -> None:
        """Send what is left."""
        await asyncio.to_thread(self._provider.shutdown)


class TracedModel(Passing[Model], Model):
    """A model each call of which is a span."""

    def __init__(
        self,
        inner: Model,
        traces: OpenTelemetryWatch,
        provider: str,
        usual: Callable[[Purpose], str],
    ) -> None:
        super().__init__(inner)
        self._traces = traces
        self._provider = provider
        self._usual = usual

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        model = call.model or self._usual(call.purpose)
        about: Values = {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": self._provider,
            "gen_ai.request.model": model,
            "gen_ai.agent.name": call.agent,
            "frontdesk.purpose": str(call.purpose),
        }
        with self._traces.span(f"chat {model}", SpanKind.CLIENT, about) as span:
            reply = await self._inner.complete(call, within_seconds=within_seconds)
            span.set_attributes(
                {
                    "gen_ai.response.model": reply.model or model,
                    "gen_ai.response.finish_reasons": [str(reply.finish)],
                    "gen_ai.usage.input_tokens": reply.usage.input_tokens,
                    "gen_ai.usage.output_tokens": reply.usage.output_tokens,
                }
            )
            return reply
