"""Makes one contribution: what is said, what is shown of it, and what is remembered."""

from dataclasses import dataclass

from agents.kit.agent import Stage
from agents.kit.model import ChatMessage, Purpose
from agents.kit.procedures import engine, gaps, observing, prompts
from agents.kit.procedures.acting import Acting, Waits
from agents.kit.procedures.asking import Asking
from agents.kit.procedures.components import Output
from agents.kit.procedures.engine import Action, Floor
from agents.kit.procedures.position import Memory, Position
from agents.kit.procedures.procedure import Procedure
from agents.kit.procedures.shelf import Shelf


@dataclass
class Contributing:
    """The steps of a contribution, in order: step, process, update the memories."""

    procedure: Procedure
    shelf: Shelf
    stage: Stage
    position: Position

    async def step(self, floor: Floor, returned: str | None) -> Action | Waits:
        """Let somebody speak: a person's own words, a fixed opening, or the model's.

        `returned` is what a tool that had to wait has returned by now.
        """
        is_user = self.procedure.is_person(floor.name)
        here = engine.progress(self.procedure, self.position, floor.state)
        agent_begin = engine.opens(self.procedure, self.position, floor)
        self.position = engine.stepped(self.procedure, self.position, floor)
        shown: dict[str, str] = {}
        if is_user:
            said: str | Waits = f"{floor.name}:{self.stage.text.strip()}"
        else:
            self._observe(floor)
            said = await self._say(floor, returned, shown, is_opening=agent_begin)
        if isinstance(said, Waits):
            return said
        return Action(
            response=said,
            shown=shown,
            role=floor.role,
            name=floor.name,
            state_begin=here.is_new,
            agent_begin=agent_begin,
            is_user=is_user,
        )

    def _observe(self, floor: Floor) -> None:
        if self.position.memories:
            seen = prompts.observation(self.procedure, self.position, floor.name)
            self.position = engine.observed(self.position, floor.name, seen)

    async def _say(
        self, floor: Floor, returned: str | None, shown: dict[str, str], *, is_opening: bool
    ) -> str | Waits:
        if is_opening:
            return gaps.quoted(self.procedure.state(floor.state).begin_query, self.position.shared)
        acting = Acting(
            self.procedure, self.shelf, self.stage, self.position, floor, returned, shown=shown
        )
        said = await acting.run()
        self.position = acting.position
        return said

    async def process(self, action: Action) -> Memory:
        """Show it under the speaker's own name, unless a person said it; make it a memory."""
        text = visible(self.procedure, action.role, action.response)
        if not action.is_user and text:
            self.stage.say(f"{action.name} ({action.role})", text)
        return await self.memory(
            action.role, action.name, action.response, by_person=action.is_user
        )

    async def memory(self, role: str, name: str, content: str, *, by_person: bool) -> Memory:
        """Something said, with its vector."""
        vector = dict(await self.shelf.embed(content))
        return Memory(role=role, name=name, content=content, vector=vector, by_person=by_person)

    async def update_memory(self, memory: Memory, floor: Floor) -> None:
        """Remember it; now and then sum up for all, and for a speaker who missed too much."""
        before = self.position
        self.position = engine.remembered(before, memory)
        if self.position.told % self.procedure.history == 0:
            await self._sum_up(floor)
        # A person reads the conversation itself.
        if not memory.by_person:
            await self._catch_up(before, floor)

    async def _sum_up(self, floor: Floor) -> None:
        messages = prompts.summary(self.procedure, self.position)
        text = await self._summary(floor, messages)
        self.position = self.position.with_(summary=text)

    async def _catch_up(self, before: Position, floor: Floor) -> None:
        """Sum up what somebody had not seen, if it was much: they will not be shown it again."""
        memories = observing.scope(self.procedure, before)
        new = observing.unseen(memories, floor.name, self.procedure.history)
        if len(new) < self.procedure.history:
            return
        messages = prompts.own_summary(self.procedure, self.position, floor, new)
        text = await self._summary(floor, messages)
        own = self.position.own(floor.name).model_copy(update={"summary": text})
        self.position = self.position.with_own(floor.name, own)

    async def _summary(self, floor: Floor, messages: tuple[ChatMessage, ...]) -> str:
        asking = Asking(self.procedure, self.stage, floor.state)
        return await asking.words(Purpose.SUMMARISE, messages)


def visible(procedure: Procedure, role: str, text: str) -> str:
    """What a role said, without the tag it was to be put into."""
    casts = (casts.get(role, {}) for casts in procedure.casts.values())
    parts = (part for cast in casts for part in cast.values())
    tags = (part.output for part in parts if isinstance(part, Output))
    inside = (engine.within(text, tag) for tag in tags)
    return next(filter(None, inside), text).strip()
