"""The `frontdesk` command, run inside a test; what it does to logging is undone."""

import json
import logging
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from click.testing import CliRunner, Result

from bot.cli.commands import frontdesk
from tests.fakes.model_answers import Script
from tests.fakes.model_server import served
from tests.fakes.stand_in_server import stands_in
from tests.plain_logs import use_plain_logs

SETTINGS = (
    "DATABASE_URL",
    "OPENAI_API_KEY",
    "OPENAI_BASE_URL",
    "AZURE_OPENAI_ENDPOINT",
    "FRONTDESK_MODEL",
    "FRONTDESK_MODEL_READ",
    "FRONTDESK_MODEL_AGENT",
    "FRONTDESK_MODEL_CONTINUE",
    "FRONTDESK_MODEL_PLAN",
    "FRONTDESK_MODEL_JUDGE",
    "FRONTDESK_MODEL_SUMMARISE",
    "FRONTDESK_MODEL_RECALL",
    "FRONTDESK_MODEL_PARAMETERS",
    "FRONTDESK_MODEL_PARAMETERS_BY_MODEL",
    "FRONTDESK_MODEL_PARAMETERS_READ",
    "FRONTDESK_MODEL_PARAMETERS_AGENT",
    "FRONTDESK_MODEL_PARAMETERS_CONTINUE",
    "FRONTDESK_MODEL_PARAMETERS_PLAN",
    "FRONTDESK_MODEL_PARAMETERS_JUDGE",
    "FRONTDESK_MODEL_PARAMETERS_SUMMARISE",
    "FRONTDESK_MODEL_PARAMETERS_RECALL",
    "FRONTDESK_MODEL_API",
    "FRONTDESK_TURN_SECONDS",
    "FRONTDESK_MODEL_CALL_SECONDS",
    "FRONTDESK_TURN_MODEL_CALLS",
    "FRONTDESK_TURN_HAND_OFFS",
    "FRONTDESK_TURN_TOKENS",
    "FRONTDESK_MODEL_CALLS_AT_ONCE",
    "FRONTDESK_SECRET_KEY",
    "FRONTDESK_AGENTS",
    "FRONTDESK_TOOL_SERVERS",
    "FRONTDESK_DATABASES",
    "FRONTDESK_PAGE_HOSTS",
    "FRONTDESK_PRIVATE_HOSTS",
    "FRONTDESK_PROCEDURES",
    "FRONTDESK_MAX_CHAT_HISTORY",
    "FRONTDESK_ADMINS",
    "FRONTDESK_DAILY_MODEL_CALLS",
    "FRONTDESK_DAILY_DOLLARS",
    "FRONTDESK_DAILY_TURNS",
    "FRONTDESK_WORKSPACE_DAILY_DOLLARS",
    "FRONTDESK_WORKSPACE_DAILY_MODEL_CALLS",
    "FRONTDESK_WORKSPACE_DAILY_TURNS",
    "FRONTDESK_RETENTION_DAYS",
    "FRONTDESK_DEMO",
    "FRONTDESK_HOST",
    "FRONTDESK_PUBLIC_URL",
    "FRONTDESK_LINK_HOSTS",
    "PORT",
    "SLACK_BOT_TOKEN",
    "SLACK_APP_TOKEN",
    "SLACK_SIGNING_SECRET",
    "SLACK_CLIENT_ID",
    "SLACK_CLIENT_SECRET",
    "SLACK_API_URL",
    "DISCORD_TOKEN",
    "DISCORD_API_URL",
    "DISCORD_GATEWAY_URL",
    "DISCORD_PUBLIC_KEY",
    "FRONTDESK_DISCORD_GUILD",
    "LOG_LEVEL",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
)


def command(*arguments: str, typed: str = "", env: Mapping[str, str] | None = None) -> Result:
    """Run a command with nothing configured but what is given."""
    root = logging.getLogger()
    handlers, level, shown = root.handlers[:], root.level, warnings.showwarning
    environment: dict[str, str | None] = {**dict.fromkeys(SETTINGS), **(env or {})}
    try:
        return CliRunner().invoke(frontdesk, arguments, input=typed, env=environment)
    finally:
        logging.captureWarnings(capture=False)
        warnings.showwarning = shown
        root.handlers, root.level = handlers, level
        use_plain_logs()


@contextmanager
def with_model(script: Script = stands_in) -> Iterator[dict[str, str]]:
    """Settings of a command whose model is the stand-in, or a script."""
    with served(script) as base_url:
        yield {"OPENAI_BASE_URL": base_url, "FRONTDESK_MODEL": "fake-1"}


def json_chat(*lines: Mapping[str, Any], env: Mapping[str, str] | None = None) -> list[Any]:
    """Talk in JSON lines; return every line that came back but progress."""
    typed = "".join(f"{json.dumps(line)}\n" for line in lines)
    result = command("chat", "--json", typed=typed, env=env)
    assert result.exit_code == 0, result.output
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    return [answer for answer in answers if answer["kind"] != "progress"]
