"""What models read in a turn beside what they are asked."""

from dataclasses import dataclass, field

from agents.kit.model import ChatMessage, Image


@dataclass(slots=True)
class Context:
    """What was said and kept before, and what is shown with the message.

    `memory` is what lies beyond the recent lines, as a text, for discreet readers and for others;
    `recalled` are the quotes in it, `backdrop` is all of it and of earlier turns that models were
    shown. `pictures` are shown in this turn alone.
    """

    past: list[ChatMessage] | None = None
    backdrop: list[ChatMessage] = field(default_factory=list)
    memory: dict[bool, str] = field(default_factory=dict)
    recalled: tuple[str, ...] = ()
    pictures: list[Image] = field(default_factory=list)
