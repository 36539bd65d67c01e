"""Plays a procedure on the stage the bot gives: who is next, one contribution a turn."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.agent import Agent, Script, Stage
from agents.kit.outcome import Outcome, ask, done, go_on
from agents.kit.procedures import diary, gaps, observing, prompts, transitions
from agents.kit.procedures.components import Function, TaskPrompt, WebCrawl
from agents.kit.procedures.knowledge import Embed, EmbeddedPieces, count_words
from agents.kit.procedures.position import ProcedurePosition, WaitingSpeaker
from agents.kit.procedures.procedure import Procedure, Toolbox
from agents.kit.procedures.prompts import ModelAsker
from agents.kit.procedures.speaker import ContributionMaker, WaitingTool, visible
from agents.kit.procedures.transitions import Floor
from agents.kit.values.model import Purpose


@dataclass(frozen=True, slots=True)
class Judge:
    """The controller of all states."""

    procedure: Procedure
    stage: Stage

    async def next(self, position: ProcedurePosition) -> tuple[ProcedurePosition, Floor] | None:
        """Who has the floor, and where that is; None when it is over."""
        first = transitions.first_floor(self.procedure, position)
        if first is not None:
            return transitions.entered(position), first
        relevant = self._relevant(position)
        moved = transitions.moved(self.procedure, position, await self._way(position, relevant))
        if moved is None:
            return None
        if moved.state != position.state:
            self.stage.progress(f"{self.procedure.name}: from {position.state} to {moved.state}")
        first = transitions.first_floor(self.procedure, moved)
        if first is not None:
            return transitions.entered(moved), first
        role = await self._role(moved, relevant)
        return (
            transitions.given(self.procedure, moved, role),
            transitions.floor_of(self.procedure, moved.state, role),
        )

    def _relevant(self, position: ProcedurePosition) -> str:
        most = self.procedure.sheet.config.top_k
        return observing.shown(observing.recalled(position.memories, most))

    async def _way(self, position: ProcedurePosition, relevant: str) -> str:
        known = transitions.known_way(self.procedure, position)
        if known is not None:
            return known
        messages = prompts.transit(self.procedure, position, relevant)
        answer = await self._asking(position).words(Purpose.JUDGE, messages)
        return transitions.judged_way(self.procedure, position.state, answer)

    async def _role(self, position: ProcedurePosition, relevant: str) -> str:
        chance = transitions.chance_for(self.stage.key, position)
        known = transitions.known_role(self.procedure, position, chance)
        if known is not None:
            return known
        messages = prompts.route(self.procedure, position, relevant)
        answer = await self._asking(position).words(Purpose.JUDGE, messages)
        return transitions.chosen_role(self.procedure, position.state, answer, chance)

    def _asking(self, position: ProcedurePosition) -> ModelAsker:
        return ModelAsker(self.procedure, self.stage, position.state)


ASKED = "asked"
BEGIN = "begin"
VISITOR = "visitor"
WHO_ASKED = "The person who asked"
FILE = "attached file"


class ProcedureScript(Script):
    """A procedure as a script; everything that decides who speaks stands in its file."""

    needs_model: ClassVar[bool] = True

    def __init__(self, procedure: Procedure, embed: Embed = count_words) -> None:
        self.procedure = procedure
        self._shelf = EmbeddedPieces(procedure, embed)

    @property
    def warnings(self) -> tuple[str, ...]:
        """What in its file is hardly meant as it is written."""
        return self.procedure.warnings

    @property
    @override
    def agents(self) -> tuple[Agent, ...]:
        """The agents whose tools its roles may use."""
        used = (
            self.procedure.tools[name][0]
            for casts in self.procedure.casts.values()
            for cast in casts.values()
            for part in cast.values()
            if isinstance(part, Function)
            for name in part.functions
        )
        return tuple({agent.name: agent for agent in used}.values())

    @override
    def claims(self, state: Mapping[str, JsonValue] | None, text: str) -> bool:
        """Claim the words that decide here; nobody in a procedure hands anything back."""
        position = ProcedurePosition.read(state)
        return position is not None and transitions.is_deciding(self.procedure, position, text)

    @override
    def without(
        self, state: Mapping[str, JsonValue], words: Collection[str]
    ) -> dict[str, JsonValue]:
        """Forget a person's words, and what was summed up of them; the next step rewrites them."""
        position = ProcedurePosition.read(state)
        return dict(state) if position is None else diary.taken_back(position, words)

    @override
    async def run(self, stage: Stage) -> Outcome:
        """Let one more contribution be made."""
        await self._shelf.prepare()
        stored = ProcedurePosition.read(stage.state)
        outcome = await _Run(self.procedure, self._shelf, stage, stored).go()
        if stored is None or not outcome.interrupt:
            return outcome
        rewritten = await diary.rewritten(stage, stored)
        return outcome.model_copy(update={"diary": (*rewritten, *outcome.diary)})


@dataclass(frozen=True, slots=True)
class _Run:
    """One run: from the position of the last one to the next."""

    procedure: Procedure
    shelf: EmbeddedPieces
    stage: Stage
    stored: ProcedurePosition | None

    async def go(self) -> Outcome:
        if self.stored is None:
            return await self._begin()
        if not self._fits(self.stored):
            return done(
                f"{self.procedure.name} was changed while it was going on, and what stood at "
                f"“{self.stored.state}” is no longer there. Please start it again."
            )
        position = await diary.opened(self.procedure, self.stage, self.stored)
        if position.waiting is not None:
            return await self._answered(position, position.waiting)
        if self.stage.text.strip():
            position = await self._heard(position, VISITOR, WHO_ASKED, self.stage.text.strip())
        return await self._next(position)

    def _fits(self, position: ProcedurePosition) -> bool:
        """Say whether the file still has what a position speaks of."""
        is_known = position.state in self.procedure.sheet.states
        roles = self.procedure.roles(position.state) if is_known else ()
        return is_known and (position.waiting is None or position.waiting.role in roles)

    async def _begin(self) -> Outcome:
        sheet = self.procedure.sheet
        wish = self.stage.text.strip() or "\n".join(self.stage.said).strip()
        says_nothing = transitions.plain(wish) in {
            "",
            BEGIN,
            *map(transitions.plain, sheet.examples),
        }
        is_asked = bool(self.stage.state and self.stage.state.get(ASKED))
        if sheet.question and says_nothing and not is_asked:
            return ask(sheet.question, state={ASKED: True})
        position = transitions.beginning(self.procedure, "" if wish == BEGIN else wish)
        for text in self.stage.quoted:
            position = await self._heard(position, FILE, FILE, text)
        return await self._next(position)

    async def _heard(
        self, position: ProcedurePosition, role: str, name: str, text: str
    ) -> ProcedurePosition:
        """Let all know what somebody outside the procedure said."""
        contributing = ContributionMaker(self.procedure, self.shelf, self.stage, position)
        memory = await contributing.memory(role, name, text, by_person=True)
        return transitions.remembered(position, memory)

    async def _next(self, position: ProcedurePosition) -> Outcome:
        """Find out who has the floor, and let them speak; a person answers in a later turn."""
        found = await Judge(self.procedure, self.stage).next(position)
        if found is None:
            return await self._over(position)
        position, floor = found
        if self.procedure.is_person(floor.name):
            waiting = WaitingSpeaker(role=floor.role, whom="person")
            return self._asked(position.with_(waiting=waiting), floor)
        return await self._act(position, floor)

    async def _act(
        self, position: ProcedurePosition, floor: Floor, returned: str | None = None
    ) -> Outcome:
        position = await diary.with_own(self.stage, self.stored, position, floor.name)
        contributing = ContributionMaker(self.procedure, self.shelf, self.stage, position)
        action = await contributing.step(floor, returned)
        if isinstance(action, WaitingTool):
            waiting = WaitingSpeaker(role=floor.role, whom="tool", call=action.call)
            return self._suspended(position.with_(waiting=waiting))
        memory = await contributing.process(action)
        await contributing.update_memory(memory, floor)
        outcome = go_on({}).model_copy(update={"artifact": action.shown.get("code")})
        return self._kept(outcome, contributing.position)

    def _asked(self, position: ProcedurePosition, floor: Floor) -> Outcome:
        agent = self.procedure.sheet.agents[floor.name]
        task = self.procedure.cast(floor.state, floor.role).get("task")
        own = task.task if isinstance(task, TaskPrompt) else "What do you say?"
        question = agent.question or f"It is your turn as {floor.name} ({floor.role}). {own}"
        text = gaps.quoted(question, position.shared)
        return self._kept(ask(text, options=agent.options), position)

    async def _answered(self, position: ProcedurePosition, waiting: WaitingSpeaker) -> Outcome:
        """Go on with what a person said, or a tool returned."""
        floor = transitions.floor_of(self.procedure, position.state, waiting.role)
        said, returned = self.stage.text.strip(), self.stage.result
        if returned is None and not said:
            is_person = waiting.whom == "person"
            return self._asked(position, floor) if is_person else self._suspended(position)
        if waiting.whom == "tool" and returned is None:
            returned = f"error: this was not done; instead, the person said: {said}"
        return await self._act(position.with_(waiting=None), floor, returned)

    def _suspended(self, position: ProcedurePosition) -> Outcome:
        assert position.waiting is not None, "somebody must act first"
        return self._kept(Outcome(interrupt=True, suspended=position.waiting.call), position)

    def _kept(self, outcome: Outcome, position: ProcedurePosition) -> Outcome:
        return diary.kept(outcome, self.stored, position)

    async def _over(self, position: ProcedurePosition) -> Outcome:
        sheet = self.procedure.sheet
        words = sheet.closing or f"{sheet.name} is over, after {position.told} contributions."
        delivered = await self._delivered(position) if sheet.deliver else None
        return done(gaps.quoted(words, position.shared), artifact=delivered)

    async def _delivered(self, position: ProcedurePosition) -> str | None:
        """What is handed over in the end: a shared text, or what a role said last."""
        wanted = self.procedure.sheet.deliver
        if position.shared.get(wanted):
            return position.shared[wanted]
        memories = await diary.everything(self.stage, position)
        said = [observing.said(memory) for memory in memories if memory.role == wanted]
        return visible(self.procedure, wanted, said[-1]) if said else None


def procedure_agent(procedure: Procedure, embed: Embed = count_words) -> Agent:
    """Make an agent of a procedure; what people and the router read of it stands in its file."""
    sheet = procedure.sheet
    people = ", ".join(sheet.agents)
    return Agent(
        name=sheet.name,
        description=sheet.description or f"Plays the procedure {sheet.name}, with {people}.",
        introduction=sheet.introduction or sheet.name.replace("_", " ").capitalize(),
        examples=sheet.examples,
        pages=tuple(_pages(procedure)),
        script=ProcedureScript(procedure, embed),
    )


def _pages(procedure: Procedure) -> Iterator[str]:
    for casts in procedure.casts.values():
        for cast in casts.values():
            yield from (part.page for part in cast.values() if isinstance(part, WebCrawl))


def toolbox(agents: Iterable[Agent]) -> Toolbox:
    """The tools of agents, by `agent.tool`, as procedures name them."""
    return {f"{agent.name}.{tool.name}": (agent, tool) for agent in agents for tool in agent.tools}
