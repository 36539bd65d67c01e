"""Reads the arguments of a call as the SDK sends them: query, form, multipart or JSON."""

import json
from typing import Any

from aiohttp import web

from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.record import Json

STRUCTURED = ("attachments", "blocks", "chunks", "files", "metadata", "prompts", "view")
FLAGS = (
    "include_all_metadata",
    "inclusive",
    "mrkdwn",
    "reply_broadcast",
    "return_im",
    "test",
    "unfurl_links",
    "unfurl_media",
)
TRUE_WORDS = ("1", "true", "True")
BAD_JSON = {"blocks": "invalid_blocks_format", "metadata": "invalid_metadata_format"}


async def read_arguments(request: web.Request) -> tuple[Json, str | None]:
    """Collect the arguments and the token; raises `SlackRefuses` on unreadable ones."""
    args: Json = dict(request.query)
    if request.content_type == "application/json":
        args |= await _json_body(request)
    elif request.body_exists:
        args |= {name: value for name, value in (await request.post()).items()}  # noqa: C416 - a multidict's first value wins
    token = args.pop("token", None)
    scheme, _, bearer = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = bearer.strip()
    return {name: _value(name, value) for name, value in args.items()}, token


async def _json_body(request: web.Request) -> Json:
    try:
        body = await request.json()
    except ValueError:
        raise SlackRefuses("invalid_json") from None
    if not isinstance(body, dict):
        raise SlackRefuses("json_not_object")
    return body


def _value(name: str, value: Any) -> Any:
    if name in FLAGS and isinstance(value, str):
        return value in TRUE_WORDS
    if name in STRUCTURED and isinstance(value, str):
        try:
            return json.loads(value)
        except ValueError:
            raise SlackRefuses(BAD_JSON.get(name, "invalid_arguments")) from None
    return value
