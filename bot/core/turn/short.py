"""Where a secret of few characters is hidden: as a word or a number of its own.

Hidden inside other words too, it would be told by that: “c[secret]sh” lacks an “a”.
What is left of it inside a longer word or number cannot be told from any other part of that.
"""

import re

SHORTEST_ANYWHERE = 4  # characters of a secret that is hidden inside other words, too
_ESCAPED = r"|".join(  # what may stand right before it as JSON, Python or an address write it
    rf"(?<={escape})"
    for escape in (
        *(r"\\[nrtbfav]", r"\\x[0-9a-fA-F]{2}", r"\\u[0-9a-fA-F]{4}", r"\\U[0-9a-fA-F]{8}"),
        *(rf"%{'25' * within}[0-9a-fA-F]{{2}}" for within in range(5)),  # addresses in addresses
    )
)


def bounded(secret: str, pattern: str) -> str:
    """Let what matches a secret match a short one only where no longer word or number goes on.

    A letter ends at all but letters, a digit at all but digits: “pin42” shows 42, “1420” does not.
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
