"""Everyday English: filler, vague words, and words for the same thing."""

import re
from enum import StrEnum


def _set_of(text: str) -> frozenset[str]:
    return frozenset(text.split())


FUNCTION_WORDS = _set_of(
    """
    a about after again all also am an and another any anybody anyone anything are as ask at
    back be because been before being but by can cannot can't could did do does doing don't
    done for from had has have he her here hers him his how however i i'd i'll i'm i've if im
    in into is isn't it it's its itself just later let let's like many may maybe me mine more
    most much must my myself no not nothing now of off ok okay on one only onto or other our
    ours out over own per please pls plz quick quickly rather really right same shall she
    should since so some somebody someone something soon still such sure than thank thanks
    that that's the their theirs them then there there's these they this those though thx to
    today together tomorrow tonight too until up upon us very via was way we well were what
    what's whats when which while who who's whose why will with within without won't would yes
    yesterday yet you your yours hi hello hey dear kindly currently actually basically ah oh
    um uh hmm bot going gonna got wanna both either neither each every few several else ever
    everybody everyone nobody whoever called named
    """
)
WEAK_WORDS = _set_of(
    """
    able assist check do find get give go help keep know learn look lookup make mean need
    needs new offer see show take tell try use used using want work happen wish wonder
    possible able like love forget forgot forgotten remember lost where where's last next latest
    recent previous put change
    """
)
BROAD_WORDS = _set_of(
    """
    account bank banking cash case company customer desk employee fund information internal
    issue item job list matter money name number online people person personal problem
    question request service staff stuff system team thing things user website work day week
    month year night side
    """
)
REQUEST_STARTS = _set_of(
    """
    am what what's whats how where where's when which who who's whose why is are can could do
    does did will would should may show tell give get find check look help let make need want
    wanna gimme i'd
    """
)

# Each line holds words people use for the same wish; none belongs to one agent.
_SAME = (
    "transfer send pay wire move remit",
    "price cost quote value rate worth trade",
    "stock share equity ticker",
    "authenticate login signin identify verify",
    "balance funds",
    "craft write draft compose create generate prepare produce",
    "decline reject refuse deny denial rejection refusal",
    "find locate obtain",
    "register add",
    "buy purchase order acquire",
    "cancel abort revoke",
    "book reserve schedule arrange",
    "change update modify edit alter",
    "delete remove erase",
    "weather forecast temperature",
    "holiday vacation leave",
    "employee staff worker colleague",
    "invoice bill",
    "ticket incident",
    "id identifier number",
    "sign signature",
    "letter document",
    "translate translation",
    "username user",
    "movement transaction",
    "post tweet",
)
SYNONYM_GROUPS = tuple(tuple(line.split()) for line in _SAME)

# A vague word of a topic brings up every agent of that topic, as something to offer.
TOPICS = (
    "money cash account balance payment pay finance",
    "staff employee person people colleague",
)

_SOMEBODY = r"(?:(?:me|you|him|her|us|(?:the|a) user|users)\s+)?"
_LOG_SOMEBODY = rf"\b(?:log|sign)(?:s|g?ing|g?ed)?\s+{_SOMEBODY}"

# Words that belong together and mean one thing.
PHRASES = (
    (re.compile(rf"{_LOG_SOMEBODY}(?:in|on)\b"), "login"),
    (re.compile(rf"{_LOG_SOMEBODY}(?:out|off)\b|\blog-?o(?:ut|ff)\b|\bsign-?out\b"), "logout"),
    (re.compile(r"\blet\s+me\s+in\b|\blog-?on\b|\bsign-?in\b|\blog-in\b"), "login"),
    (
        re.compile(
            r"\bhow much (?:money |cash )?(?:do i|have i|i|i've)\s*(?:have|own|got)?(?: left)?$"
        ),
        "balance",
    ),
    (
        re.compile(r"\bhow much (?:money |cash )?(?:is |do i have )?(?:left )?(?:in|on)\b"),
        "balance",
    ),
    (re.compile(r"^what (?:money )?(?:do i have|have i got)(?: left)?$"), "balance"),
    (re.compile(r"\bhow much (?:money |cash )?(?:is|have we|do we have) left$"), "balance"),
    (
        re.compile(
            r"\bwhat(?:'s| is)(?: left)? (?:in|on) my(?= (?:savings|checking|(?:bank )?account)\b)"
        ),
        "balance",
    ),
    (
        re.compile(
            r"^(?:did|has|have|was|were) (?:my|the|our) (?:last )?(?:transfer|payment|money)s?\b"
        ),
        "statement",
    ),
    (re.compile(r"\bhow much\b"), "how much"),
    (
        re.compile(
            r"\bput (?:[$€£] ?)?\d[\d.,]*k?(?: (?:dollars|bucks|euros|usd|eur))?"
            r"(?= (?:in|on|to|from [\w ]{1,30} (?:in|on)?to)\b| (?:in|on)to\b)"
        ),
        "transfer",
    ),
    (re.compile(r"\b(?:look|looks|looking) (?:up|for)\b"), "lookup"),
    (re.compile(r"\brelease notes?\b"), "release"),
    (re.compile(r"\bpress releases?\b"), "announcement"),
    (re.compile(r"\b(?:what|which) (?:day|date) (?:is|was|will)\b"), "date"),
    (re.compile(r"\bwhat (?:do i have|have i got|must i|should i)(?: to)? do\b"), "due"),
    (re.compile(r"^(?:please )?remember(?= that\b|:)"), "note"),
)

CREDENTIAL_WORDS = _set_of(
    """
    credentials kennwort login passcode passphrase passwd passwort password passwords pass pin
    pswd pwd pw user username
    """
)
HARMFUL_WORDS = _set_of(
    """
    fraud scam steal stealing hack hacking launder laundering bribe blackmail extort forge
    forgery counterfeit murder kill bomb weapon malware ransomware phish phishing illegal
    """
)


class SmallTalk(StrEnum):
    """What somebody may say without asking for anything."""

    GREETING = "greeting"
    THANKS = "thanks"
    FAREWELL = "farewell"
    IDENTITY = "identity"
    ABILITIES = "abilities"
    MOOD = "mood"
    ASSENT = "assent"


_OPENING = r"^(?:(?:hi|hello|hey|ok|okay|well|so|and|please|then)\b[\s,!.]*)*"
_ENDING = (
    r"(?:\s+(?:there|all|everyone|everybody|again|bot|you|so much|a lot|very much|please))*"
    r"(?:\W+(?:that's|that is|that was) (?:all|it|everything)(?: for (?:now|today))?)?"
    r"(?:\W+(?:thanks|thank you|bye))*\W*$"
)
_PATTERNS = (
    (
        SmallTalk.IDENTITY,
        (
            r"(?:who|what) are you\b(?! (?:able|offering|good))|are you (?:an? )?(?:\w+ )?"
            r"(?:ai|bot|chatbot|human|person|real|robot|machine|gpt|chatgpt|llm|model|offline)\b|"
            r"(?:which|what) (?:language )?(?:model|llm|ai)\b"
        ),
    ),
    (
        SmallTalk.ABILITIES,
        (
            r"what (?:else )?(?:can|could|do) (?:you|i) (?:do|offer|ask|help)\b(?! (?:if|when)\b)|"
            r"what are you (?:able|good)|how (?:can|could|do) you (?:help|work)\b|"
            r"what (?:services|tasks|agents|skills|commands|options)\b|"
            r"(?:i need |can you |could you |please )*help(?: me)?(?: out)?(?: please)?\W*$|"
            r"(?:the |your )?(?:menu|options|capabilities)\W*$"
        ),
    ),
    (SmallTalk.MOOD, r"how (?:are|is) (?:you|it|things|everything)(?: doing| going| today)*\W*$"),
    (
        SmallTalk.GREETING,
        r"(?:hi+|hello|helo|hey+|howdy|hiya|yo|greetings|start|"
        r"good (?:morning|afternoon|evening|day))" + _ENDING,
    ),
    (
        SmallTalk.THANKS,
        r"(?:many )?(?:thanks?|thx|thank you|cheers|ty|great thanks|perfect|awesome|great|cool)"
        + _ENDING,
    ),
    (
        SmallTalk.FAREWELL,
        r"(?:bye|goodbye|bye bye|see you|good night|farewell|ciao|"
        r"(?:no\W+)?(?:thanks?\W+|thank you\W+)?that(?:'s| is) (?:all|everything)"
        r"(?: for (?:now|today))?|no\W+that(?:'s| is) it)" + _ENDING,
    ),
    (SmallTalk.ASSENT, r"(?:yes|no|ok|okay|sure|fine|yep|nope|yeah)\W*$"),
)
_SMALL_TALK = tuple(
    (kind, re.compile(_OPENING + f"(?:{pattern})", re.IGNORECASE)) for kind, pattern in _PATTERNS
)


_GO_ON = re.compile(
    r"(?:(?:ok(?:ay)?|yes|yeah|well|so|and|then|now|just|please|pls|can you|could you)\b[\s,.!]*)*"
    r"(?:(?:try|do|run)\b(?:\s+(?:it|that|this))?|retry|again|once more|one more time|"
    r"go (?:on|ahead)|carry on|continue|proceed|keep going)"
    r"(?:[\s,]+(?:again|anew|once more|one more time|it|now|then|please|pls|thanks))*\W*",
    re.IGNORECASE,
)


_ORDERS = re.compile(
    r"(?:(?:hi|hello|hey|please|pls|ok|okay|so|well|and|good (?:morning|afternoon|evening))\b"
    r"(?: there)?[\s,!.]*)*(?:can|could|would|will) you\b"
)
_SHOWS = re.compile(
    r"(?:(?:please|pls|kindly|just|now|also)\b[\s,]*)*"
    r"(?:show|list|tell|display|view|see|read|look|find|check|give me)\b(?! (?:it|them) to\b)"
)
# With a number and a colon behind it, such a word begins an order: “close ticket 1: new toner”.
_ORDER_WITH_TEXT = re.compile(
    r"(?:add|archive|assign|cancel|change|close|delete|end|finish|keep|log|mark|note|open|post|"
    r"record|register|remove|rename|reopen|resolve|save|send|set|update|write)\s+\w[^:\n]{0,60}?\d[^:\n]{0,20}:\s",
    re.IGNORECASE,
)
_MANY = re.compile(r"(?:(?:all|any|the|my|our|open)\s+)*[a-z]{2,}[a-rt-z]s\W*", re.IGNORECASE)
_QUESTION = re.compile(
    r"(?:am|are|is|was|were|do|does|did|has|have|had|what|which|who|whose|when|where|why|how)\b"
)


_ALL = re.compile(
    r"(?<!\bat )(?<!\bafter )(?<!\byou )(?<!\bthat's )(?<!\bis )"
    r"\b(?:all|every|each|both|in total)\b(?! (?:right|the (?:best|time)|day)\b)",
    re.IGNORECASE,
)


def says_all(text: str) -> bool:
    """Say whether it speaks of all there is of something, rather than of one."""
    return _ALL.search(text) is not None


_COUNTS_ALL = re.compile(
    r"(?:how many|number of|count|total)\s+(?:of\s+)?(?:the\s+|our\s+|all\s+)*"
    r"(?:people|persons|employees|staff|colleagues|workers|us)"
    r"(?:\s+(?:are|do|have|work|working|we|you|employed|there|here|got|us|for|in (?:total|all)|"
    r"altogether|now|today|currently|(?:the|this) company))*\W*",
    re.IGNORECASE,
)


def counts_all(text: str) -> bool:
    """Say whether it asks how many people there are, and of no part of them."""
    return _COUNTS_ALL.fullmatch(text.strip()[:200]) is not None


def is_go_on(text: str) -> bool:
    """Say whether it only asks to go on, or to try again."""
    return _GO_ON.fullmatch(text.strip()[:200]) is not None


def asks(text: str) -> bool:
    """Say whether it asks whether, what or why, rather than to do something."""
    plain = text.strip().lower()
    return not _ORDERS.match(plain) and (plain.endswith("?") or bool(_QUESTION.match(plain)))


def shows(text: str) -> bool:
    """Say whether it orders that something be shown or looked up, and nothing else."""
    plain = _ORDERS.sub("", text.strip()[:400].lower()).strip()
    return bool(_SHOWS.match(plain))


def orders_with_text(text: str) -> bool:
    """Say whether it begins with an order about a number, and a colon before its words."""
    return _ORDER_WITH_TEXT.match(text) is not None


def names_many(text: str) -> bool:
    """Say whether it is nothing but a word for several things: “my tickets”, “reminders”."""
    return _MANY.fullmatch(text.strip()) is not None


def small_talk(text: str) -> SmallTalk | None:
    """Say which kind of small talk this is, if it is nothing else."""
    plain = text.strip()[:200]
    return next((kind for kind, pattern in _SMALL_TALK if pattern.match(plain)), None)
