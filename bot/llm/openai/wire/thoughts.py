"""Thoughts among a model's words: taken out of its answers, and out of what is shown meanwhile."""

import re
from collections.abc import Callable

_TAG = re.compile(r"<(/?)(?:seed:)?th(?:ink(?:ing)?|ought)>")
_CLOSING = re.compile(r"</(?:seed:)?th(?:ink(?:ing)?|ought)>|\[/THINK\]|◁/think▷")
_TAGS = ("<think>", "<thinking>", "<thought>", "<seed:think>")
# These stand at the beginning alone.
_MARKS = {"[THINK]": "[/THINK]", "◁think▷": "◁/think▷"}
_BEGINNINGS = (*_TAGS, *_MARKS)
_LONGEST = max(map(len, _BEGINNINGS)) + 1
_CHANNEL, _FINAL = "<|channel|>", "<|channel|>final<|message|>"
_CHANNEL_END = re.compile(r"<\|(?:end|return|start)\|>.*\Z", re.DOTALL)
# A tag that somebody is told about stands in quotation marks.
_QUOTES = "`\"'“«"
_PATTERN = 20  # characters between two tags of which the first is quoted: `<think>.*?</think>`
MOST_CHARACTERS = 100_000  # of one answer
_THINKER = re.compile(r"think|reason|qwq|\br1\b")
_JSON = ("{", "[")
_CALL = ("{", "[", "<", "`")
_SERVERS = (_CHANNEL, "<|start|>", "<tool_call", "<|tool_call", "<function", "[TOOL_CALLS]")


def without_thoughts(text: str) -> str:
    """The words that are meant for others; a thought without an end is all thought."""
    if "th" in text and _TAG.search(text):
        return _outside_tags(text).strip()
    begun = text[:40].lstrip()
    for mark, end in _MARKS.items():
        if begun.startswith(mark):
            return text.partition(end)[2].strip()
    if begun.startswith(_CHANNEL):
        return _CHANNEL_END.sub("", text.rpartition(_FINAL)[2] if _FINAL in text else "").strip()
    return text


def begins_within_thought(text: str) -> bool:
    """Say whether the first tag ends a thought: its beginning stood in the server's prompt."""
    tag = _TAG.search(text)
    return tag is not None and bool(tag[1]) and not text.lstrip().startswith(_JSON)


def seems_to_think(model: str) -> bool:
    """Guess by its name whether a model begins with a thought, until it has answered."""
    return _THINKER.search(model.lower()) is not None


def _outside_tags(text: str) -> str:
    kept, at, opened, told = list[str](), 0, -1, -1
    for tag in _TAG.finditer(text):
        start, is_end = tag.start(), bool(tag[1])
        if text[start - 1 : start] and text[start - 1] in _QUOTES:
            told = tag.end()
            continue
        is_pair = told >= 0 and start - told <= _PATTERN and "\n" not in text[told:start]
        if is_end and opened < 0 and is_pair:
            told = -1
            continue
        if is_end and (opened >= 0 or not text.lstrip().startswith(_JSON)):
            if opened < 0:  # all before it was thought
                kept.clear()
            at, opened = tag.end(), -1
        elif not is_end and opened < 0:
            kept.append(text[at:start])
            opened = start
    if opened < 0:
        return "".join([*kept, text[at:]])
    # Within a line it may be a word about such tags; what is shown early waits for its end.
    is_at_start = not "".join(kept).rpartition("\n")[2].strip()
    return "".join(kept if is_at_start else [*kept, text[opened:]])


class Preview:
    """Shows an answer as it grows, but for its thoughts, and for calls written as words.

    What begins like a call is not shown at all: what it was is known at its end.
    """

    def __init__(
        self, show: Callable[[str], None], *, within_thought: bool, may_call: bool
    ) -> None:
        self._show = show
        self._within_thought = within_thought
        self._may_call = may_call
        self._has_begun = False
        self._is_held = False
        self._unread = ""
        self._last = ""
        self._length = 0

    def add(self, piece: str) -> None:
        """Hear the next piece, and show what is meant for others."""
        if self._has_begun and not self._unread and not self._within_thought and "<" not in piece:
            self._say(piece)
            return
        self._unread += piece
        while self._unread and not self._is_held and self._reads_on():
            pass

    def _reads_on(self) -> bool:
        """Read as far as is sure; False where more must be heard."""
        if self._within_thought:
            return self._leaves_thought()
        return self._goes_on() if self._has_begun else self._begins()

    def _leaves_thought(self) -> bool:
        end = _CLOSING.search(self._unread)
        self._unread = self._unread[end.end() :] if end else self._unread[-_LONGEST:]
        self._within_thought = end is None
        return end is not None

    def _begins(self) -> bool:
        self._unread = self._unread.lstrip()
        if self._enters_thought(_BEGINNINGS):
            return True
        if not self._unread or _may_become(self._unread, (*_BEGINNINGS, *_SERVERS)):
            return False
        held = _SERVERS + _CALL if self._may_call else _SERVERS
        self._is_held = self._unread.startswith(held)
        self._has_begun = True
        return True

    def _goes_on(self) -> bool:
        words, bracket, rest = self._unread.partition("<")
        self._say(words)
        self._unread = bracket + rest
        if not bracket:
            return False
        if self._last not in _QUOTES or not self._last:
            if self._enters_thought(_TAGS):
                return True
            if _may_become(self._unread, _TAGS):
                return False
        self._say("<")
        self._unread = rest
        return True

    def _enters_thought(self, beginnings: tuple[str, ...]) -> bool:
        found = next((mark for mark in beginnings if self._unread.startswith(mark)), "")
        self._unread = self._unread[len(found) :]
        self._within_thought = bool(found)
        return bool(found)

    def _say(self, words: str) -> None:
        if words and self._length <= MOST_CHARACTERS:
            self._last = words[-1]
            self._length += len(words)
            self._show(words)


def _may_become(text: str, beginnings: tuple[str, ...]) -> bool:
    return any(mark.startswith(text) for mark in beginnings)
