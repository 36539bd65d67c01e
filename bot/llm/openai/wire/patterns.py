"""Patterns of schemas in the few signs that every server reads; others are left out.

Servers that hold a model to a pattern make a grammar of it, and some refuse the request where
they cannot. Code checks the value all the same.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

_WRITTEN_OUT = {"d": "0-9", "w": "A-Za-z0-9_", "s": " \\t\\r\\n"}
_CONTROL = frozenset("trn")
_SPECIAL = frozenset("^$.[]()|{}*+?\\")
_SPECIAL_IN_CLASS = frozenset("[]\\^")
_LAZY = re.compile(r"[*+?}][?+]")
_PIECE = re.compile(r"\\(.)|(.)", re.DOTALL)


class _NotPlainError(Exception):
    """It has no plain form."""


@lru_cache(maxsize=512)
def plain_pattern(pattern: str) -> str:
    """The pattern with its classes written out; empty where it has no plain form."""
    if not (pattern.startswith("^") and pattern.endswith("$") and not pattern.endswith("\\$")):
        return ""
    try:
        return f"^{''.join(_written(pattern[1:-1]))}$"
    except _NotPlainError:
        return ""


def _written(inner: str) -> Iterator[str]:
    outside = inner.replace("(?:", "(") if "\\(?:" not in inner else inner
    pieces = ((piece[1], piece[2] or "") for piece in _PIECE.finditer(outside))
    before = ""
    for escaped, sign in pieces:
        if escaped:
            yield _escaped(escaped)
        elif sign == "[":
            yield _class_of(pieces)
        elif sign in "^$" or _LAZY.fullmatch(before + sign) or (before, sign) == ("(", "?"):
            raise _NotPlainError
        else:
            yield sign
        before = sign


def _escaped(sign: str) -> str:
    kind = _WRITTEN_OUT.get(sign.lower())
    if kind is not None:
        return f"[{'^' if sign.isupper() else ''}{kind}]"
    if sign in _SPECIAL or sign in _CONTROL:
        return f"\\{sign}"
    if sign.isalnum():
        raise _NotPlainError
    return sign


def _class_of(pieces: Iterator[tuple[str | None, str]]) -> str:
    """A class of characters, with a dash of its own at the end."""
    written, dash = "[", ""
    for escaped, sign in pieces:
        if escaped is None and sign == "]" and written not in {"[", "[^"}:
            return f"{written}{dash}]"
        if escaped == "-":
            dash = "-"
        elif escaped is None:
            written += sign
        else:
            written += _in_class(escaped)
    raise _NotPlainError


def _in_class(sign: str) -> str:
    if sign in _WRITTEN_OUT:
        return _WRITTEN_OUT[sign]
    if sign in _CONTROL or sign in _SPECIAL_IN_CLASS:
        return f"\\{sign}"
    if sign.isalnum():
        raise _NotPlainError
    return sign
