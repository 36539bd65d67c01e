"""Checks what the bot sent: Slack's limits, and manners that Slack would not enforce."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tests.fakes.slack import limits, modelled
from tests.fakes.slack.blockkit import block_problems, blocks_are_too_long, metadata_error
from tests.fakes.slack.elements import too_long
from tests.fakes.slack.links import linked, links_in
from tests.fakes.slack.record import Call, Json
from tests.fakes.slack.viewkit import chunk_problems, view_is_too_large, view_problems

POSTS = ("chat.postMessage", "chat.postEphemeral", "chat.update")
ANSWERS = ("response_url", "ack")
STREAMS = ("chat.startStream", "chat.appendStream", "chat.stopStream")
VIEWS = ("views.open", "views.push", "views.update", "views.publish")
BROADCAST = re.compile(r"<!(?:channel|here|everyone|group|subteam\^\w*)")
PLAIN_TYPES = ("plain_text", "raw_text", "text")
LOUD_ELEMENTS = ("broadcast", "usergroup")
# Refusals that no circumstances excuse: the bot built the call wrongly.
OWN_FAULTS = {
    "cannot_provide_both_markdown_text_and_chunks",
    "invalid_arguments",
    "invalid_attachments",
    "invalid_blocks",
    "invalid_blocks_format",
    "invalid_chunks",
    "invalid_json",
    "invalid_metadata_format",
    "invalid_name",
    "invalid_status",
    "markdown_text_conflict",
    "metadata_too_large",
    "missing_recipient_team_id",
    "missing_recipient_user_id",
    "missing_scope",
    "msg_blocks_too_long",
    "msg_blocks_too_many",
    "msg_too_long",
    "no_text",
    "not_authed",
    "streaming_mode_mismatch",
    "thread_ts_required",
    "unknown_method",
    "view_too_large",
}


def findings(record: Iterable[Call]) -> list[str]:
    """Say everything that is wrong with what was sent, one sentence each; [] is all well."""
    found: list[str] = []
    for number, call in enumerate(record):
        place = f"#{number} {call.method}"
        found += [f"{place}: {sentence}" for sentence in dict.fromkeys(_call(call))]
    return found


def _call(call: Call) -> Iterator[str]:
    args = call.arguments
    if call.method in POSTS or (call.method in ANSWERS and _is_message(args)):
        yield from _message(call.method, args)
    elif call.method in STREAMS:
        yield from _stream(args)
    elif call.method in VIEWS:
        yield from _view(args.get("view"))
    elif call.method == "ack":
        yield from _form_answer(args)
    elif call.method.startswith("agents.sessions."):
        yield from too_long(args.get("title"), limits.SESSION_TITLE, "/title")
    answer = call.answer or {}
    if answer.get("error") in OWN_FAULTS:
        yield " ".join(["refused:", answer["error"], *answer.get("errors", ())])


def _form_answer(args: Json) -> Iterator[str]:
    if "view" in args:
        yield from _view(args["view"])
    if args.get("response_action") == "errors" and not args.get("errors"):
        yield "errors are announced and none is given"


def _is_message(args: Json) -> bool:
    return any(name in args for name in ("text", "blocks", "attachments"))


def _message(method: str, args: Json) -> Iterator[str]:
    text, blocks = args.get("text"), args.get("blocks")
    markdown, attachments = args.get("markdown_text"), args.get("attachments")
    if blocks and not text:
        yield "blocks without a text to fall back on"
    if not (text or blocks or attachments or markdown):
        yield "the message is empty"
    yield from _text_length(method, str(text or ""), str(markdown or ""))
    yield from _blocks(blocks, "/blocks")
    yield from _attachments(attachments)
    yield from _quiet({"text": text, "markdown": markdown, "blocks": blocks, "of": attachments})
    if args.get("link_names") or args.get("parse") == "full":
        yield "names in the text become mentions (link_names, parse)"
    yield from _previews(method, args)
    if args.get("metadata") is not None:
        error = metadata_error(args["metadata"])
        if error is not None:
            yield f"metadata: {error}"


def _text_length(method: str, text: str, markdown: str) -> Iterator[str]:
    most = limits.UPDATE_TEXT if method == "chat.update" else limits.POST_TEXT
    if len(text) > most:
        yield f"the text has more than {most} characters"
    if len(markdown) > limits.MARKDOWN:
        yield f"markdown_text has more than {limits.MARKDOWN} characters"


def _previews(method: str, args: Json) -> Iterator[str]:
    are_off = args.get("unfurl_links") is False and args.get("unfurl_media") is False
    shown = [args.get("blocks"), args.get("attachments")]
    has_links = any(links_in(str(args.get("text") or ""))) or any(linked(shown))
    if not are_off and (method in POSTS or has_links):
        yield "link previews are not switched off (unfurl_links, unfurl_media)"


def _blocks(blocks: Any, at: str) -> Iterator[str]:
    if blocks is None:
        return
    yield from block_problems(blocks, "message", at)
    yield from modelled.blocks(blocks, at)
    if isinstance(blocks, list) and blocks_are_too_long(blocks):
        yield f"blocks hold more than about {limits.BLOCKS_TEXT} characters"


def _attachments(attachments: Any) -> Iterator[str]:
    for number, one in enumerate(attachments or ()):
        yield from _blocks(one.get("blocks"), f"/attachments/{number}/blocks")
    if len(attachments or ()) > limits.ATTACHMENTS:
        yield f"more than {limits.ATTACHMENTS} attachments"


def _stream(args: Json) -> Iterator[str]:
    chunks, markdown = args.get("chunks"), args.get("markdown_text")
    if chunks:
        yield from chunk_problems(chunks)
        yield from modelled.chunks(chunks, "/chunks")
    if len(str(markdown or "")) > limits.MARKDOWN:
        yield f"markdown_text has more than {limits.MARKDOWN} characters"
    yield from _blocks(args.get("blocks"), "/blocks")
    yield from _quiet({"chunks": chunks, "markdown": markdown, "blocks": args.get("blocks")})


def _view(view: Any) -> Iterator[str]:
    yield from view_problems(view)
    yield from modelled.view(view, "/view")
    if view_is_too_large(view):
        yield f"the view has more than {limits.VIEW_BYTES} bytes"


def _quiet(node: Any, at: str = "") -> Iterator[str]:
    """Find what would call everybody; plain texts cannot."""
    if isinstance(node, str):
        for found in BROADCAST.findall(node):
            yield f"{at or 'text'} calls everybody: {found}"
    elif isinstance(node, list):
        for number, one in enumerate(node):
            yield from _quiet(one, f"{at}/{number}")
    elif isinstance(node, dict):
        yield from _quiet_node(node, at)


def _quiet_node(node: Json, at: str) -> Iterator[str]:
    if node.get("type") in LOUD_ELEMENTS:
        yield f"{at} calls everybody: a {node['type']} element"
    literal = {"value", "alt_text"} | ({"text"} if node.get("type") in PLAIN_TYPES else set())
    for name, value in node.items():
        if name not in literal:
            yield from _quiet(value, f"{at}/{name}")
