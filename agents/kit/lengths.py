"""How long what an agent hands over may be: a text without end is cut, and says so."""

MOST_SAID_CHARACTERS = 100_000  # no model says more, and no person reads more
MOST_ARTIFACT_CHARACTERS = 1_000_000

_ROOM = 40  # for the words that say what is left out


def within(text: str, most: int = MOST_SAID_CHARACTERS) -> str:
    """The text, or its beginning and how much is left out: together no more than `most`."""
    if len(text) <= most:
        return text
    kept = most - _ROOM
    return f"{text[:kept]} … ({len(text) - kept} characters left out)"
