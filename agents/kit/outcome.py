"""What an agent returns: done, a question, a wish for another agent, or "not for me"."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue
from pydantic_core import to_jsonable_python

from agents.kit.values.errors import AuthorError
from agents.kit.values.objects import parts_of
from agents.kit.values.texts import MOST_STATE_CHARACTERS, within

MOST_STEPS = 6

_SLOT = re.compile(r"\{([^{}]*)\}")


@dataclass(frozen=True, slots=True)
class RecipeStep:
    """One step of a recipe: which agent does what, with which tool and arguments.

    `action` is the sentence that people read. It, and the texts among the arguments, may name
    slots in braces, as in “Register {name}”; an argument that is one slot alone keeps its type.
    `needs` are the numbers of earlier steps, the first being 1. A step that a person does has
    the agent `human` and no tool.
    """

    agent: str
    tool: str
    action: str
    arguments: Mapping[str, JsonValue] = field(default_factory=dict)
    needs: Sequence[int] = ()

    @property
    def slots(self) -> frozenset[str]:
        """The slots it names, anywhere."""
        return frozenset(name for text in self._texts for name in _SLOT.findall(text))

    @property
    def slots_within(self) -> frozenset[str]:
        """The slots it names inside a sentence, which would have a gap without their values."""
        sentences = (text for text in self._texts if _SLOT.fullmatch(text) is None)
        return frozenset(name for text in sentences for name in _SLOT.findall(text))

    def filled(self, values: Mapping[str, JsonValue]) -> "RecipeStep":
        """The step with these values in place of its slots."""
        arguments = {name: _filled(value, values) for name, value in self.arguments.items()}
        return replace(self, action=_written(self.action, values), arguments=arguments)

    @property
    def _texts(self) -> tuple[str, ...]:
        return (self.action, *_texts_in(self.arguments))


def _filled(value: Any, values: Mapping[str, JsonValue]) -> Any:
    if isinstance(value, dict):
        return {name: _filled(part, values) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(part, values) for part in value]
    if not isinstance(value, str):
        return value
    alone = _SLOT.fullmatch(value)
    return values[alone[1]] if alone else _written(value, values)


def _written(text: str, values: Mapping[str, JsonValue]) -> str:
    """A text with values in it; what stands in braces in a value stays as it is."""
    return _SLOT.sub(lambda found: str(values[found[1]]), text)


def _texts_in(value: Any) -> tuple[str, ...]:
    if isinstance(value, str):
        return (value,)
    return tuple(text for part in parts_of(value) or () for text in _texts_in(part))


HUMAN = "human"


class ToolArgument(BaseModel):
    """Which agent to call and with what; an empty name lets the router decide."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str = ""
    arguments: str = ""


class NextTool(BaseModel):
    """What should happen next; `context` helps the router when no argument is given."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    context: str = ""
    content: str = ""
    tool_argument: ToolArgument | None = None


class Suspended(BaseModel):
    """A call that waits for a secret, an approval or a fact; no tool: the agent itself waits.

    `agent` is the inner agent whose tool it is; empty for the task's own agent. `words` say
    what a fact must be about, where one about something else is there.
    """

    model_config = ConfigDict(frozen=True)

    agent: str = ""
    tool: str = ""
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    waits_for: Literal["secret", "approval", "fact"]
    name: str
    because: str = ""
    words: str = ""


class DiaryLine(BaseModel):
    """What a script keeps beside its position: a line of one of its books, by its number."""

    model_config = ConfigDict(frozen=True)

    book: str
    number: int
    body: JsonValue


class OutcomeFields(BaseModel):
    """What an agent may say, wherever it runs."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: str = ""
    interrupt: bool = False
    state: dict[str, JsonValue] | None = None
    next_tool: NextTool | None = None
    artifact: str | None = None
    rationale: str = ""
    options: tuple[str, ...] = ()
    hands_back: bool = False


class Outcome(OutcomeFields):
    """The result of one run of an agent.

    `value` is free text. `interrupt` says that the task is not complete: `next_tool` then
    names who must act, a person (`HUMAN`) or another agent. `state` comes back with the
    next run. `artifact` is a result that is not chat text. `options` are offered as buttons;
    words that are none of them still reach the agent, which says what it takes. `hands_back`
    says the message was not for this agent, `goes_on` that it waits for nobody and only wants
    another turn. `diary` are lines a script adds to its diary, kept with its `state`.
    """

    suspended: Suspended | None = None
    goes_on: bool = False
    diary: tuple[DiaryLine, ...] = Field(default=(), exclude=True)
    steps: tuple[RecipeStep, ...] = Field(default=(), exclude=True)

    @property
    def asks_human(self) -> bool:
        """True when a person must answer; an interrupt that names nobody asks a person."""
        named = self.next_tool and self.next_tool.tool_argument
        return (
            self.interrupt
            and not (self.hands_back or self.goes_on)
            and (self.next_tool is None or bool(named and named.name == HUMAN))
        )


def checked(returned: object, agent: str) -> Outcome:
    """What an agent's code returned, if it is what an agent returns; words without end are cut.

    Raises:
        AuthorError: it is something else, asks nothing, or its state cannot be kept.
    """
    if isinstance(returned, Outcome):
        if returned.asks_human and not (returned.suspended or returned.value.strip()):
            raise AuthorError(
                f"agent {agent} asks a person, but without words; give ask(…) a question"
            )
        refuse_unkept(returned.state, agent)
        value = within(returned.value)
        is_whole = value == returned.value
        return returned if is_whole else returned.model_copy(update={"value": value})
    raise AuthorError(
        f"agent {agent} returned {type(returned).__name__}, no Outcome such as done(…)"
    )


def refuse_unkept(state: Mapping[str, JsonValue] | None, agent: str) -> None:
    """Look at what is to be kept between turns.

    Raises:
        AuthorError: it cannot be written as JSON, or is longer than what is kept.
    """
    if not state:
        return
    try:
        length = len(json.dumps(to_jsonable_python(state), ensure_ascii=False))
    except (TypeError, ValueError, RecursionError) as error:
        raise AuthorError(f"agent {agent}: its state cannot be kept as JSON; {error}") from None
    if length > MOST_STATE_CHARACTERS:
        raise AuthorError(
            f"agent {agent}: its state has {length:,} characters, and at most "
            f"{MOST_STATE_CHARACTERS:,} are kept between turns; put what grows into "
            "Outcome.diary, if it is a script, or into a table with turn.records"
        )


def done(value: str, *, artifact: str | None = None, next_tool: NextTool | None = None) -> Outcome:
    """Say that the task is complete."""
    return Outcome(value=within(value), artifact=artifact, next_tool=next_tool)


def ask(
    question: str, *, state: dict[str, JsonValue] | None = None, options: tuple[str, ...] = ()
) -> Outcome:
    """Ask the user; `state` comes back with the answer.

    `options` are shown as buttons, and one that is pressed, or typed as its number or its words,
    comes back exactly as it is written here. Whatever else is typed comes as it is: “I am a
    partner” may well mean the option “partner”, and only the agent knows. It takes what it
    understands, and hands back what is no answer (`hand_back` with this `state`): that is then
    a digression, or the question is put again with its buttons.
    """
    argument = ToolArgument(name=HUMAN, arguments=question)
    return Outcome(
        value=question,
        interrupt=True,
        state=state,
        options=options,
        next_tool=NextTool(content=question, tool_argument=argument),
    )


def hand_over(
    agent: str, text: str, *, state: dict[str, JsonValue] | None = None, context: str = ""
) -> Outcome:
    """Ask another agent for help and wait for its answer; an empty name lets the router choose."""
    argument = ToolArgument(name=agent, arguments=text) if agent else None
    return Outcome(
        value=text,
        interrupt=True,
        state=state,
        next_tool=NextTool(context=context, content=text, tool_argument=argument),
    )


def hand_back(reason: str, *, state: dict[str, JsonValue] | None = None) -> Outcome:
    """Say that the message is not for this agent; its task waits, its state is kept."""
    return Outcome(interrupt=True, hands_back=True, state=state, rationale=reason)


def propose(steps: Sequence[RecipeStep]) -> Outcome:
    """Propose a plan: its steps are checked, shown, and decided by people, each for itself."""
    return Outcome(steps=tuple(steps))


def go_on(state: dict[str, JsonValue]) -> Outcome:
    """Say that the task is not finished and waits for nobody: it goes on in the next turn."""
    return Outcome(interrupt=True, goes_on=True, state=state)
