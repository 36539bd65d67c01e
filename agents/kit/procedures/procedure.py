"""A procedure as its file has it, and as it is played once it was read and checked."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from agents.kit.agent import Agent
from agents.kit.procedures.components import Cast, Piece, Texts, WrittenPart
from agents.kit.tool import Tool

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


class Options(WrittenPart):
    """What holds for the whole procedure."""

    max_chat_history: int | None = Field(None, alias="MAX_CHAT_HISTORY", ge=2, le=1000)
    top_k: int = Field(default=0, alias="TOP_K", ge=0, le=50)
    user_names: Annotated[tuple[str, ...], BeforeValidator(_names)] = Field((), alias="User_Names")


class Controller(WrittenPart):
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


class StateSheet(WrittenPart):
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


class AgentSheet(WrittenPart):
    """One agent of the procedure, or one person: what it is called by, and what it plays."""

    style: str = ""
    roles: dict[str, str] = Field(default_factory=dict)
    person: bool = False
    question: str = ""
    options: Texts = ()


class Sheet(WrittenPart):
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


Toolbox = Mapping[str, tuple[Agent, Tool]]
"""The tools a procedure may use, by `agent.tool`, each with the agent it belongs to."""


@dataclass(frozen=True, slots=True)
class Procedure:
    """What is played: the file, its parts by state and role, and what they may reach.

    `players` are the names by state and role. `knowledge` are the pieces of knowledge bases by
    state and role. `default_history` is how many messages are shown before they are summed up,
    where the file does not say. `warnings` tell what in it is hardly meant as it is written.
    """

    sheet: Sheet
    casts: Mapping[str, Mapping[str, Cast]]
    players: Mapping[str, Mapping[str, str]]
    tools: Toolbox = field(default_factory=dict)
    knowledge: Mapping[tuple[str, str], tuple[Piece, ...]] = field(default_factory=dict)
    default_history: int = HISTORY
    warnings: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called."""
        return self.sheet.name

    @property
    def history(self) -> int:
        """How many messages are shown before they are summed up."""
        return self.sheet.config.max_chat_history or self.default_history

    @property
    def is_competitive(self) -> bool:
        """Say whether a state is kept from what was said in those before it."""
        return self.sheet.environment_type == COMPETITIVE

    def state(self, name: str) -> StateSheet:
        """The state of this name."""
        return self.sheet.states[name]

    def controller(self, state: str) -> Controller:
        """Who decides in a state."""
        return self.sheet.states[state].controller

    def most(self, state: str) -> int:
        """How much may be said in a state before it moves on."""
        return self.controller(state).max_chat_nums or MOST_CONTRIBUTIONS

    def ways(self, state: str) -> Mapping[str, str]:
        """The states that may come next, by their keys."""
        return self.sheet.relations.get(state, {})

    def roles(self, state: str) -> tuple[str, ...]:
        """The roles of a state as configured, else those that have parts there."""
        sheet = self.sheet.states[state]
        return sheet.roles or tuple(sheet.agent_states)

    def begin_role(self, state: str) -> str:
        """Who speaks first in a state."""
        return self.sheet.states[state].begin_role or self.roles(state)[0]

    def player(self, state: str, role: str) -> str:
        """Who plays a role in a state."""
        return self.players[state][role]

    def role_of(self, state: str, name: str) -> str:
        """What somebody plays in a state; empty when they are not in it."""
        played = self.players.get(state, {})
        return next((role for role, player in played.items() if player == name), "")

    def cast(self, state: str, role: str) -> Cast:
        """The parts of a role in a state."""
        return self.casts.get(state, {}).get(role, {})

    def is_person(self, name: str) -> bool:
        """Say whether somebody is played by a person."""
        agent = self.sheet.agents.get(name)
        return name in self.sheet.config.user_names or (agent is not None and agent.person)
