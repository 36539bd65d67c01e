"""What a model service said of an error, as an operator may read it: short, without secrets."""

import json
import re

MOST_CHARACTERS = 200
HIDDEN = "***"
_SHORTEST_KEY = 4
_READ_CHARACTERS = 20_000
_TAGS = re.compile(
    r"<(?:style|script)\b(?:(?!<(?:style|script)\b).)*?</(?:style|script)>|<[^>]{0,500}>",
    re.DOTALL,
)
_SECRETS = re.compile(
    r"""
      (?<=[Bb]earer\ )\S+
    | (?<=provided:\ )\S+
    | \b(?:sk|pk|rk|gsk|xai|hf|nvapi|key|pplx|AIza)[-_]?[\w*-]{6,}
    | \b[0-9a-zA-Z+/_]{32,}={0,2}
    | (?<=://)[^\s/@]+(?=@)
    """,
    re.VERBOSE,
)
_FIELDS = ("error", "message", "detail", "msg", "errors", "error_description")
_DEEPEST = 4


def detail_of(said: object, api_key: str = "", status: int | None = None) -> str:
    """The status and the words of an error, in one line; JSON or what was read of it."""
    message = _message(said) if isinstance(said, str) else _within(said, _DEEPEST)
    words = " ".join(_TAGS.sub(" ", message[:_READ_CHARACTERS]).split())
    if len(api_key) >= _SHORTEST_KEY:
        words = words.replace(api_key, HIDDEN)
    words = _SECRETS.sub(HIDDEN, words)
    if len(words) > MOST_CHARACTERS:
        words = f"{words[: MOST_CHARACTERS - 1]}…"
    return ": ".join(part for part in (str(status or ""), words) if part)


def _message(said: str) -> str:
    """The message within a JSON error, whoever's; else the text as it is."""
    try:
        return _within(json.loads(said), _DEEPEST) or said
    except (ValueError, RecursionError):
        return said


def _within(error: object, levels: int) -> str:
    if isinstance(error, str):
        return error
    if isinstance(error, list) and error and levels:
        return _within(error[0], levels - 1)
    if not isinstance(error, dict) or not levels:
        return ""
    return next(filter(None, (_within(error.get(name), levels - 1) for name in _FIELDS)), "")
