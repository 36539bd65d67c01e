"""The words of commands: what each takes, who may use it, how it is found, whom it names.

With a slash whatever stands behind a verb is for it. As plain words a message is a command only
if all of it is one, in exactly the form given here, or a phrase of the lexicon: “reset my
password” is a wish, “reset @ben” is not.
"""

import re
from dataclasses import dataclass

from bot.core.ports.admin import Scope
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.ids import SessionId
from bot.domain.messages import Incoming, Kind, Thread
from bot.language.lexicon import command_of
from bot.language.lists import is_function_word

PERSON = r"<@!?[A-Z0-9]+(?:\|[^>]*)?>|@[\w.-]+|[UW](?=[A-Z]*\d)[A-Z0-9]{6,}"
CHANNEL = r"<#[A-Z0-9]+(?:\|[^>]*)?>|#[\w.-]+|[CDG](?=[A-Z]*\d)[A-Z0-9]{6,}"
CODE = r"[0-9A-Za-z]{5}(?:-[0-9A-Za-z]{5}){3}"
ALL = "all"
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
    Verb(
        "stop",
        "end what is going on (or: cancel), or all that is open (or: cancel everything)",
        takes=f"(?i:{ALL})",
        written=f"[{ALL}]",
    ),
    Verb("new", "start afresh"),
    Verb(
        "reset",
        "forget your tasks and your login here",
        takes=rf"{PERSON}|{CHANNEL}|(?i:this thread|all(?: yes)?)",
    ),
    Verb(
        "decide",
        "decide a request by its id, wherever it was asked",
        takes=r"[\w-]+\.\d+ \S.*|(?:\S+ )?(?i:approve|reject|edit|respond)\b.*",
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

_NAMED = {"cancel": ("stop", ""), "cancel all": ("stop", ALL), "status": ("tasks", "")}
_NAMED["cancel plan"] = ("plan", "cancel")
_SLASH = re.compile(r"^/(?:frontdesk )?", re.IGNORECASE)
_SPLIT = re.compile(r"(\w*)(:?\s?)(.*)", re.DOTALL)


def find_command(text: str, *, slash: bool) -> tuple[str, str] | None:
    """Find the command a text is, and its argument; None for an ordinary message."""
    words = " ".join(text.strip().rstrip("?!.").split())
    if slash or _is_slash(words):
        return _of_slash(words.removeprefix("/frontdesk").lstrip("/ ") or "help")
    return _of_words(_SLASH.sub("", words))


def find_in(incoming: Incoming) -> tuple[str, str] | None:
    """Find the command that an event is, and its argument; None for whatever else came."""
    if incoming.kind not in {Kind.MESSAGE, Kind.COMMAND}:
        return None
    return find_command(incoming.text, slash=incoming.kind is Kind.COMMAND)


def hide_verdict(text: str, name: str, argument: str) -> str:
    """A command as the conversation keeps it: without the words that decide something."""
    return f"decide {argument.partition(' ')[0]} …" if name == "decide" else text


def _of_slash(words: str) -> tuple[str, str]:
    if whole := _whole(words):
        return whole
    first, _, rest = words.partition(" ")
    name = first.rstrip(":").lower()
    name, argument = _whole(name) or (name, "")
    return name, rest.strip() or argument


def _is_slash(words: str) -> bool:
    """Say whether plain words are a verb behind a slash, which nobody writes as anything else."""
    name = words.removeprefix("/frontdesk ").removeprefix("/").partition(" ")[0].lower()
    return words.startswith("/") and _whole(name) is not None


def _whole(words: str) -> tuple[str, str] | None:
    """The command that all the words are: a verb as it is listed, or a phrase of the lexicon."""
    if words.lower() in VERBS:
        return words.lower(), ""
    named = command_of(words)
    return _NAMED.get(named, (named, "")) if named else None


def _of_words(words: str) -> tuple[str, str] | None:
    whole = _whole(words)
    if whole and not (VERBS[whole[0]].needed and not whole[1]):
        return whole
    name, sign, rest = _SPLIT.fullmatch(words).groups()  # type: ignore[union-attr] # matches all
    verb = VERBS.get(name.lower())
    if verb is None or not verb.takes or not sign:
        return None
    if verb.name == "decide" and is_function_word(rest.lower().partition(" ")[0]):
        return None  # “decide to approve” is a wish
    whole_rest = f":{rest}" if ":" in sign else rest
    return (verb.name, rest.strip()) if re.fullmatch(verb.takes, whole_rest) else None


_PERSON = re.compile(r"<@!?(?P<quoted>[A-Z0-9]+)(?:\|[^>]*)?>|@?(?P<plain>[\w.-]+)")
_CHANNEL = re.compile(r"<#(?P<quoted>[A-Z0-9]+)(?:\|[^>]*)?>|#(?P<plain>[\w.-]+)")
_CHANNEL_ID = re.compile(r"[CDG](?=[A-Z]*\d)[A-Z0-9]{6,}")
_PARTS_OF_SESSION = 4


def read_scope(work: Work, target: str) -> Scope:
    """What a target names, always within the workspace it is said in.

    Raises:
        NotUnderstood: it names nothing there.
    """
    here = work.incoming.thread
    place = (here.platform, here.workspace)
    if target.lower() == "this thread":
        return Scope(*place, session=work.session)
    if target.lower() in {"", "all"}:
        return Scope(*place)
    if channel := _CHANNEL.fullmatch(target) or _CHANNEL_ID.fullmatch(target):
        found = channel.groupdict()
        return Scope(*place, channel=found.get("quoted") or found.get("plain") or target)
    if "/" in target:
        return Scope(*place, session=_session_of(target, here))
    if person := _PERSON.fullmatch(target):
        return Scope(*place, user=person["quoted"] or person["plain"])
    message = "I do not know whom or what you mean; write @user, #channel or a session."
    raise NotUnderstood(message)


def _session_of(target: str, here: Thread) -> SessionId:
    is_whole = target.count("/") == _PARTS_OF_SESSION - 1
    thread = Thread.of(SessionId(target)) if is_whole else here
    if not is_whole or (thread.platform, thread.workspace) != (here.platform, here.workspace):
        message = "There is no such session in this workspace; “sessions” lists them."
        raise NotUnderstood(message)
    return thread.session
