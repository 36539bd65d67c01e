"""The words of commands: what each takes, who may use it, and how it is found in a text.

With a slash whatever stands behind a verb is for it. As plain words a message is a command only
if all of it is one, in exactly the form given here: “reset my password” is a wish, “reset @ben”
is not.
"""

import re
from dataclasses import dataclass
from itertools import chain

from bot.language.words import is_slip_of

PERSON = r"<@!?[A-Z0-9]+(?:\|[^>]*)?>|@[\w.-]+|[UW](?=[A-Z]*\d)[A-Z0-9]{6,}"
CHANNEL = r"<#[A-Z0-9]+(?:\|[^>]*)?>|#[\w.-]+|[CDG](?=[A-Z]*\d)[A-Z0-9]{6,}"
CODE = r"[0-9A-Za-z]{5}(?:-[0-9A-Za-z]{5}){3}"
CLAUSE = "(?i:to|whether|if|who|what|not) "  # “decide to approve” is a wish
SESSION = r"[\w.%-]+(?:/[\w.%-]*){3}"


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb: what it does, in words for those who may use it, and what may stand behind it.

    `takes` is what it takes as a plain word, empty for nothing; `written` how that is shown.
    """

    name: str
    does: str
    takes: str = ""
    written: str = ""
    needed: bool = False
    admin: bool = False

    @property
    def line(self) -> str:
        """The verb as help shows it, such as it can be typed with a slash and without."""
        gap = "" if self.written.startswith((":", "[:")) else " "
        return f"- {f'{self.name}{gap}{self.written}'.strip()}: {self.does}"

    @property
    def behind(self) -> str:
        """What may stand behind it where it has a field of its own, without a colon before it."""
        return self.written.removeprefix(": ").replace("[: ", "[")


_ALL = (
    Verb("help", "what I can do, and these words"),
    Verb("agents", "who can help with what"),
    Verb("tasks", "what is open (or: status, what were we doing?)"),
    Verb("why", "what I decided last, and why"),
    Verb("requests", "what waits for a decision (or: what is waiting for me?)"),
    Verb(
        "plan",
        "make a plan for a goal, see how one stands, or cancel it",
        takes=r":\s*\S.*|(?i:show|cancel)(?: [\w.-]+)?",
        written=": <goal> | show [id] | cancel [id]",
        needed=True,
    ),
    Verb("plans", "your plans, and how many of their steps are done"),
    Verb("stop", "end what is going on (or: cancel)"),
    Verb("new", "start afresh"),
    Verb(
        "reset",
        "forget your tasks and your login here",
        takes=rf"{PERSON}|{CHANNEL}|(?i:this thread|all(?: yes)?)",
    ),
    Verb(
        "decide",
        "decide a request by its id, wherever it was asked",
        takes=rf"[\w-]+\.\d+ \S.*|(?:(?!{CLAUSE})\S+ )?(?i:approve|reject|edit|respond)\b.*",
        written="<request> approve | reject | …",
        needed=True,
    ),
    Verb(
        "link",
        "be one person on several platforms: a code to redeem on the other side",
        takes=CODE,
        written="[code]",
    ),
    Verb("links", "who you are elsewhere"),
    Verb("unlink", "end a link, by its number or here", takes=r"\d", written="[number]"),
    Verb("usage", "what you have used, today and in 30 days"),
    Verb(
        "memory",
        "what I keep of this conversation for you, and to delete lines of it",
        takes=r"(?i:delete [0-9a-f]{6})",
        written="[delete <code>]",
    ),
    Verb("forget", "delete what I keep of you; I ask first", takes="(?i:yes)"),
    Verb("quiet", "in a thread: answer only when I am mentioned"),
    Verb("listen", "in a thread: follow it again"),
    Verb(
        "sessions",
        "what is going on, with whom",
        takes=f"{PERSON}|{CHANNEL}",
        written="[@user | #channel]",
        admin=True,
    ),
    Verb(
        "show",
        "tasks, open requests and known facts, without their values",
        takes=f"{PERSON}|{SESSION}",
        written="<session> | @user",
        needed=True,
        admin=True,
    ),
    Verb(
        "pause",
        "change nothing until unpaused; answers go on",
        takes=r":\s*\S.*",
        written="[: reason]",
        admin=True,
    ),
    Verb("unpause", "go on; takes another admin than who paused, if one is known", admin=True),
    Verb("audit", "what was done last, by whom", takes=r"\d{1,3}", written="[n]", admin=True),
    Verb("admins", "who is an admin, and why", admin=True),
    Verb(
        "channel",
        "here: answer mentions only, follow threads, or answer everything",
        takes="(?i:mention|thread|all)",
        written="mention | thread | all",
        admin=True,
    ),
)
VERBS = {verb.name: verb for verb in _ALL}
RESET_OF_OTHERS = "- reset @user | #channel | this thread | all: end what they have open"

PHRASES = {
    "cancel": "stop",
    "quit": "stop",
    "exit": "stop",
    "stop it": "stop",
    "stop that": "stop",
    "stop this": "stop",
    "stop now": "stop",
    "stop everything": "stop",
    "cancel it": "stop",
    "cancel that": "stop",
    "cancel this": "stop",
    "cancel everything": "stop",
    "abort": "stop",
    "never mind": "stop",
    "nevermind": "stop",
    "forget it": "stop",
    "go back": "stop",
    "i changed my mind": "stop",
    "i've changed my mind": "stop",
    "i have changed my mind": "stop",
    "status": "tasks",
    "what were we doing": "tasks",
    "where were we": "tasks",
    "what was i doing": "tasks",
    "what's left": "tasks",
    "what's left to do": "tasks",
    "what is left to do": "tasks",
    "what is waiting for me": "requests",
    "what's waiting for me": "requests",
    "what waits for me": "requests",
    "what needs my approval": "requests",
    "what do i have to approve": "requests",
    "what do i have to decide": "requests",
    "is there anything to approve": "requests",
    "anything to approve": "requests",
    "start over": "new",
}
_PLAN_OF = re.compile(
    r"(?:(?:please|can you|could you)\s+)*(?:make|draw up|create|write)\s+(?:me\s+|us\s+)?"
    r"a\s+plan\s+(?:to|for|:)\s*(?P<goal>\S.*)",
    re.IGNORECASE,
)
_PLAN_END = re.compile(r"(?:stop|cancel|abort|end)\s+(?:the|my|this)\s+plan", re.IGNORECASE)

_SLASH = re.compile(r"^/(?:frontdesk )?", re.IGNORECASE)
_POLITE = re.compile(r"^(?:please|pls)[\s,]+|[\s,]+(?:please|pls)$")
_REPEATED = re.compile(r"\b(\w+)(?:[\s,.!?]+\1\b)+")
# “Quiet, please” may well be said to people.
_TO_US_ALONE = {"stop", "help", "tasks", "why", "requests", "agents"}
# Only what nobody is called, for a name with a slip of the fingers looks like a word with one.
_SLIPS_OF = ("stop", "cancel", "abort", "help", "status", "requests")
# Every message is looked at, and most begin like none of them.
_BEGUN_LIKE = {
    letter: tuple(word for word in _SLIPS_OF if letter in word[:2])
    for letter in {*chain.from_iterable(word[:2] for word in _SLIPS_OF)}
}

_SPLIT = re.compile(r"(\w*)(:?\s?)(.*)", re.DOTALL)


def find(text: str, *, slash: bool) -> tuple[str, str] | None:
    """Find the command a text is, and its argument; None for an ordinary message."""
    words = " ".join(text.strip().rstrip("?!.").split())
    if slash or _is_slash(words):
        return _of_slash(words.removeprefix("/frontdesk").lstrip("/ ") or "help")
    return _of_words(_SLASH.sub("", words))


def slip_of(text: str) -> str:
    """The word of a command that a text most likely is with a slip of the fingers, or empty."""
    word = text.strip().rstrip("?!.").lower()
    near = _BEGUN_LIKE.get(word[:1], ())
    return next((meant for meant in near if is_slip_of(word, meant)), "")


def heard(text: str, name: str, argument: str) -> str:
    """A command as the conversation keeps it: without the words that decide something."""
    return f"decide {argument.partition(' ')[0]} …" if name == "decide" else text


def _of_slash(words: str) -> tuple[str, str]:
    plain = PHRASES.get(words.lower(), words.lower())
    if plain in VERBS:
        return plain, ""
    first, _, rest = words.partition(" ")
    name = first.rstrip(":").lower()
    return PHRASES.get(name, name), rest.strip()


def _is_slash(words: str) -> bool:
    """Say whether plain words are a verb behind a slash, which nobody writes as anything else."""
    name = words.removeprefix("/frontdesk ").removeprefix("/").partition(" ")[0].lower()
    return words.startswith("/") and (name in VERBS or name in PHRASES)


def _plain(words: str) -> str:
    """The verb that words are, said politely or again and again; else the words themselves."""
    plain = PHRASES.get(words.lower(), words.lower())
    bare = _REPEATED.sub(r"\1", _POLITE.sub("", plain))
    meant = PHRASES.get(bare, bare)
    return meant if meant in _TO_US_ALONE else plain


def _of_words(words: str) -> tuple[str, str] | None:
    plain = _plain(words)
    if plain in VERBS and not VERBS[plain].needed:
        return plain, ""
    if (planned := _PLAN_OF.fullmatch(words)) or _PLAN_END.fullmatch(words):
        return "plan", planned["goal"] if planned else "cancel"
    name, sign, rest = _SPLIT.fullmatch(words).groups()  # type: ignore[union-attr] # matches all
    verb = VERBS.get(name.lower())
    if verb is None or not verb.takes or not sign:
        return None
    whole = f":{rest}" if ":" in sign else rest
    return (verb.name, rest.strip()) if re.fullmatch(verb.takes, whole) else None
