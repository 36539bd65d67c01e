"""Read what a command is about: a person, a channel, a session, this thread, or all of it."""

import re

from bot.core.ports.oversight import Scope
from bot.core.turn.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.ids import SessionId
from bot.domain.messages import Thread

_PERSON = re.compile(r"<@!?(?P<quoted>[A-Z0-9]+)(?:\|[^>]*)?>|@?(?P<plain>[\w.-]+)")
_CHANNEL = re.compile(r"<#(?P<quoted>[A-Z0-9]+)(?:\|[^>]*)?>|#(?P<plain>[\w.-]+)")
_CHANNEL_ID = re.compile(r"[CDG](?=[A-Z]*\d)[A-Z0-9]{6,}")
_PARTS_OF_SESSION = 4


def scope_of(work: Work, target: str) -> Scope:
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
