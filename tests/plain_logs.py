"""Logs as they are where nothing is set up, without what takes seconds to draw."""

import structlog


def use_plain_logs() -> None:
    """Undo what was set up; a traceback is not drawn with all variables, which takes seconds."""
    structlog.reset_defaults()
    drawn = structlog.dev.ConsoleRenderer(
        colors=False, exception_formatter=structlog.dev.plain_traceback
    )
    structlog.configure(processors=[*structlog.get_config()["processors"][:-1], drawn])
