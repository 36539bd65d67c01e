"""A procedure that was read and checked: who plays what, state by state, and with which parts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agents.kit.agent import Agent
from agents.kit.procedures.components import Cast, Piece
from agents.kit.procedures.sheet import (
    COMPETITIVE,
    HISTORY,
    MOST_CONTRIBUTIONS,
    Controller,
    Sheet,
    StateSheet,
)
from agents.kit.tool import Tool

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
