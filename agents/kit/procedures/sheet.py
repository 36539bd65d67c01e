"""A procedure as its file has it: states, relations, agents, and how they are controlled."""

import json
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from agents.kit.procedures.components import Texts, Written

HISTORY = 10
MOST_CONTRIBUTIONS = 1000
COMPETITIVE = "competitive"


def _names(value: object) -> object:
    """Read names from a list, or from a list written as JSON in a text."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value or "[]")
    except ValueError:
        return tuple(name.strip() for name in value.split(",") if name.strip())


def _environment(value: object) -> object:
    """Know the spelling that is common in older files."""
    return COMPETITIVE if value == "competive" else value  # codespell:ignore competive


def _keys(value: object) -> object:
    """Let relations be written with plain numbers."""
    return {str(key): name for key, name in value.items()} if isinstance(value, dict) else value


class Options(Written):
    """What holds for the whole procedure."""

    max_chat_history: int | None = Field(None, alias="MAX_CHAT_HISTORY", ge=2, le=1000)
    top_k: int = Field(default=0, alias="TOP_K", ge=0, le=50)
    user_names: Annotated[tuple[str, ...], BeforeValidator(_names)] = Field((), alias="User_Names")


class Controller(Written):
    """Who decides, in one state, which state comes next and who speaks."""

    controller_type: Literal["order", "random", "rule"] = "order"
    max_chat_nums: int | None = Field(None, ge=1, le=100_000)
    judge_system_prompt: str = ""
    judge_last_prompt: str = ""
    judge_extract_words: str = Field("end", pattern=r"^[A-Za-z][\w-]*$")
    judge_words: dict[str, Texts] = Field(default_factory=dict)
    call_system_prompt: str = ""
    call_last_prompt: str = ""
    call_extract_words: str = Field("end", pattern=r"^[A-Za-z][\w-]*$")


class StateSheet(Written):
    """One state."""

    name: str = ""
    controller: Controller = Controller()
    begin_role: str = ""
    begin_query: str = ""
    environment_prompt: str = ""
    summary_prompt: dict[str, str] = Field(default_factory=dict)
    summary_system_prompt: str = ""
    roles: Texts = ()
    agent_states: dict[str, dict[str, Any]] = Field(default_factory=dict)
    model: str = ""


class AgentSheet(Written):
    """One agent of the procedure, or one person: what it is called by, and what it plays."""

    style: str = ""
    roles: dict[str, str] = Field(default_factory=dict)
    person: bool = False
    question: str = ""
    options: Texts = ()


class Sheet(Written):
    """The whole file."""

    name: str = Field("", pattern=r"^$|^[A-Za-z][A-Za-z0-9_]{0,47}$")
    description: str = ""
    introduction: str = ""
    examples: Texts = ()
    question: str = ""
    closing: str = ""
    deliver: str = ""
    config: Options = Options()
    environment_type: Annotated[
        Literal["cooperative", "competitive"], BeforeValidator(_environment)
    ] = "cooperative"
    root: str
    finish_state_name: str = "end_state"
    relations: dict[str, Annotated[dict[str, str], BeforeValidator(_keys)]]
    agents: dict[str, AgentSheet]
    states: dict[str, StateSheet]
