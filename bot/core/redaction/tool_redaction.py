"""A tool that was given secrets shows none of them; faults of authors are told in short."""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from agents.kit.values.errors import AuthorError, KitError, ToolFailed
from agents.kit.values.person import Secret
from agents.kit.values.texts import MOST_FAILURE_CHARACTERS, within
from bot.domain.errors import AgentFailed, FrontdeskError
from bot.language.secrets import MASK

SHORTEST_ANYWHERE = 4  # characters of a secret that is hidden inside other words, too
_ESCAPED = r"|".join(  # what may stand right before it as JSON, Python or an address write it
    rf"(?<={escape})"
    for escape in (
        *(r"\\[nrtbfav]", r"\\x[0-9a-fA-F]{2}", r"\\u[0-9a-fA-F]{4}", r"\\U[0-9a-fA-F]{8}"),
        *(rf"%{'25' * within}[0-9a-fA-F]{{2}}" for within in range(5)),  # addresses in addresses
    )
)


def bound(secret: str, pattern: str) -> str:
    """Let what matches a secret match a short one only where no longer word or number goes on.

    Hidden inside other words too, it would be told by that: “c[secret]sh” lacks an “a”. A letter
    ends at all but letters, a digit at all but digits: “pin42” shows 42, “1420” does not.
    """
    if len(secret) >= SHORTEST_ANYWHERE:
        return pattern
    before, behind = _kind(secret[:1]), _kind(secret[-1:])
    begins = rf"(?:(?<!{before})|{_ESCAPED})" if before else ""
    return f"{begins}{pattern}{f'(?!{behind})' if behind else ''}"


def _kind(char: str) -> str:
    """What goes on with a character; a mark stands for itself."""
    if re.fullmatch(r"\d", char):
        return r"\d"
    return r"[^\W\d_]" if char.isalnum() else ""


@contextmanager
def tell_faults(agent: Agent, tool: Tool, what: str) -> Iterator[None]:
    """Take whatever it raises beside what it may for a fault: it is told, and nothing is done.

    Nobody knows then whether a person would have to be asked, or whether it could be done.
    """
    try:
        yield
    except ToolFailed as error:
        raise shorten(error) from None
    except (FrontdeskError, KitError):
        raise
    except Exception as error:
        message = f"{agent.name}.{tool.name}: {what} raised {type(error).__name__}"
        raise AgentFailed(message) from error


def shorten(error: ToolFailed) -> ToolFailed:
    """The same failure in words that somebody can read, and that can be kept in many places.

    Those that may quote a secret are veiled before: half a secret would not be known as one.
    """
    return ToolFailed(within(str(error), MOST_FAILURE_CHARACTERS), ask_again=error.ask_again)


def explain_approval(agent: Agent, tool: Tool, arguments: Mapping[str, Any]) -> str:
    """Why the rule of a tool asks for an approval of these arguments; empty if it does not.

    Raises:
        AgentFailed: the rule does not say.
    """
    rule = tool.approval
    if rule is None:
        return ""
    with tell_faults(agent, tool, f"its approval rule “{rule.because}”"):
        return rule.reason(arguments)


_RUNS = re.compile(r"(\\*)([^\\]?)", re.DOTALL)
_SHORT = {"\n": "n", "\r": "r", "\t": "t", "\b": "b", "\f": "f"}
_NAMED = {'"': "quot", "'": "apos", "&": "amp", "<": "lt", ">": "gt"}


@dataclass(frozen=True)
class SecretRedactor:
    """Hides these secrets, as they are and as JSON, Python, URLs and HTML write them.

    Those of fewer than four characters as a word or number of their own.
    """

    secrets: Mapping[str, Secret] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.secrets)

    def text(self, text: str) -> str:
        """The text with a mask in place of every secret."""
        if not self:
            return text
        left = self._writings.sub(MASK, text)
        # Where a long one is gone, what stood beside it may be a short one, now a word of its own.
        return left if left == text else self._writings.sub(MASK, left)

    def json(self, value: Any) -> JsonValue:
        """A value of any shape as JSON, with a mask in place of every secret in it."""
        return self._hidden(to_jsonable_python(value, fallback=str)) if self else value

    def failure(self, error: ToolFailed | AuthorError) -> ToolFailed | AuthorError:
        """The same failure in words that show no secret, and are not too many."""
        words = self.text(str(error))
        if isinstance(error, ToolFailed):
            return shorten(ToolFailed(words, ask_again=error.ask_again))
        return AuthorError(words)

    def _hidden(self, value: JsonValue) -> JsonValue:
        match value:
            case dict():
                return {self.text(name): self._hidden(part) for name, part in value.items()}
            case list():
                return [self._hidden(part) for part in value]
            case str():
                return self.text(value)
            case _:  # a PIN may come back as a number
                written = str(value)
                return value if self.text(written) == written else MASK

    @cached_property
    def _writings(self) -> re.Pattern[str]:
        values = {secret.reveal() for secret in self.secrets.values()} - {""}
        # A mask is left whole where a secret is part of that word.
        longest_first = sorted({*values, MASK}, key=len, reverse=True)
        return re.compile("|".join(map(_written, longest_first)))


def _written(value: str) -> str:
    return bound(value, "".join(_parts(value)))


def _parts(value: str) -> Iterator[str]:
    """Match a value however it is escaped, and each of its characters in a way of its own.

    Texts within texts double their backslashes; so any number of them counts as escaping. All
    repeats of backslashes are possessive, and begin where a run of them does, or a text of
    nothing else would take for ever.
    """
    for found in _RUNS.finditer(value):
        run, char = len(found[1]), found[2]
        if run:
            yield rf"(?:(?<!\\)\\{{{run},}}+|(?:%(?:25)*5[cC]){{{run}}})"
        if not char:
            continue
        if char.isascii() and char.isalnum():
            yield char
        else:
            plain, escaped = re.escape(char), "|".join(_escapes(char))
            # Behind backslashes of its own, those that escape the character are read already.
            either = f"{plain}|{escaped}"
            slashed = either if run else rf"{plain}|(?<!\\)\\++(?:{either})"
            yield f"(?:{slashed}|{'|'.join(_encodings(char))})"


def _escapes(char: str) -> Iterator[str]:
    """What stands for a character behind a backslash, in JSON and in Python."""
    units = char.encode("utf-16-be", "surrogatepass").hex()
    pairs = (f"u(?i:{units[at : at + 4]})" for at in range(0, len(units), 4))
    yield r"\\++".join(pairs)
    yield f"U(?i:{ord(char):08x})"
    yield f"x(?i:{ord(char):02x})"
    if char in _SHORT:
        yield _SHORT[char]


def _encodings(char: str) -> Iterator[str]:
    """What stands for a character in an address, or on a page."""
    encoded = char.encode("utf-8", "surrogatepass")
    yield f"(?i:{''.join(f'%(?:25)*{byte:02x}' for byte in encoded)})"
    yield rf"&(?:amp;)*#(?:0*{ord(char)}|[xX]0*(?i:{ord(char):x}));"
    if char in _NAMED:
        yield f"&(?:amp;)*{_NAMED[char]};"
    if char == " ":
        yield r"\+"
