"""What a card must tell of what will run, and whether its text does so exactly.

    an action   name: value                         two blanks before each
    a plan      1. agent: tool                      and three before each of its arguments

A line is as good as its value if it is the only one of its name, and reads back as the value.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from pydantic import JsonValue

from bot.domain.ids import RequestId
from bot.domain.requests import Request, RequestKind
from bot.domain.untrusted import make_visible
from bot.platforms.chat.render.sanitize import read_hidden, reveal_hidden, write_code_point

LONGEST_VALUE = 1_200
_ACTS = re.compile(r"`|:(?=//)|@(?=(?:here|channel|everyone|group)(?!\w))|^ | $", re.IGNORECASE)
_ACTS_IN_JSON = re.compile(r"[<>&`@]|:(?=//)")
# A step's risk stands among its arguments, but is none; an argument of that name is told nowhere.
_ARGUMENT = re.compile(r"(?: {3}(?!Risk: )| {2}(?! ))(?P<name>.*?): (?P<value>.*)")
_OF_ACTION, _OF_STEP = "  ", "   "

Lines = tuple[tuple[int, str], ...]
"""The lines of a text, with their numbers from 0 on."""


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of what will run, the numbers of its lines, and if they tell it exactly."""

    name: str
    value: JsonValue
    lines: tuple[int, ...] = ()
    is_told: bool = False


def lines_of_step(step: Mapping[str, Any], lines: Lines) -> Lines:
    """The lines that are about a step, its head among them; none if it is not to be found."""
    says = f"{step['number']}. {step['agent']}: {str(step['tool']).replace('_', ' ')}"
    heads = [at for at, line in lines if line == says or line.startswith(f"{says}, after step ")]
    if len(heads) != 1:
        return ()
    end = heads[0] + 1
    while end < len(lines) and lines[end][1].startswith(_OF_STEP):
        end += 1
    return lines[heads[0] : end]


def as_json(argument: JsonValue) -> str:
    """Write a value in ASCII, with numbers for what would act even in code."""
    return _ACTS_IN_JSON.sub(lambda char: f"\\u{ord(char[0]):04x}", json.dumps(argument))


@dataclass(frozen=True, slots=True)
class ArgumentStyle:
    """How a platform writes what is no Markdown; in code it is to format nothing.

    `escape` keeps a text within code from acting, `literal` one outside of it, `bold` is the
    sign around a title.
    """

    escape: Callable[[str], str]
    literal: Callable[[str], str]
    bold: str

    def written(self, text: str) -> list[str]:
        """Write the lines of an action: its title, its values in code, the rest as it is."""
        title, *rest = text.split("\n")
        return [self.title_of(title), *map(self.line_of, rest)]

    def title_of(self, line: str) -> str:
        """Write a line to stand out."""
        return f"{self.bold}{self.literal(line)}{self.bold}"

    def line_of(self, line: str) -> str:
        """Write a line of an action; a value is written so that it can be read back."""
        if told := _ARGUMENT.fullmatch(line):
            return f"• {self.literal(told['name'])}: {self.value(told['value'])}"
        return self.literal(line.strip())

    def value(self, text: str) -> str:
        """Write a value so that it can be read back exactly, whatever it holds.

        What would act or be trimmed even in code is written as its number.
        """
        if not text:
            return "_empty_"
        inert = _ACTS.sub(lambda found: write_code_point(found[0]), reveal_hidden(text))
        return f"`{self.escape(inert)}`"

    def of_action(self, text: str, arguments: Mapping[str, JsonValue]) -> tuple[Argument, ...]:
        """The arguments of one action, as the text of its card tells them."""
        lines = tuple(enumerate(text.split("\n")))
        return tuple(
            self._argument(name, (value, str(value)), f"{_OF_ACTION}{name}: ", lines)
            for name, value in arguments.items()
            if value is not None
        )

    def of_steps(self, text: str, steps: Iterable[Mapping[str, Any]]) -> tuple[Argument, ...]:
        """The arguments of the steps of a plan; a step that stands nowhere counts as one."""
        lines = tuple(enumerate(text.split("\n")))
        return tuple(argument for step in steps for argument in self._of_step(step, lines))

    def _of_step(self, step: Mapping[str, Any], lines: Lines) -> Iterable[Argument]:
        number, of_step = step["number"], lines_of_step(step, lines)
        if not of_step:
            yield Argument(f"step {number}", f"{step['agent']}.{step['tool']}")
        for name, given in step["arguments"].items():
            if given is not None:
                is_nested = isinstance(given, dict | list)
                says = json.dumps(given, ensure_ascii=False) if is_nested else str(given)
                head = f"{_OF_STEP}{name}: "
                yield self._argument(f"step {number}, {name}", (given, says), head, of_step)

    def _argument(
        self, name: str, given: tuple[JsonValue, str], head: str, lines: Lines
    ) -> Argument:
        """Look for the one line that tells an argument so that reading it back gives the same."""
        argument, says = given
        found = [(number, line) for number, line in lines if line.startswith(head)]
        is_told = (
            [line for _at, line in found] == [head + make_visible(says)]
            and read_hidden(make_visible(says)) == says
            and len(self.value(make_visible(says))) <= LONGEST_VALUE
        )
        return Argument(name, argument, tuple(number for number, _line in found), is_told)


@dataclass(frozen=True, slots=True)
class CardView:
    """What a card shows of a request.

    `deciders` are users by their id, alone or after their platform and workspace
    (`slack/T1/U1`), and groups (`group:S1`); `needed` of them must still approve. `asked` is
    whose wish it is, where others decide. A platform says how it writes, and how much one look
    takes in.
    """

    id: RequestId
    kind: RequestKind
    text: str
    arguments: dict[str, JsonValue]
    deciders: tuple[str, ...]
    expires_at: datetime
    needed: int = 1
    asked: str = ""

    writing: ClassVar[ArgumentStyle]
    longest_line: ClassVar[int]
    longest_body: ClassVar[int]

    @classmethod
    def of(cls, request: Request) -> Self:
        """Look at a request."""
        four_eyes = request.policy == "four_eyes"
        return cls(
            id=request.id,
            kind=request.kind,
            text=request.text,
            arguments=request.subject.arguments,
            deciders=request.deciders if four_eyes else (request.asked.user,),
            expires_at=request.expires_at,
            needed=request.quorum - len(request.approvals),
            asked=request.asked.user if four_eyes else "",
        )

    @property
    def steps(self) -> tuple[dict[str, Any], ...]:
        """The steps of a plan that are to be decided, as they will run."""
        steps: Any = self.arguments.get("steps", ()) if self.kind is RequestKind.PLAN else ()
        return tuple(steps)

    @property
    def is_action(self) -> bool:
        """True if something runs when it is approved."""
        return self.kind is RequestKind.APPROVAL or bool(self.steps)

    @property
    def untold(self) -> tuple[Argument, ...]:
        """The arguments that a card of this cannot show exactly, or not all of."""
        steps, is_one = self.steps, self.kind is RequestKind.APPROVAL
        writing = self.writing
        told = (
            writing.of_action(self.text, self.arguments)
            if is_one
            else writing.of_steps(self.text, steps)
        )
        return tuple(argument for argument in told if not argument.is_told)

    @property
    def without_untold(self) -> str:
        """Its text, without the lines that do not tell an argument exactly."""
        left_out = {number for argument in self.untold for number in argument.lines}
        lines = enumerate(self.text.split("\n"))
        return "\n".join(line for number, line in lines if number not in left_out)

    @property
    def is_told(self) -> bool:
        """True if one look at the card is enough to decide."""
        lines = self.writing.written(self.text)
        fits = sum(map(len, lines)) + len(lines) <= self.longest_body
        return not self.untold and fits and max(map(len, lines)) <= self.longest_line
