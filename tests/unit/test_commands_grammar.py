"""Commands that take something: exactly their form is one, and an ordinary sentence never is."""

import pytest

from bot.core.commands.grammar import find_command

WISHES = [
    *("reset my password", "reset the router please", "reset all my accounts", "reset watchlist"),
    *("reset WARRANTY", "reset ben", "reset this", "reset this thread for me", "resets all"),
    *("show me my balance", "show balance", "show", "show all", "show my sessions", "show 12"),
    *("pause my subscription", "pause for a moment", "pause it: now please", "unpause the music"),
    *("audit the books", "audit twelve", "audit 12345", "audits 12", "audit 12 of them"),
    *("channel my inner poet", "channel all hands", "channels", "channel loud"),
    *("sessions are fun", "sessions of today", "sessions 12", "admins of the workspace"),
    *("forget about it", "forget my card", "forget yesterday", "forget no", "usage of my card"),
    *("quiet please", "listen to me", "listen, I need help", "be quiet", "unpaused"),
]
COMMANDS = {
    "usage": ("usage", ""),
    "Forget": ("forget", ""),
    "forget yes": ("forget", "yes"),
    "Forget YES!": ("forget", "YES"),
    "quiet": ("quiet", ""),
    "listen.": ("listen", ""),
    "sessions": ("sessions", ""),
    "sessions <@U123|ann>": ("sessions", "<@U123|ann>"),
    "sessions <#C123|general>": ("sessions", "<#C123|general>"),
    "sessions #general": ("sessions", "#general"),
    "show <@U123ABC4>": ("show", "<@U123ABC4>"),
    "show <@!815>": ("show", "<@!815>"),
    "show U123ABC": ("show", "U123ABC"),
    "show @ben": ("show", "@ben"),
    "show slack/T1/C1/1.0": ("show", "slack/T1/C1/1.0"),
    "reset": ("reset", ""),
    "reset @ben": ("reset", "@ben"),
    "reset this thread": ("reset", "this thread"),
    "reset all": ("reset", "all"),
    "reset all yes": ("reset", "all yes"),
    "reset <#C1>": ("reset", "<#C1>"),
    "pause": ("pause", ""),
    "pause: an incident": ("pause", "an incident"),
    "unpause": ("unpause", ""),
    "audit": ("audit", ""),
    "audit 20": ("audit", "20"),
    "admins": ("admins", ""),
    "channel": ("channel", ""),
    "channel Mention": ("channel", "Mention"),
    "/frontdesk audit 20": ("audit", "20"),
}


@pytest.mark.parametrize("words", WISHES)
def test_an_ordinary_sentence_is_no_command(words: str):
    assert find_command(words, slash=False) is None


@pytest.mark.parametrize(("words", "found"), COMMANDS.items())
def test_exactly_its_form_is_one(words: str, found: tuple[str, str]):
    assert find_command(words, slash=False) == found


@pytest.mark.parametrize(
    ("written", "found"),
    [
        ("/frontdesk pause the bank is down", ("pause", "the bank is down")),
        ("/frontdesk show ben", ("show", "ben")),
        ("/frontdesk SESSIONS <@U1>", ("sessions", "<@U1>")),
        ("/frontdesk reset my password", ("reset", "my password")),
        ("/audit  20", ("audit", "20")),
    ],
)
def test_with_a_slash_all_that_follows_is_for_the_verb(written: str, found: tuple[str, str]):
    assert find_command(written, slash=True) == found
