"""Why the model service gave no usable answer, sorted by what may still help.

ModelUnavailable     the port's
├── Unreachable      it is away, busy or broken: ask again
├── Unusable         what it sent makes no answer: ask another model
│   └── NotThere         it does not know the model, or the address
├── OutOfTime        the seconds are used up: ask another model, if any are left
├── Resting          it failed too often and is left alone: ask another model
└── Rejected         it understood and does not want this request: ask another model
    ├── FormatRefused    ask again with a weaker format
    ├── PicturesRefused  ask again without the pictures
    ├── SteadyRefused    ask again without a temperature
    ├── ResponsesWanted  ask again over the Responses API
    ├── FieldsRefused    ask again without what came with earlier tool calls
    ├── ThoughtsMissing  ask again with something in the place of thoughts that are gone
    └── PromptFiltered   an answer of its kind
"""

import json
import re
from typing import ClassVar

from agents.kit.values.errors import ModelUnavailable


class Unreachable(ModelUnavailable):
    """The model service is away, busy or broken; `wait_seconds` is what it asked for."""

    def __init__(self, reason: str, wait_seconds: float | None = None) -> None:
        super().__init__(reason)
        self.wait_seconds = wait_seconds


class Unusable(ModelUnavailable):
    """The model service sent something that makes no answer."""


class NotThere(Unusable):
    """The model service knows no such model, or nothing is at the address that was asked."""

    def __init__(self, model: str) -> None:
        super().__init__(f"the model service does not know the model {model}")


class OutOfTime(ModelUnavailable):
    """The seconds given to a call are used up."""

    def __init__(self) -> None:
        super().__init__("the model service did not answer in time")


class Resting(ModelUnavailable):
    """The model service failed several times running and is left alone for a while."""

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"the model service keeps failing; it is asked again in {max(1, round(seconds))} s"
        )


class Rejected(ModelUnavailable):
    """The model service understood the request and does not want it."""

    words: ClassVar[str] = "the model service does not accept the request"

    def __init__(self, reason: str = "") -> None:
        super().__init__(reason or self.words)


class FormatRefused(Rejected):
    """The model service does not know this way of asking for a structured answer."""

    words = "the model service cannot give the structured answer that is needed"


class PicturesRefused(Rejected):
    """The model does not take pictures, or not these."""

    words = "the model does not take the pictures that were sent"


class SteadyRefused(Rejected):
    """The model has a temperature of its own."""

    words = "the model does not take a temperature"


class ResponsesWanted(Rejected):
    """The model wants to be asked over the Responses API, at least where it is given tools."""

    words = "the model must be asked over the Responses API"


class FieldsRefused(Rejected):
    """The model service does not take back what it, or another one, sent with a tool call."""


class WordsMissing(Rejected):
    """The model service wants words beside earlier tool calls, where the model had none."""


class ThoughtsMissing(Rejected):
    """The model service wants the thoughts back that came with a tool call.

    `signed` says that it wants their signature, not the thoughts.
    """

    def __init__(self, *, signed: bool) -> None:
        super().__init__()
        self.signed = signed


class PromptFiltered(Rejected):
    """The model service's content filter stopped the question itself."""

    words = "the model service's content filter stopped the question"


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
