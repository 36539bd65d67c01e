"""Recipes: plans that an author wrote, with slots that are filled in before they are laid out."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import NoneType, UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.outcome import RecipeStep
from agents.kit.tool import Tool, tool
from agents.kit.values.declaration import TEXT, Word, many, refuse_misfits, spelled
from agents.kit.values.errors import AuthorError

_WORDS: Mapping[str, Word] = {
    "name": TEXT,
    "description": TEXT,
    "slots": Word(
        "a dict of names and their types, such as {“day”: Day}",
        lambda it: isinstance(it, Mapping) and all(map(_is_name, it)),
    ),
    "steps": many(RecipeStep, "steps, each a RecipeStep(…)"),
    "examples": many(str, "texts"),
    "introduction": TEXT,
}


@spelled
@dataclass(frozen=True, slots=True)
class Recipe:
    """A plan with slots: an agent that is a form, and whose outcome is this plan.

    `slots` are names and their types, described as parameters of a tool are; one whose type
    takes None may be left out. `agent` is what a catalogue lists. What a person gives for a slot
    in their own words counts as said by them for every step it stands in.

    Raises:
        AuthorError: something is not what its word asks for, or a slot cannot be asked for.
    """

    name: str
    description: str
    slots: Mapping[str, Any]
    steps: Sequence[RecipeStep]
    examples: Sequence[str] = ()
    introduction: str = ""
    agent: Agent = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        refuse_misfits(f"recipe {self.name}", self, _WORDS)
        object.__setattr__(self, "agent", _agent_of(self))


def _agent_of(recipe: Recipe) -> Agent:
    actions = "\n".join(f"{n}. {step.action}" for n, step in enumerate(recipe.steps, start=1))
    return Agent(
        name=recipe.name,
        description=recipe.description,
        introduction=recipe.introduction,
        prompt=f"Makes a plan that people approve step by step:\n{actions}",
        tools=(_form_of(recipe),),
        examples=tuple(recipe.examples),
        steps=tuple(recipe.steps),
    )


def _form_of(recipe: Recipe) -> Tool:
    """The tool whose parameters are the slots, and whose result are the steps."""
    steps = tuple(recipe.steps)

    def lay_out(**values: JsonValue) -> tuple[RecipeStep, ...]:
        return tuple(step.filled(values) for step in steps)

    described: Callable[..., Any] = lay_out
    described.__name__ = recipe.name
    described.__doc__ = recipe.description
    described.__annotations__ = dict(recipe.slots)
    parameters = [_parameter(name, hint) for name, hint in recipe.slots.items()]
    vars(described)["__signature__"] = inspect.Signature(parameters)
    made = tool(ends_task=True)(described)
    if made.secrets or made.takes_turn or made.takes_key:
        raise AuthorError(
            f"recipe {recipe.name}: a slot is a value that is seen, no Secret and no Turn"
        )
    return made


def _parameter(name: str, hint: Any) -> inspect.Parameter:
    default = None if _may_be_none(hint) else inspect.Parameter.empty
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, annotation=hint, default=default)


def _may_be_none(hint: Any) -> bool:
    if get_origin(hint) is Annotated:
        return _may_be_none(get_args(hint)[0])
    return get_origin(hint) in {Union, UnionType} and NoneType in get_args(hint)


def _is_name(name: object) -> bool:
    return isinstance(name, str) and name.isidentifier()
