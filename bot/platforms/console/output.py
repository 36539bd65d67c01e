"""Ours to theirs: replies and progress become lines, for people or as JSON."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from bot.domain.messages import Button, Reply, ReplyKind, Thread
from bot.platforms.chat.render.sanitize import reveal_hidden

BY_RULES = "No model is configured: I answer by simple rules. Set OPENAI_API_KEY for a real one."
_DIM, _PLAIN = "\x1b[2m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of a turn, or of a copy that started none."""

    thread: Thread
    reply_to: str
    duplicate: bool = False


@dataclass(frozen=True, slots=True)
class ConsoleProgress:
    """What the bot is doing; `number` counts within the turn."""

    thread: Thread
    reply_to: str
    number: int
    agent: str
    text: str


def reply_as_json(reply: Reply) -> str:
    """Write a reply as a line of JSON."""
    line = _head(str(reply.kind), reply.id, reply.reply_to, reply.thread)
    line |= {"agent": reply.agent} if reply.agent else {}
    line |= {"speaker": reply.speaker} if reply.speaker else {}
    line["text"] = reply.text
    if buttons := buttons_of(reply):
        line["buttons"] = [{"id": b.id, "label": b.label, "style": b.style} for b in buttons]
    if reply.fields:
        line["fields"] = [
            {"name": f.name, "label": f.label, "secret": f.secret, "value": f.value}
            for f in reply.fields
        ]
    line |= {"to": reply.to.user} if reply.to else {}
    line |= {"private": True} if reply.private else {}
    return _written(line)


def progress_as_json(doing: ConsoleProgress) -> str:
    """Write progress as a line of JSON."""
    id_ = f"{doing.reply_to}/progress-{doing.number}"
    line = _head("progress", id_, doing.reply_to, doing.thread)
    return _written({**line, "agent": doing.agent, "text": doing.text})


def end_as_json(ended: Ended, id_: str) -> str:
    """Write the end of a turn as a line of JSON."""
    line = _head("end_of_turn", id_, ended.reply_to, ended.thread)
    return _written(line | ({"duplicate": True} if ended.duplicate else {}))


def problem_as_json(text: str, id_: str, reply_to: str, thread: Thread) -> str:
    """Write what is wrong with a line as a message."""
    return _written({**_head("message", id_, reply_to, thread), "text": text})


@dataclass(frozen=True, slots=True)
class Paper:
    """How lines for people look; `colours` only on a terminal that wants them."""

    colours: bool = False

    def reply(self, reply: Reply, first_number: int = 1) -> str:
        """Write a reply, its buttons numbered from a number on."""
        parts = [self._body(reply)]
        parts += self._fields(reply)
        if choices := choices_of(reply):
            parts.append(numbered(choices, first_number))
        return "\n".join(parts)

    def progress(self, doing: ConsoleProgress) -> str:
        """Write a line of progress."""
        return self.aside(f"  … {doing.text}")

    def aside(self, text: str) -> str:
        """Write something that is not part of the conversation."""
        return f"{_DIM}{reveal_hidden(text)}{_PLAIN}" if self.colours else reveal_hidden(text)

    def _body(self, reply: Reply) -> str:
        if reply.kind is ReplyKind.ARTIFACT:
            title = f"── {reply.agent or 'result'} ──"
            return (
                f"{self.aside(title)}\n{reveal_hidden(reply.text)}\n{self.aside('─' * len(title))}"
            )
        speaker = reply.speaker or reply.agent
        name = self.aside(f"{speaker}: ") if speaker else ""
        return f"{name}{reveal_hidden(reply.text)}"

    def _fields(self, reply: Reply) -> list[str]:
        # The text of a card says what a field with a value holds.
        empty = [field.label for field in reply.fields if not field.value and not field.secret]
        return [self.aside(f"  fields: {', '.join(empty)}")] if empty else []


def choices_of(reply: Reply) -> tuple[Button, ...]:
    """The buttons a person can choose by number; a form is sent by filling it in."""
    return () if reply.kind is ReplyKind.FORM else buttons_of(reply)


def buttons_of(reply: Reply) -> tuple[Button, ...]:
    """The buttons that add something: an open question is answered here by typing."""
    is_typed = all(button.id.endswith(":respond") for button in reply.buttons)
    return () if is_typed else reply.buttons


def numbered(buttons: Sequence[Button], first_number: int = 1) -> str:
    """Write buttons as choices to type."""
    return "  ".join(
        f"[{number}] {reveal_hidden(button.label)}"
        for number, button in enumerate(buttons, first_number)
    )


def _head(kind: str, id_: str, reply_to: str, thread: Thread) -> dict[str, JsonValue]:
    return {"kind": kind, "id": id_, "reply_to": reply_to, "thread": thread.thread}


def _written(line: dict[str, JsonValue]) -> str:
    # Plain ASCII survives every encoding a pipe may have.
    return json.dumps(line, ensure_ascii=True)
