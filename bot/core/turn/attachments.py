"""What comes with a message beside its words: files, pictures, lines from before.

All of it is quoted: it stands in the transcript with its source, models read it as somebody
else's words, and it never counts as said by the user, so that where it says to send something
is asked about first. Pictures are shown in their own turn and kept nowhere.
"""

from collections.abc import Iterable

from agents.kit.values.model import Image
from bot.core.redaction.typed_secrets import hide_secrets
from bot.core.state.transcript import Transcript
from bot.core.state.work import Work
from bot.domain.messages import THREAD, Attachment, Earlier
from bot.domain.untrusted import make_visible

WORDLESS = "(a file, without words)"
FILE_CHARACTERS = 8_000
ALL_CHARACTERS = 16_000
NAME_CHARACTERS = 80
MOST_FILES = 10
MOST_PICTURES = 4
PICTURE_CHARACTERS = 7_000_000  # five megabytes, as base64
MOST_EARLIER = 20
EARLIER_CHARACTERS = 4_000


async def take_in_files(work: Work) -> str:
    """Put what came with the message before it into the transcript; say what cannot be read.

    Where there is nothing else, no word and no file, return that instead: nothing was asked for.
    """
    incoming = work.incoming
    # Only once: later they would stand behind what was said meanwhile.
    if incoming.earlier and not work.transcript.recent:
        _take_earlier(work.transcript, incoming.earlier)
    problems = [problem for file in incoming.files if (problem := _take_file(work, file))]
    told = "\n".join(problems)
    if told and not (incoming.text.strip() or any(_is_read(work, f) for f in incoming.files)):
        return told
    if told:
        work.say("", told)
    return ""


def name_file(file: Attachment) -> str:
    """A file's name, as it is safe to show: a line without what hides."""
    last = " ".join(file.name.replace("\\", "/").rpartition("/")[2].split())
    return make_visible(last)[:NAME_CHARACTERS] or "file"


def _is_read(work: Work, file: Attachment) -> bool:
    return not file.problem and (work.services.sees or not file.data)


def _take_earlier(transcript: Transcript, earlier: Iterable[Earlier]) -> None:
    room, lines = EARLIER_CHARACTERS, []
    for line in reversed([*earlier][-MOST_EARLIER:]):
        text = hide_secrets(line.text)[:room]
        room -= len(text)
        lines.append((line.person, text))
    for person, text in reversed(lines):
        if text:
            transcript.hear_line(person, text, source=THREAD)


def _take_file(work: Work, file: Attachment) -> str:
    """Take a file in; return what to tell the person of one that cannot be."""
    name = name_file(file)
    if file.problem:
        return f"I could not read {name}: {file.problem}"
    if file.data:
        return _take_picture(work, file, name)
    so_far = [line for line in work.transcript.said if line.source not in {"", THREAD}]
    room = min(FILE_CHARACTERS, ALL_CHARACTERS - sum(len(line.text) for line in so_far))
    if room <= 0 or len(so_far) >= MOST_FILES:
        return f"I have not read {name}: that is more than I can take in at once."
    # Masked before it is cut, or the half of a secret might be left.
    text = hide_secrets(file.text[: 4 * ALL_CHARACTERS])
    cut = f", the first {room} of them" if len(text) > room else ""
    _line(work, name, f"{name} ({len(file.text)} characters{cut}):\n{text[:room]}")
    return f"{name} is long; I have read its first {room} characters." if cut else ""


def _take_picture(work: Work, file: Attachment, name: str) -> str:
    if not work.services.sees:
        _line(work, name, f"{name} (a picture, which could not be shown)")
        return f"I cannot see pictures here, so I go by your words alone: {name}."
    if len(work.context.pictures) >= MOST_PICTURES or len(file.data) > PICTURE_CHARACTERS:
        return f"I have not looked at {name}: it is one too many, or too large."
    work.context.pictures.append(Image(file.media_type, file.data))
    kilobytes = max(1, len(file.data) * 3 // 4 // 1000)
    _line(work, name, f"{name} (a picture of {kilobytes} kB)")
    return ""


def _line(work: Work, name: str, text: str) -> None:
    work.transcript.hear_line(work.author, text, message=work.incoming.message, source=name)
