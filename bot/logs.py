"""Logs: constant events with fields, on stderr, with secrets taken out as a last resort."""

import logging
import re
import sys
from typing import Any, TextIO

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

REDACTED = "[redacted]"
_SHORTEST = 4  # anything shorter would turn up inside ordinary words

# At DEBUG these print the bodies of requests, SQL parameters, or every poll of the loop.
_TALKATIVE = {
    "openai": logging.INFO,
    "httpx2": logging.WARNING,
    "httpcore2": logging.WARNING,
    "httpx": logging.WARNING,
    "httpcore": logging.WARNING,
    "sqlalchemy": logging.WARNING,
    "alembic": logging.WARNING,
    "aiosqlite": logging.WARNING,
    "asyncio": logging.WARNING,
    "opentelemetry": logging.WARNING,
    "procrastinate": logging.WARNING,  # of every job when it begins and ends
}
_SHAPES = re.compile(
    r"""
      \bsk-[\w-]{16,} | \bxox[a-z]-[\w-]{10,} | \bxapp-[\w-]{10,}
    | \bgh[pousr]_\w{20,} | \bgithub_pat_\w{20,} | \bglpat-[\w-]{16,}
    | \bAKIA[0-9A-Z]{16}\b | \bAIza[\w-]{30,}
    | \beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]* | \bgAAAA[\w-]{30,}={0,2}
    | (?<=[Bb]earer\ )[\w.~+/-]{8,}=* | (?<=://)[^\s/@:]*:[^\s/@]+(?=@)
    | -----BEGIN\ [A-Z\ ]*PRIVATE\ KEY-----[\s\S]*?(?:-----END\ [A-Z\ ]*PRIVATE\ KEY-----|\Z)
    """,
    re.VERBOSE,
)
_LABELLED = re.compile(
    r"""(?i)\b(?P<label>pass(?:word|wd|phrase)|api[_-]?key|secret|access[_-]?token|authorization)
        (?P<sign>["']?\s*[=:]\s*["']?)(?P<value>[^\s"',;}&]+)""",
    re.VERBOSE,
)
_SECRET_FIELD = re.compile(
    r"(?i)(?:^|_)(?:pass(?:word|wd|phrase)?|secrets?|api_?key|tokens?|authorization|cookie)$"
)
_COUNTS = frozenset({"tokens", "input_tokens", "output_tokens", "model_tokens"})


class Redactor:
    """A structlog processor that replaces known secrets, and what looks like one."""

    def __init__(self, known: tuple[str, ...] = ()) -> None:
        longest_first = sorted(
            (value for value in known if len(value) >= _SHORTEST), key=len, reverse=True
        )
        self._known = tuple(longest_first)

    def __call__(self, _logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
        """Redact every field, however deep."""
        return {name: self._field(name, value) for name, value in event.items()}

    def text(self, text: str) -> str:
        """Redact a text."""
        for value in self._known:
            text = text.replace(value, REDACTED)
        text = _SHAPES.sub(REDACTED, text)
        return _LABELLED.sub(rf"\g<label>\g<sign>{REDACTED}", text)

    def _field(self, name: str, value: object) -> object:
        if _SECRET_FIELD.search(name) and name not in _COUNTS and value:
            return REDACTED
        return self._value(value)

    def _value(self, value: object) -> object:
        match value:
            case None | bool() | int() | float():
                return value
            case str():
                return self.text(value)
            case dict():
                return {str(name): self._field(str(name), part) for name, part in value.items()}
            case list() | tuple() | set() | frozenset():
                return [self._value(part) for part in value]
            case _:
                return self.text(str(value))


def set_up_logs(
    level: str, *, secrets: tuple[str, ...] = (), stream: TextIO | None = None
) -> None:
    """Send our own events and everybody else's to stderr, in one shape."""
    out = stream or sys.stderr
    shared = _shared()
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler(out)
    handler.setFormatter(_formatter(shared, Redactor(secrets), is_terminal=out.isatty()))
    logging.root.handlers = [handler]
    logging.root.setLevel(level)
    _quieten(level)


def _shared() -> list[Processor]:
    return [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]


def _formatter(
    shared: list[Processor], redactor: Redactor, *, is_terminal: bool
) -> logging.Formatter:
    renderer: Any = (
        structlog.dev.ConsoleRenderer(
            colors=False, exception_formatter=structlog.dev.plain_traceback
        )
        if is_terminal
        else structlog.processors.JSONRenderer(ensure_ascii=False)
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            structlog.processors.format_exc_info,
            redactor,
            renderer,
        ],
    )


def _quieten(level: str) -> None:
    wanted = logging.getLevelName(level)
    for name, least in _TALKATIVE.items():
        logging.getLogger(name).setLevel(max(least, wanted))
    logging.captureWarnings(capture=True)
