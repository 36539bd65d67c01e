"""What is wrong in a procedure's file: unknown keys, wrong values, parts that there are not."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from agents.kit.procedures.components import KINDS, Cast, Component, Function, WrittenPart
from agents.kit.procedures.procedure import Sheet, StateSheet, Toolbox

_PLACEHOLDERS = {"", "API_KEY", "PROXY", "None"}
_SECRETS = {
    "API_KEY": "take it out and set OPENAI_API_KEY in the environment",
    "API_BASE": "take it out and set OPENAI_BASE_URL in the environment",
    "PROXY": "take it out and set HTTPS_PROXY in the environment",
}
_OPERATORS_MODEL = (
    "is left out; the operator chooses the model, and `model` of a state may name another"
)
_ELSEWHERE = {
    "LLM": _OPERATORS_MODEL,
    "LLM_type": _OPERATORS_MODEL,
    "temperature": _OPERATORS_MODEL,
    "API_KEY": "is left out; the key stands in the environment",
    "API_BASE": "is left out; the address stands in the environment",
    "PROXY": "is left out; the environment says which proxy there is",
    "log_path": "is left out; logs go where the operator sends them",
    "ACTIVE_MODE": "is left out; every reply is written for the conversation it belongs to",
    "GRADIO": "is left out; people meet the bot in their chat",
    "Embed_Model": "is left out; words are compared where no embeddings are configured",
    "MIN_CATEGORY_SIM": "is left out; it belonged to CategoryRequirementsComponent",
    "FETSIZE": "is left out; files are read whole",
    "active_mode": "is left out; every reply is written for the conversation it belongs to",
    "summary_last_prompt": "is left out; say it in summary_system_prompt",
    "is_user": "is left out; write `person: true`",
}


def refused(raw: Mapping[Any, Any]) -> tuple[str, ...]:
    """Secrets and addresses in the file: it is shared, so they have no place there."""
    config = raw.get("config")
    if not isinstance(config, Mapping):
        return ()
    return tuple(
        f"config.{key}: {instead}."
        for key, instead in _SECRETS.items()
        if str(config.get(key, "")) not in _PLACEHOLDERS
    )


def strangers(sheet: Sheet) -> Iterator[str]:
    """Say of each key that means nothing what became of it, and what may have been meant."""
    for where, written in _places(sheet):
        known = {field.alias or name for name, field in type(written).model_fields.items()}
        for key in written.unknown:
            yield f"{where}{key}: {_ELSEWHERE.get(key) or _unknown(key, known)}."


def _unknown(key: str, known: set[str]) -> str:
    near = get_close_matches(key, known, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"is not known here and is left out{meant}"


def _places(sheet: Sheet) -> Iterator[tuple[str, WrittenPart]]:
    yield "", sheet
    yield "config.", sheet.config
    for name, agent in sheet.agents.items():
        yield f"agents.{name}.", agent
    for name, state in sheet.states.items():
        yield f"states.{name}.", state
        yield f"states.{name}.controller.", state.controller


_PLAIN = {
    "missing": "is missing",
    "dict_type": "write names here, each with what belongs to it",
    "model_type": "write names here, each with what belongs to it",
    "model_attributes_type": "write names here, each with what belongs to it",
    "tuple_type": "write a list here",
    "string_type": "write a text here",
    "int_type": "write a whole number here",
    "int_parsing": "write a whole number here",
    "bool_type": "write true or false here",
    "bool_parsing": "write true or false here",
}
_TRUTH = "put quotes around yes, no, on and off, for bare they are no words"
_NAME = "write one short word of letters, digits and underscores that begins with a letter"


def worded(found: ErrorDetails, value: object) -> str:
    """What is wrong with a value, and what to write instead; the value itself is not told."""
    if found["type"] == "string_type" and isinstance(value, bool):
        return _TRUTH
    if found["type"] == "string_pattern_mismatch":
        return _NAME
    if found["type"] == "literal_error":
        return f"write {found['ctx']['expected']}"
    return _PLAIN.get(found["type"]) or found["msg"].removeprefix("Value error, ")


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
_MODEL_KEYS = {"LLM", "LLM_type"}
_IDLE = {"function_call", "response_type"}
_LEFT_OUT = "is left out"


@dataclass
class CastReader:
    """Reads the parts of every role of a procedure."""

    tools: Toolbox
    casts: dict[str, dict[str, Cast]] = field(default_factory=dict)
    problems: list[str] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)

    def of(self, sheet: Sheet) -> "CastReader":
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
        elif key in _MODEL_KEYS:
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
