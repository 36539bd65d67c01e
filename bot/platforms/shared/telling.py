"""What a card must tell of what will run, and whether its text does so exactly.

    an action   name: value                         two blanks before each
    a plan      1. agent: tool                      and three before each of its arguments

A line is as good as its value if it is the only one of its name, and reads back as the value.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from bot.domain.untrusted import make_visible
from bot.platforms.shared.visible import meant, noted, shown

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
class Writing:
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
        return f"`{self.escape(_ACTS.sub(lambda found: noted(found[0]), shown(text)))}`"

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
            and meant(make_visible(says)) == says
            and len(self.value(make_visible(says))) <= LONGEST_VALUE
        )
        return Argument(name, argument, tuple(number for number, _line in found), is_told)
