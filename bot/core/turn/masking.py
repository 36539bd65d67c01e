"""Hide secrets in what people write, before anything else reads or keeps it."""

from collections.abc import Iterable

from bot.language.normal import FoundValue
from bot.language.secrets import MASK, find_secrets


def hide(text: str) -> str:
    """Return the text with a mask in place of each secret; none is kept for anybody."""
    return masked(text, find_secrets(text))


def masked(text: str, found: Iterable[FoundValue[str]]) -> str:
    """Put a mask in place of all that was found."""
    for secret in sorted(found, key=lambda one: one.start, reverse=True):
        text = f"{text[: secret.start]}{MASK}{text[secret.end :]}"
    return text
