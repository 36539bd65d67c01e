"""Own words: what a person really wrote, as a place in an event of theirs.

Only a line of the transcript that somebody wrote to the bot can be pointed at. What is kept is
the place, never the words: they are looked up again, and are empty once the line was edited,
deleted or forgotten. What a model, a tool, a page, another person or a label says is in no such
line, so it can never become somebody's own words.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2s
from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema

from bot.domain.ids import TurnId

# Lines that cite, blocks between fences, and what stands in quotation behind a colon.
_QUOTED = re.compile(
    r"^[ \t]*(?:>|&gt;)[^\n]*"
    r"|^[ \t]*(?P<fence>```|~~~)(?:(?!(?P=fence)).)*(?:(?P=fence)|\Z)"
    r"|(?<=[:\uff1a])[ \t\n]*(?:“[^”\n]*(?:”|$)|„[^“”\n]*(?:[“”]|$)|«[^»\n]*(?:»|$)"
    r"|»[^«\n]*(?:«|$)|「[^」\n]*(?:」|$)|\"[^\"\n]*(?:\"|$)|'[^'\n]{3,}(?:'|$))",
    re.MULTILINE | re.DOTALL,
)
_LONGEST_READ = 20_000  # characters of one message; what is behind them is nobody's own words


def unquoted(text: str) -> str:
    """A text with blanks in place of what it quotes; every place in it stays where it was."""
    return _QUOTED.sub(lambda found: re.sub(r"\S", " ", found[0]), text[:_LONGEST_READ])


@dataclass(frozen=True, slots=True)
class Spoken:
    """A part of what a person wrote in one turn, and their key; `text` is what stands there.

    `check` tells whether it is still what they wrote. Read from a store, `text` is empty until
    it was looked up.
    """

    turn: TurnId
    person: str
    start: int
    end: int
    check: str
    text: str = ""

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: Any, _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Keep the place alone, so that nothing that is read can bring words with it."""
        kinds = [core_schema.str_schema()] * 2 + [core_schema.int_schema()] * 2
        place = core_schema.tuple_schema([*kinds, core_schema.str_schema()])
        return core_schema.no_info_after_validator_function(
            lambda kept: cls(*kept),
            place,
            serialization=core_schema.plain_serializer_function_ser_schema(
                lambda one: (one.turn, one.person, one.start, one.end, one.check)
            ),
        )


def part_of(whole: str, text: str, turn: TurnId, person: str) -> Spoken | None:
    """The place where a text stands in what a person wrote; None if it does not."""
    wanted = text.strip()
    start = whole.find(wanted)
    if start < 0 and len(whole) == len(whole.casefold()):
        start = whole.casefold().find(wanted.casefold())
    if start < 0 or not wanted:
        return None
    end = start + len(wanted)
    found = unquoted(whole)[start:end]
    return Spoken(turn, person, start, end, _check(whole[start:end]), found) if found else None


def narrowed(spoken: Iterable[Spoken], text: str) -> tuple[Spoken, ...]:
    """Where a text stands in words that were spoken before; empty if nowhere."""
    for one in spoken:
        start = one.text.casefold().find(text.strip().casefold())
        if start >= 0 and len(one.text) == len(one.text.casefold()) and text.strip():
            found = one.text[start : start + len(text.strip())]
            place = one.start + start
            check = _check(found)
            return (Spoken(one.turn, one.person, place, place + len(found), check, found),)
    return ()


def looked_up(
    spoken: Sequence[Spoken], written: Callable[[TurnId, str], str]
) -> tuple[Spoken, ...]:
    """The same places with what stands there now; without those that hold something else.

    `written` gives all that a person wrote in a turn.
    """
    found = []
    for one in spoken:
        whole = written(one.turn, one.person)
        if one.check == _check(whole[one.start : one.end]):
            found.append(replace(one, text=unquoted(whole)[one.start : one.end]))
    return tuple(found)


def _check(text: str) -> str:
    return blake2s(text.encode("utf-8", "replace"), digest_size=8).hexdigest()
