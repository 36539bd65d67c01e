"""What comes with a message beside its words: its files, and messages forwarded with it.

What only previews a link is nothing that anybody sent.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from bot.domain.messages import Attachment
from bot.platforms.shared.attachments import forwarded
from bot.platforms.slack.inbound.reading import items, spoken, word

_NO_WORDS = "[no preview available]"


def brought(message: Mapping[str, Any]) -> tuple[Attachment, ...]:
    """The files of a message, and what is forwarded with it, with the files of that."""
    files = [*_files(items(message, "files"))]
    for shared in items(message, "attachments"):
        if shared.get("is_share") is True:
            theirs = items(shared, "files")
            files += forwarded(_words(shared, has_files=bool(theirs)), has_files=bool(theirs))
            files += _files(theirs)
    return tuple(files)


def _words(shared: Mapping[str, Any], *, has_files: bool) -> str:
    """What was written; Slack's own summary stands for it where nothing else has it."""
    text, summary = word(shared, "text"), word(shared, "fallback")
    is_told = text or has_files or summary == _NO_WORDS
    return spoken(text if is_told else summary)


def _files(given: Iterable[Mapping[str, Any]]) -> Iterator[Attachment]:
    for file in given:
        yield described(file)


def described(file: Mapping[str, Any]) -> Attachment:
    """A file as Slack describes it, or by its id alone: then it has no media type yet.

    Of a file in a channel that several organisations share, nothing else is told; see
    https://docs.slack.dev/reference/objects/file-object, “Slack Connect files”.
    """
    is_stub = word(file, "file_access") == "check_file_info"
    return Attachment(
        name=(word(file, "name") or word(file, "title") or "file")[:200],
        media_type=word(file, "mimetype") or ("" if is_stub else "application/octet-stream"),
        ref=word(file, "id"),
    )
