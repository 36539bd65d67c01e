"""Whether a bare yes or no answers a request: only one that was just asked.

A card may stand open for hours while other things are talked about. “Yes” then answers those,
so it is asked what is meant; “approve”, “1” and buttons say it themselves.
"""

from collections.abc import Callable, Sequence

from bot.core.turn.transcript import Transcript
from bot.domain.messages import TranscriptLine
from bot.domain.requests import Request, RequestKind
from bot.language.lexicon import begins_verdict, is_no, is_yes


def is_bare(text: str) -> bool:
    """Say whether words are a yes or a no that may as well answer other talk."""
    return (is_yes(text) or is_no(text)) and not begins_verdict(text)


def was_just_asked(
    transcript: Transcript, request: Request, answers: Callable[[str], bool]
) -> bool:
    """Say whether nothing else was talked about with the author since a request was shown.

    `answers` says of words whether they are about the request: a verdict that was refused is.
    """
    since = _since_shown(transcript, request)
    if since is None:
        return False
    about = {line.turn for line in since if not line.by_bot and answers(line.text)}
    return all(line.turn in about for line in since)


def _since_shown(transcript: Transcript, request: Request) -> Sequence[TranscriptLine] | None:
    """The lines after the turn that showed it last; None if that is too long ago."""
    lines = [line for line in transcript.recent if _concerns(transcript, request, line)]
    if request.kind is RequestKind.LINK:  # it is asked in confidence, and so in no line
        return [line for line in lines if line.at > request.created_at]
    shown = [line.turn for line in lines if line.by_bot and request.text in line.text]
    if not shown:
        return None
    last = max(n for n, line in enumerate(lines) if line.turn == shown[-1])
    return lines[last + 1 :]


def _concerns(transcript: Transcript, request: Request, line: TranscriptLine) -> bool:
    """Say whether a line is talk with the author, or where others asked, of the thread."""
    if line.source or (line.private and line.to != transcript.author.key):
        return False
    is_theirs = transcript.author.key in {line.speaker, line.to}
    return is_theirs or request.asked != transcript.author
