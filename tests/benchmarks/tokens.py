"""Counts the tokens of prompts, and those that no earlier prompt of the process begins with."""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from tests.benchmarks.counting import Post

if TYPE_CHECKING:
    from bpe_openai import Encoding

ENCODING = "o200k_base"
QUESTIONS = {"read", "continue"}  # the purposes of closed questions

Prompt = tuple[int | str, ...]


@dataclass(frozen=True, slots=True)
class Tokens:
    """What one request, or several, gave a model to read.

    `new` are those of the prompt that no earlier request of its kind begins with, which is what a
    server that keeps prefixes has still to read; `shapes` are those of tools and schemas.
    """

    kind: str = ""
    is_question: bool = False
    is_first: bool = False
    prompt: int = 0
    new: int = 0
    shapes: int = 0


@dataclass
class Prefixes:
    """The prompts so far, by their kind."""

    seen: dict[str, list[Prompt]] = field(default_factory=lambda: defaultdict(list))

    def count(self, post: Post) -> Tokens:
        """Count a request, and keep it."""
        purpose, agent = (post.headers[f"X-Frontdesk-{name}"] for name in ("Purpose", "Agent"))
        kind = f"{purpose} {agent}"
        prompt, earlier = _prompt(post), self.seen[kind]
        kept = max((_common(prompt, one) for one in earlier), default=0)
        counted = Tokens(
            agent,
            is_question=purpose in QUESTIONS,
            is_first=not earlier,
            prompt=len(prompt),
            new=len(prompt) - kept,
            shapes=_shapes(post),
        )
        earlier.append(prompt)
        return counted


def _prompt(post: Post) -> Prompt:
    return tuple(token for message in post.asked["messages"] for token in _message(message))


def _message(message: dict[str, object]) -> Iterator[int | str]:
    called = message.get("tool_calls")
    yield from ("<message>", str(message["role"]), "<words>")
    yield from _encoding().encode_ordinary(str(message.get("content") or ""))
    yield from _encoding().encode_ordinary(_compact(called)) if called else ()
    yield "<end>"


def _shapes(post: Post) -> int:
    given = (post.asked[name] for name in ("tools", "response_format") if name in post.asked)
    return sum(len(_encoding().encode_ordinary(_compact(shape))) for shape in given)


def _common(one: Prompt, other: Prompt) -> int:
    """How many tokens both begin with."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (a, b) in pairs if a != b), min(len(one), len(other)))


@cache
def _encoding() -> "Encoding":
    from bpe_openai import get_encoding  # noqa: PLC0415 - reads its tables for a second

    return get_encoding(ENCODING)


def _compact(shape: object) -> str:
    return json.dumps(shape, ensure_ascii=False, separators=(",", ":"))
