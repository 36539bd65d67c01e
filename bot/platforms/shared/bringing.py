"""What is brought from elsewhere: read like a text file, somebody's words and never an order."""

from bot.domain.messages import Attachment

FORWARDED = "the forwarded message"
UNREADABLE = "I can read words, text files and images, not this kind."


def forwarded(text: str, *, has_files: bool) -> tuple[Attachment, ...]:
    """A forwarded message as a file; one with neither words nor files cannot be read."""
    if text.strip():
        return (Attachment(FORWARDED, text=text),)
    return () if has_files else (Attachment(FORWARDED, problem=UNREADABLE),)
