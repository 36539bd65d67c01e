"""Decides what comes next: the state, and who speaks in it; asks the model where it must."""

from dataclasses import dataclass

from agents.kit.agent import Stage
from agents.kit.model import Purpose
from agents.kit.procedures import engine, observing, prompts
from agents.kit.procedures.asking import Asking
from agents.kit.procedures.engine import Floor
from agents.kit.procedures.position import Position
from agents.kit.procedures.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Deciding:
    """The controller of all states."""

    procedure: Procedure
    stage: Stage

    async def next(self, position: Position) -> tuple[Position, Floor] | None:
        """Who has the floor, and where that is; None when it is over."""
        first = engine.first_floor(self.procedure, position)
        if first is not None:
            return engine.entered(position), first
        relevant = self._relevant(position)
        moved = engine.moved(self.procedure, position, await self._way(position, relevant))
        if moved is None:
            return None
        if moved.state != position.state:
            self.stage.progress(f"{self.procedure.name}: from {position.state} to {moved.state}")
        first = engine.first_floor(self.procedure, moved)
        if first is not None:
            return engine.entered(moved), first
        role = await self._role(moved, relevant)
        return (
            engine.given(self.procedure, moved, role),
            engine.floor_of(self.procedure, moved.state, role),
        )

    def _relevant(self, position: Position) -> str:
        most = self.procedure.sheet.config.top_k
        return observing.shown(observing.recalled(position.memories, most))

    async def _way(self, position: Position, relevant: str) -> str:
        known = engine.known_way(self.procedure, position)
        if known is not None:
            return known
        messages = prompts.transit(self.procedure, position, relevant)
        answer = await self._asking(position).words(Purpose.JUDGE, messages)
        return engine.judged_way(self.procedure, position.state, answer)

    async def _role(self, position: Position, relevant: str) -> str:
        chance = engine.chance_for(self.stage.key, position)
        known = engine.known_role(self.procedure, position, chance)
        if known is not None:
            return known
        messages = prompts.route(self.procedure, position, relevant)
        answer = await self._asking(position).words(Purpose.JUDGE, messages)
        return engine.chosen_role(self.procedure, position.state, answer, chance)

    def _asking(self, position: Position) -> Asking:
        return Asking(self.procedure, self.stage, position.state)
