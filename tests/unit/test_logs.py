"""Logs: one shape for everybody, nothing secret, nobody too talkative."""

import io
import json
import logging
import warnings
from collections.abc import Iterator

import pytest
import structlog

from bot.logs import REDACTED, Redactor, set_up_logs
from tests.plain_logs import use_plain_logs


@pytest.fixture
def out() -> Iterator[io.StringIO]:
    """A stream that logs go to, as long as the test runs."""
    handlers, level, shown = logging.root.handlers[:], logging.root.level, warnings.showwarning
    stream = io.StringIO()
    set_up_logs("DEBUG", secrets=("hunter2",), stream=stream)
    yield stream
    logging.captureWarnings(capture=False)
    warnings.showwarning = shown
    logging.root.handlers, logging.root.level = handlers, level
    use_plain_logs()


def lines(out: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_an_event_is_constant_and_has_fields(out: io.StringIO):
    structlog.get_logger("bot.core").info("plan_decided", plan_id=3)

    (line,) = lines(out)
    assert line.pop("timestamp")
    assert line == {"event": "plan_decided", "plan_id": 3, "level": "info", "logger": "bot.core"}


def test_others_log_in_the_same_shape_without_bodies(out: io.StringIO):
    logging.getLogger("openai").debug("request body: hello")
    logging.getLogger("httpx2").info("POST /v1")
    logging.getLogger("sqlalchemy.engine").info("INSERT")
    logging.getLogger("somebody").warning("took %s s", 3)

    assert [line["event"] for line in lines(out)] == ["took 3 s"]


def _fail(words: str) -> None:
    raise ValueError(words)


@pytest.mark.parametrize(
    "secret",
    [
        "hunter2",
        "sk-abcdefghijklmnopqrstuvwx",
        "xoxb-1234567890-abcdef",
        "ghp_abcdefghijklmnopqrstuv",
        "AKIAABCDEFGHIJKLMNOP",
        "eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl",
        "gAAAAABlabcdefghijklmnopqrstuvwxyzabcdef==",
        "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----",
    ],
)
def test_what_looks_like_a_secret_is_taken_out(secret: str, out: io.StringIO):
    log = structlog.get_logger()

    log.warning("odd", note=f"got {secret}!", deep={"list": [secret]}, error=ValueError(secret))
    try:
        _fail(secret)
    except ValueError:
        log.exception("failed")
    logging.getLogger("somebody").error("it was %s", secret)

    assert len(lines(out)) == 3
    assert secret not in out.getvalue()
    assert json.dumps(secret)[1:-1] not in out.getvalue()


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("password=hunter3 and more", f"password={REDACTED} and more"),
        ('{"api_key": "abc"}', f'{{"api_key": "{REDACTED}"}}'),
        ("Authorization: Bearer abcdefgh1234", f"Authorization: {REDACTED} {REDACTED}"),
        ("postgres://u:p@host/name", f"postgres://{REDACTED}@host/name"),
        ("used 7 tokens, no secrets", "used 7 tokens, no secrets"),
    ],
)
def test_what_is_labelled_as_a_secret_is_taken_out(text: str, clean: str):
    assert Redactor().text(text) == clean


def test_fields_named_after_secrets_are_taken_out():
    event = {"token": "t", "user_password": "p", "tokens": 7, "secret": None, "keys": ["a"]}

    assert Redactor()(None, "info", event) == {
        "token": REDACTED,
        "user_password": REDACTED,
        "tokens": 7,
        "secret": None,
        "keys": ["a"],
    }
