"""Reads and checks what a message is made of, the same for every method that posts."""

from dataclasses import dataclass, field

from tests.fakes.slack import limits
from tests.fakes.slack.blockkit import block_problems, blocks_are_too_long, metadata_error
from tests.fakes.slack.errors import SlackRefuses, refuse_with_messages
from tests.fakes.slack.record import Json


@dataclass(slots=True)
class Content:
    """What a call wants to show; None is what it did not mention."""

    text: str | None
    blocks: list[Json] | None
    attachments: list[Json] | None
    metadata: Json | None
    warnings: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to show."""
        return not self.text and not self.blocks and not self.attachments

    @property
    def response_metadata(self) -> Json:
        """What goes into the answer when the text was cut."""
        if not self.warnings:
            return {}
        messages = [f"[WARN] {warning}" for warning in self.warnings]
        return {"response_metadata": {"messages": messages, "warnings": ["message_truncated"]}}


def read_content(args: Json, *, longest: int | None = None) -> Content:
    """Check text, blocks, attachments and metadata.

    A text above `longest` is refused; without it, one above 40,000 characters is cut.
    """
    content = Content(
        _text(args), args.get("blocks"), args.get("attachments"), args.get("metadata")
    )
    if content.text is not None:
        _check_text(content, longest)
    if content.blocks is not None:
        check_blocks(content.blocks)
    if content.attachments is not None:
        _check_attachments(content.attachments)
    if content.metadata is not None:
        error = metadata_error(content.metadata)
        if error is not None:
            raise SlackRefuses(error)
    return content


def _text(args: Json) -> str | None:
    markdown = args.get("markdown_text")
    if markdown is None:
        text = args.get("text")
        return None if text is None else str(text)
    if args.get("text") or args.get("blocks"):
        raise SlackRefuses("markdown_text_conflict")
    if len(markdown) > limits.MARKDOWN:
        raise SlackRefuses("msg_too_long")
    return str(markdown)


def _check_text(content: Content, longest: int | None) -> None:
    assert content.text is not None
    if longest is not None and len(content.text) > longest:
        raise SlackRefuses("msg_too_long")
    if len(content.text) > limits.POST_TEXT:
        content.text = content.text[: limits.POST_TEXT]
        content.warnings.append(f"The text was cut at {limits.POST_TEXT} characters.")


def check_blocks(blocks: list[Json], error: str = "invalid_blocks") -> None:
    """Refuse blocks that Slack would not take in a message."""
    problems = block_problems(blocks, "message")
    if problems:
        raise refuse_with_messages(error, problems)
    if blocks_are_too_long(blocks):
        raise SlackRefuses("msg_blocks_too_long")


def _check_attachments(attachments: list[Json]) -> None:
    if not isinstance(attachments, list):
        raise SlackRefuses("invalid_attachments")
    if len(attachments) > limits.ATTACHMENTS:
        raise SlackRefuses("too_many_attachments")
    for attachment in attachments:
        if "blocks" in attachment:
            check_blocks(attachment["blocks"], "invalid_attachments")
