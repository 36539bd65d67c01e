"""Checks the body of a message against Discord's limits."""

from collections.abc import Iterator

from tests.fakes.discord import limits
from tests.fakes.discord.components import bad_length, length, message_components
from tests.fakes.discord.errors import Problem
from tests.fakes.discord.rows import Flag, Json

LEGACY = ("content", "embeds", "poll", "sticker_ids")


def message_problems(body: Json, flags: Flag) -> Iterator[Problem]:
    """Say what is wrong with a message to be sent or changed; `flags` are those it will have."""
    is_v2 = bool(flags & Flag.IS_COMPONENTS_V2)
    yield from length(body, "content", "", 0, limits.CONTENT)
    yield from _nonce(body)
    yield from _embeds(body.get("embeds") or [])
    yield from message_components(body.get("components"), is_v2=is_v2)
    yield from _allowed_mentions(body.get("allowed_mentions") or {})
    yield from _poll(body.get("poll"))
    if len(body.get("attachments") or []) > limits.FILES:
        yield bad_length("attachments", 0, limits.FILES)
    for number, one in enumerate(body.get("attachments") or []):
        yield from length(one, "description", f"attachments/{number}", 0, limits.ALT_TEXT)
    if is_v2:
        yield from _legacy(body)


def _legacy(body: Json) -> Iterator[Problem]:
    code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
    for name in LEGACY:
        if body.get(name):
            text = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            yield Problem(name, code, text)


def _nonce(body: Json) -> Iterator[Problem]:
    nonce = body.get("nonce")
    if nonce is not None and len(str(nonce)) > limits.NONCE:
        yield bad_length("nonce", 0, limits.NONCE)


def _embeds(embeds: list[Json]) -> Iterator[Problem]:
    if len(embeds) > limits.EMBEDS:
        yield bad_length("embeds", 0, limits.EMBEDS)
    for number, embed in enumerate(embeds):
        yield from _embed(embed, f"embeds/{number}")
    if sum(_size(embed) for embed in embeds) > limits.EMBEDS_TEXT:
        text = f"Embed size exceeds maximum size of {limits.EMBEDS_TEXT}"
        yield Problem("embeds", "MAX_EMBED_SIZE_EXCEEDED", text)


def _embed(embed: Json, path: str) -> Iterator[Problem]:
    yield from length(embed, "title", path, 0, limits.EMBED_TITLE)
    yield from length(embed, "description", path, 0, limits.EMBED_DESCRIPTION)
    yield from length(embed.get("footer") or {}, "text", f"{path}/footer", 0, limits.EMBED_FOOTER)
    yield from length(embed.get("author") or {}, "name", f"{path}/author", 0, limits.EMBED_AUTHOR)
    fields = embed.get("fields") or []
    if len(fields) > limits.EMBED_FIELDS:
        yield bad_length(f"{path}/fields", 0, limits.EMBED_FIELDS)
    for number, field in enumerate(fields):
        here = f"{path}/fields/{number}"
        yield from length(field, "name", here, 1, limits.EMBED_FIELD_NAME)
        yield from length(field, "value", here, 1, limits.EMBED_FIELD_VALUE)


def _size(embed: Json) -> int:
    fields = embed.get("fields") or []
    parts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    parts += [(embed.get("author") or {}).get("name")]
    parts += [one.get(name) for one in fields for name in ("name", "value")]
    return sum(len(str(part)) for part in parts if part)


def _allowed_mentions(allowed: Json) -> Iterator[Problem]:
    for kind in ("users", "roles"):
        if allowed.get(kind) and kind in (allowed.get("parse") or []):
            text = f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.'
            yield Problem("allowed_mentions", "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", text)
        if len(allowed.get(kind) or []) > 100:
            yield bad_length(f"allowed_mentions/{kind}", 0, 100)


def _poll(poll: Json | None) -> Iterator[Problem]:
    if poll is None:
        return
    question, answers = poll.get("question") or {}, poll.get("answers") or []
    yield from length(question, "text", "poll/question", 1, limits.POLL_QUESTION)
    if not 1 <= len(answers) <= limits.POLL_ANSWERS:
        yield bad_length("poll/answers", 1, limits.POLL_ANSWERS)
    for number, answer in enumerate(answers):
        here = f"poll/answers/{number}/poll_media"
        yield from length(answer.get("poll_media") or {}, "text", here, 1, limits.POLL_ANSWER)
    if not 1 <= int(poll.get("duration", 24)) <= limits.POLL_HOURS:
        text = f"int value should be between 1 and {limits.POLL_HOURS}."
        yield Problem("poll/duration", "NUMBER_TYPE_MAX", text)
