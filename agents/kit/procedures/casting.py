"""Reads the parts of each role, and says of those that are not known what to write instead."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError

from agents.kit.procedures.components import KINDS, Cast, Component, Function
from agents.kit.procedures.procedure import Toolbox
from agents.kit.procedures.sheet import Sheet, StateSheet
from agents.kit.procedures.wording import worded

_SEARCH = (
    "write `url`, the address of a search server the operator allowed; keys of search engines "
    "belong to that server"
)
INSTEAD = {
    "CategoryRequirementsComponent": "write a KnowledgeBaseComponent with the products in it",
    "MailComponent": "write a FunctionComponent with a tool that reads or sends mail",
    "WeatherComponent": "write a FunctionComponent with a tool that knows the weather",
    "TranslateComponent": "write a `task` that asks for the translation",
    "GoogleCalendarComponent": "write a FunctionComponent with a tool for the calendar",
    "APIComponent": "write a FunctionComponent with a tool that calls it",
}
"""Components of the original that need keys or software of their own."""

KEYS_INSTEAD = {
    ("WebSearchComponent", "engine_name"): _SEARCH,
    ("WebSearchComponent", "api"): _SEARCH,
    ("WebCrawlComponent", "name"): "write `page`, the address of the page to read",
    ("FunctionComponent", "available_functions"): (
        "write `functions` as names of tools, such as it_support.open_ticket"
    ),
}
_MODEL = {"LLM", "LLM_type"}
_IDLE = {"function_call", "response_type"}
_LEFT_OUT = "is left out"


@dataclass
class Casting:
    """Reads the parts of every role of a procedure."""

    tools: Toolbox
    casts: dict[str, dict[str, Cast]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def of(self, sheet: Sheet) -> "Casting":
        """Read them all."""
        for name, state in sheet.states.items():
            self.casts[name] = {
                role: self._cast(f"states.{name}.agent_states.{role}", parts)
                for role, parts in state.agent_states.items()
            }
            self._summaries(name, state)
        return self

    def _summaries(self, name: str, state: StateSheet) -> None:
        for role in state.summary_prompt:
            if role not in state.agent_states:
                self.warnings.append(
                    f"states.{name}.summary_prompt.{role}: nobody plays this role; {_LEFT_OUT}."
                )

    def _cast(self, where: str, parts: Mapping[str, Any]) -> Cast:
        read = ((key, self._component(f"{where}.{key}", key, v)) for key, v in parts.items())
        return {key: component for key, component in read if component is not None}

    def _component(self, where: str, key: str, value: Any) -> Component | None:
        kind = KINDS.get(key)
        if kind is None:
            self._stranger(where, key)
            return None
        refused = [name for part, name in KEYS_INSTEAD if part == key and _has(value, name)]
        for name in refused:
            self.problems.append(f"{where}.{name}: {KEYS_INSTEAD[key, name]}.")
        if refused:
            return None
        try:
            component = kind.model_validate(value)
        except ValidationError as error:
            self.problems += [f"{where}{problem}" for problem in _problems(key, error)]
            return None
        self._look_at(where, component)
        return component

    def _stranger(self, where: str, key: str) -> None:
        if key in INSTEAD:
            self.problems.append(f"{where}: cannot be done here; {INSTEAD[key]}.")
        elif key in _MODEL:
            self.warnings.append(f"{where}: {_LEFT_OUT}; the operator chooses the model.")
        else:
            known = ", ".join(get_close_matches(key, KINDS, n=1, cutoff=0.5)) or ", ".join(KINDS)
            self.warnings.append(f"{where}: no such component, {_LEFT_OUT}; there is {known}.")

    def _look_at(self, where: str, component: Component) -> None:
        for key in component.unknown:
            if key not in _IDLE:
                self.warnings.append(f"{where}.{key}: is not known here and {_LEFT_OUT}.")
        if isinstance(component, Function):
            self.problems += [
                f"{where}.functions: {problem}" for problem in self._tools(component)
            ]
        for key in ("url", "page"):
            if not getattr(component, key, "https://").startswith(("https://", "http://")):
                self.problems.append(f"{where}.{key}: write the whole address, https://….")

    def _tools(self, component: Function) -> Iterator[str]:
        own = [name.rpartition(".")[2] for name in component.functions]
        if len(set(own)) < len(own):
            yield "two of them have the same name; take one of them out."
        for name in component.functions:
            if name not in self.tools:
                near = get_close_matches(name, self.tools, n=1, cutoff=0.5)
                hint = f"did you mean {near[0]}?" if near else "write them as agent.tool."
                yield f"there is no tool {name}; {hint}"


def _has(value: Any, key: str) -> bool:
    return isinstance(value, Mapping) and key in value


def _problems(key: str, error: ValidationError) -> Iterator[str]:
    for found in error.errors(include_url=False):
        if not found["loc"]:
            first = next(iter(KINDS[key].model_fields))
            yield f": write what belongs to it under names, as in `{key}: {{{first}: …}}`."
        else:
            place = ".".join(str(part) for part in found["loc"])
            yield f".{place}: {worded(found, found['input'])}."
