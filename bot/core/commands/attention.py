"""What the bot listens to: a thread in which it is quiet, a channel's own setting."""

from bot.core.state.audit_events import tell_audit
from bot.core.state.work import Work
from bot.domain.errors import NotUnderstood
from bot.domain.operations import Attended, ChannelMode, Quieted

_NOW = {
    ChannelMode.MENTION: "In this channel I answer only when I am mentioned.",
    ChannelMode.THREAD: "In this channel I answer mentions, and follow threads I am part of.",
    ChannelMode.ALL: "In this channel I answer everything.",
}


ALONE = (
    "Here only you and I talk, so I answer everything, mentioned or not. “{verb}” is for threads "
    "and channels that several people read."
)


async def quiet(work: Work, _argument: str) -> None:
    """Take no more messages of this thread but those that mention the bot.

    Raises:
        NotUnderstood: nobody else is here, as in private or on the console.
    """
    _refuse_alone(work, "quiet")
    work.changes.do(Quieted(work.session, quiet=True, by=work.author.key))
    work.say("", "I am quiet here now, unless I am mentioned. Mention me with “listen” to end it.")


async def listen(work: Work, _argument: str) -> None:
    """Follow this thread again.

    Raises:
        NotUnderstood: nobody else is here.
    """
    _refuse_alone(work, "listen")
    work.changes.do(Quieted(work.session, quiet=False, by=work.author.key))
    work.say("", "I am listening to this thread again.")


async def set_channel(work: Work, argument: str) -> None:
    """Set what is answered in this channel; with nothing behind it, say what is.

    Raises:
        NotUnderstood: nobody else is here, or it is no setting.
    """
    _refuse_alone(work, "channel")
    thread = work.incoming.thread
    if not argument:
        now = (await work.services.sessions.attention(thread)).mode
        work.say("", f"{_NOW[now]} To change it: channel mention, thread or all.", to=work.author)
        return
    try:
        mode = ChannelMode(argument.lower())
    except ValueError as error:
        message = "“channel” takes mention, thread or all."
        raise NotUnderstood(message) from error
    work.changes.do(Attended(thread, mode, work.author.key))
    tell_audit(work, "channel", channel=thread.channel, mode=mode)
    work.say("", _NOW[mode], to=work.author)


def _refuse_alone(work: Work, verb: str) -> None:
    if not work.incoming.shared:
        raise NotUnderstood(ALONE.format(verb=verb))
