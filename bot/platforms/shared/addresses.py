"""Addresses and calls in what is posted: which may be followed, and how the others are broken.

A link to any other place is written so that nobody's software follows it: `https[:]//a[.]b/c`.
The brackets are seen, so a person knows what was done and can undo it; an invisible character
would spoil the address for whoever copies it.
"""

import re
from collections.abc import Iterator

Hosts = frozenset[str]

_SCHEME = re.compile(r"://")
_BARE_SCHEME = re.compile(
    r"\b(mailto|tel|sms|callto|facetime|sip|skype|xmpp|slack|javascript|vbscript|data|file):"
    r"(?=[^\s\]])",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(?<!\d)\d{1,3}(?:\.\d{1,3}){3}")
# The dot of a name: something before it, and a word of letters after it that could end a host.
_DOT = re.compile(
    r"(?<=[^\s.,:;!?/\\|'\"`()<>{}\[\]=])([.\u3002\uff0e\uff61])"
    r"(?=(xn--[\w-]+|[^\W\d_]{2,})(?![^\W_]))",
    re.IGNORECASE,
)
# What usually stands after the dot of a file, and is no top-level domain.
_FILE = re.compile(
    r"bak|bat|bmp|cfg|conf|cpp|css|csv|db|docx?|eml|env|exe|gif|gz|html?|ico|ics|ini|ipynb|jar|java"
    r"|jpe?g|jsonl?|jsx?|lock|log|lua|mdx|mjs|odt|pdf|png|pptx?|pyc|rb|rtf|sql|sqlite|svg|tar|tex"
    r"|tiff?|tmp|toml|tsv|tsx?|txt|wav|webp|xlsx?|xml|ya?ml",
    re.IGNORECASE,
)
_ALL_PEOPLE = r"(?:here|channel|everyone|group)(?!\w)"
# In the middle of a word it is an address if a dot follows.
_BROADCAST = re.compile(rf"(?<!\w)@(?={_ALL_PEOPLE})|@(?={_ALL_PEOPLE}(?!\.\w))", re.IGNORECASE)
_LISTED = re.compile(
    r"https?://(?P<host>[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d{1,5})?"
    r"(?:[/?#][a-z0-9/?#\[\]@!$&'()*+,;=:._~%-]*)?",
    re.IGNORECASE | re.ASCII,
)
_IN_TEXT = re.compile(r"https?://[^\s<>\"`|\\]+", re.IGNORECASE)
_AFTER = ".,:;!?'*_~"


def inert(text: str) -> str:
    """Break every address and every call to all people; doing it twice changes nothing more."""
    text = _BARE_SCHEME.sub(r"\1[:]", quiet(text))
    text = _NUMBERS.sub(lambda found: found[0].replace(".", "[.]"), text)
    return _DOT.sub(lambda dot: dot[0] if _FILE.fullmatch(dot[2]) else f"[{dot[1]}]", text)


def quiet(text: str) -> str:
    """Break only what acts even inside code, where dots belong to names."""
    return _BROADCAST.sub("@ ", _SCHEME.sub("[:]//", text))


def is_listed(url: str, hosts: Hosts) -> bool:
    """Say whether an address leads to a listed host and to nothing stranger.

    `hosts` are in lower case; `*.example.com` stands for every host below it. A host of
    other letters than ASCII is listed by its `xn--` name only, so that look-alikes never match.
    """
    found = _LISTED.fullmatch(url)
    if not found:
        return False
    host = found["host"].lower()
    labels = host.split(".")
    above = {f"*.{'.'.join(labels[count:])}" for count in range(1, len(labels))}
    return host in hosts or not above.isdisjoint(hosts)


def listed_in(text: str, hosts: Hosts) -> Iterator[tuple[int, str]]:
    """Find the addresses of listed hosts in a text, and where each begins."""
    for found in _IN_TEXT.finditer(text):
        url = _trimmed(found[0])
        if is_listed(url, hosts):
            yield found.start(), url


def _trimmed(url: str) -> str:
    """Leave out what ends the sentence rather than the address."""
    url = url.rstrip(_AFTER)
    while url.endswith((")", "]")) and url.count(url[-1]) > url.count("(["[url[-1] == "]"]):
        url = url[:-1].rstrip(_AFTER)
    return url
