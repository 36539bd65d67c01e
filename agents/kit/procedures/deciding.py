"""Decides what comes next: the state, and who speaks in it; asks the model where it must."""

from dataclasses import dataclass
from typing import Literal

from agents.kit.agent import Stage
from agents.kit.model import JudgeBrief, Purpose
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
        brief = self._brief(
            position,
            tuple(self.procedure.ways(position.state)),
            self.procedure.controller(position.state).judge_extract_words,
            "way",
        )
        messages = prompts.transit(self.procedure, position, relevant)
        answer = await self._asking(position).words(Purpose.JUDGE, messages, brief)
        return engine.judged_way(self.procedure, position.state, answer)

    async def _role(self, position: Position, relevant: str) -> str:
        chance = engine.chance_for(self.stage.key, position)
        known = engine.known_role(self.procedure, position, chance)
        if known is not None:
            return known
        brief = self._brief(
            position,
            engine.choices(self.procedure, position.state),
            self.procedure.controller(position.state).call_extract_words,
            "speaker",
        )
        messages = prompts.route(self.procedure, position, relevant)
        answer = await self._asking(position).words(Purpose.JUDGE, messages, brief)
        return engine.chosen_role(self.procedure, position.state, answer, chance)

    def _asking(self, position: Position) -> Asking:
        return Asking(self.procedure, self.stage, position.state)

    def _brief(
        self,
        position: Position,
        choices: tuple[str, ...],
        tag: str,
        decides: Literal["way", "speaker"],
    ) -> JudgeBrief:
        said = observing.conversation(position)
        return JudgeBrief(
            choices=choices,
            tag=tag,
            spoken=engine.progress(self.procedure, position, position.state).spoken,
            roles=self.procedure.roles(position.state),
            speakers=tuple(memory.role for memory in said),
            decides=decides,
        )
