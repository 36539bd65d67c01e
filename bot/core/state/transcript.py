"""The transcript of a turn: what came in, what was heard and said, and the lines before it."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from agents.kit.values.model import ChatMessage, Image
from agents.kit.values.person import Person
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Summary
from bot.domain.messages import Incoming, Reply, ReplyKind, TranscriptLine
from bot.language.lexicon import denies
from bot.language.normal import is_eastern, stands_in
from bot.language.sentences import clauses

BOT = "bot"


@dataclass
class Transcript:
    """What is heard and said in one turn.

    `recent` are the newest lines before it, oldest first, and `summary` is what the lines before
    those come to. `text` are the author's words, without secrets; `joined` are the names of the
    messages that are heard together with the turn's own.
    """

    turn: TurnId
    now: datetime
    incoming: Incoming
    recent: tuple[TranscriptLine, ...]
    summary: Summary
    text: str = ""
    joined: tuple[str, ...] = ()
    said: list[TranscriptLine] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    _last: int = 0

    @property
    def author(self) -> Person:
        """Who wrote the message, or pressed the button."""
        return self.incoming.person

    @property
    def session(self) -> SessionId:
        """The session of the turn."""
        return self.incoming.thread.session

    def hear(self, text: str) -> None:
        """Put the author's words, already masked, into the transcript."""
        self.text = text
        names = (self.incoming.message, *self.joined)
        lines = text.split("\n") if self.joined else [text]
        parts = zip(lines, names, strict=True) if len(lines) == len(names) else [(text, names[0])]
        for line, name in parts:
            self.hear_line(self.author, line, message=name)

    def hear_line(self, speaker: Person, text: str, **parts: Any) -> None:
        """Put a line into the transcript that is somebody's, or quoted by them."""
        said = TranscriptLine(self.turn, speaker.key, False, text, self.now, **parts)  # noqa: FBT003 - a field
        self.said.append(said)

    def add(self, reply: Reply, own: str | None) -> None:
        """Add a reply; `own` is what of it are its agent's own words, all unless given."""
        self.replies.append(reply)
        if reply.kind is not ReplyKind.ARTIFACT:
            self._last = len(self.said)
            self.said += split_lines(reply, self.turn, self.now, own)

    def attribute_last(self, agent: str, *, private: bool) -> None:
        """Attribute the last reply to the agent whose words it begins with."""
        private = private or self.replies[-1].private
        self.replies[-1] = replace(self.replies[-1], agent=agent, private=private)
        lines = self.said[self._last :]
        self.said[self._last :] = [attribute(line, agent, private) for line in lines]

    def add_to_last(self, text: str) -> bool:
        """Add words of the bot itself to the last reply, unless something would be cut."""
        last = self.replies[-1]
        has_room = len(last.text) + len(text) <= last.kind.most_characters
        if has_room:
            self.replies[-1] = replace(last, text=last.text + text)
        return has_room


@dataclass(slots=True)
class PromptContext:
    """What was said and kept before, and what is shown with the message.

    `memory` is what lies beyond the recent lines, as a text, for discreet readers and for others;
    `recalled` are the quotes in it, `backdrop` is all of it and of earlier turns that models were
    shown. `pictures` are shown in this turn alone. `filtered` are the agents whose model's content
    filter stopped what they were asked last.
    """

    past: list[ChatMessage] | None = None
    backdrop: list[ChatMessage] = field(default_factory=list)
    memory: dict[bool, str] = field(default_factory=dict)
    recalled: tuple[str, ...] = ()
    pictures: list[Image] = field(default_factory=list)
    filtered: set[str] = field(default_factory=set)


def split_lines(
    reply: Reply, turn: TurnId, now: datetime, own: str | None
) -> list[TranscriptLine]:
    """The lines of the transcript for a reply, one for each voice."""
    to = reply.to.key if reply.to else ""
    parts = split_words(reply.spoken, reply.agent, own)
    lines = [TranscriptLine(turn, who, True, words, now, to=to) for who, words in parts]  # noqa: FBT003 - a field
    return [replace(line, private=True) for line in lines] if reply.private else lines


def attribute(line: TranscriptLine, agent: str, private: bool) -> TranscriptLine:  # noqa: FBT001 - a field
    """A line as that of another agent; what the bot says for itself stays the bot's."""
    return replace(line, speaker=BOT if line.speaker == BOT else agent, private=private)


def split_words(text: str, agent: str, own: str | None) -> list[tuple[str, str]]:
    """Who says which part; of a reply all is the agent's own, unless its own words are given.

    What the bot says for itself models do not read as words of an assistant: they repeat it.
    """
    if not agent or (own is not None and not own.strip()):
        return [(BOT, text)]
    if own is None or own not in text:
        return [(agent, text)]
    before, _, after = text.partition(own)
    around = "\n\n".join(part.strip() for part in (before, after) if part.strip())
    return [(agent, own), *([(BOT, around)] if around else [])]


def has_typed(incoming: Incoming, text: str) -> bool:
    """Say whether an event may hold words; a label that was pressed is nobody's, nor is a file."""
    if incoming.press is not None:
        return any(text in str(value) for value in incoming.press.values.values())
    return bool(incoming.text.strip())


def take_in_full(text: str, whole: str) -> str:
    """A part of a text with what denies it; empty where it begins or ends within a word.

    “pay 5” is no part of “pay 5000”, and who takes “pay 300” out of “do not pay 300” gets the
    “not”.
    """
    wanted = text.strip()
    start, end = _place(wanted, whole)
    if start < 0 or wanted == whole.strip():
        return wanted
    is_unspaced = bool(wanted) and is_eastern(wanted[0]) and is_eastern(wanted[-1])
    if not (is_unspaced or stands_in(wanted, whole)):
        return ""
    denied = [
        (begin, stop)
        for begin, stop in clauses(whole)
        if begin < end and start < stop and denies(whole[begin:stop])
    ]
    first = min([start, *(begin for begin, _stop in denied)])
    return whole[first : max([end, *(stop for _begin, stop in denied)])]


def _place(wanted: str, whole: str) -> tuple[int, int]:
    start = whole.find(wanted)
    if start < 0 and len(whole) == len(whole.casefold()):
        start = whole.casefold().find(wanted.casefold())
    return start, start + len(wanted)
