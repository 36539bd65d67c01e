"""Guard a tool call: the facts, the secrets and the approvals it needs before it runs."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pydantic import JsonValue

from agents.kit.agent import Agent
from agents.kit.outcome import Suspended
from agents.kit.ports.web import is_host_of
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.errors import ToolFailed
from agents.kit.values.person import Secret, Unmet
from bot.core.agents.agent_turn import make_turn
from bot.core.agents.injection_guard import (
    find_ambiguous,
    find_given,
    find_taken_twice,
    is_said,
    is_telling,
)
from bot.core.reading.ask import ask_reader
from bot.core.redaction.tool_redaction import explain_approval, tell_faults
from bot.core.state.work import Work
from bot.domain.messages import THREAD
from bot.domain.participant import ToolForm
from bot.domain.questions import Does, Named
from bot.domain.requests import Subject
from bot.domain.tasks import Task, blank_quotes

AGAIN = "exactly this was done a moment ago"
IN_DOUBT = "you named these where you ask something, or deny it"
REJECTED = "this was rejected before"
NOT_AGAIN = "{tool} with these values was rejected, and nobody has asked for it again since"
UNFORESEEN = "I did not read your words as asking for it"
MOST_READ = 4  # of the messages for a task, the newest
BY_RULES = "without a language model I may have misread you"


@dataclass(frozen=True, slots=True)
class ToolGuard:
    """Stands before the tools of one task's agent.

    `approved` is the digest of the one action a person approved: any other needs its own.
    """

    work: Work
    task: Task
    agent: Agent
    approved: str = ""

    async def stops(
        self,
        tool: Tool,
        arguments: Mapping[str, Any],
        shown: dict[str, JsonValue],
        secrets: Mapping[str, Secret],
    ) -> Suspended | None:
        """Say what is missing, or None if the call may run; `shown` are its arguments as JSON.

        Raises:
            ToolFailed: it cannot be done anyway, so nobody is asked to approve it.
        """
        self._leave_rejected(tool, shown)
        for fact in dict.fromkeys((*self.agent.requires, *tool.requires)):
            if fact.name not in self.work.person.facts.known:
                return Suspended(tool=tool.name, arguments=shown, waits_for="fact", name=fact.name)
        if other := await self._unmet(tool, arguments):
            wants = {"name": other.fact.name, "words": other.words}
            return Suspended(tool=tool.name, arguments=shown, waits_for="fact", **wants)
        for name in tool.secrets:
            if name not in secrets:
                return Suspended(tool=tool.name, arguments=shown, waits_for="secret", name=name)
        reason = self._unallowed(tool, arguments, shown) or await self._unforeseen(tool, shown)
        if not reason:
            return None
        if tool.check is not None:
            with tell_faults(self.agent, tool, "its check"):
                await tool.check(self._turn, arguments)
        return Suspended(
            tool=tool.name,
            arguments=shown,
            waits_for="approval",
            name=tool.name,
            because=reason,
        )

    async def _unmet(self, tool: Tool, arguments: Mapping[str, Any]) -> Unmet | None:
        """The fact that is about something else than the call names, or None."""
        if tool.unmet is None:
            return None
        with tell_faults(self.agent, tool, "its unmet"):
            return await tool.unmet(self._turn, arguments)

    def _unallowed(
        self, tool: Tool, arguments: Mapping[str, Any], shown: dict[str, JsonValue]
    ) -> str:
        """Why a person must approve, and has not; empty if nobody has to, or somebody did.

        What is done is done: its approval is used up, and who wants it again in this turn is
        asked, be it a model that goes in circles or a task for what seems to be left of a wish.
        """
        reason = self.reason(tool, arguments)
        if self._rejected_at(tool, shown) is not None:
            reason = f"{REJECTED}; {reason}" if reason else REJECTED
        if not (reason or self.work.acted.effects):
            return ""
        digest = self._digest(tool, shown)
        again = f"{AGAIN}; {reason}" if reason else AGAIN
        if (self.task.id, digest) in self.work.acted.effects:
            return again
        if self.approved == digest:
            return ""
        is_repeated = any(digest == done for _task, done in self.work.acted.effects)
        return again if is_repeated else reason

    def _leave_rejected(self, tool: Tool, shown: dict[str, JsonValue]) -> None:
        """Let nothing that was rejected come again before its person has said something new."""
        given = self._rejected_at(tool, shown)
        if given is not None and given == self._current.given:
            raise ToolFailed(NOT_AGAIN.format(tool=tool.name))

    def _rejected_at(self, tool: Tool, shown: dict[str, JsonValue]) -> int | None:
        """How much was given when somebody said no to this very action; None if nobody did."""
        action = Subject(self.agent.name, tool.name, arguments=shown).action
        return self._current.rejected.get(action)

    def _digest(self, tool: Tool, shown: dict[str, JsonValue]) -> str:
        return bind_action(self.work, self.agent, tool, shown).digest

    async def _unforeseen(self, tool: Tool, shown: dict[str, JsonValue]) -> str:
        """Why a model may not do this alone: nothing its person wrote was read as asking for it.

        What code chose from their words is theirs. A model is asked about each of their messages
        and the tools alone, so that nothing it has read since has a say in it.
        """
        task, tools = self._current, self.agent.tools
        is_plain = self.agent.is_form or self.agent.run is not None or len(tools) == 1
        is_chosen = is_plain and _is_their_wish(task)
        is_free = not tool.effect or self.approved == self._digest(tool, shown)
        if is_chosen or is_free or self.work.services.by_rules:
            return ""
        named = tuple(Named(one.name, summarise_tool(one)) for one in tools)
        for text in list(dict.fromkeys(reversed(task.own)))[:MOST_READ]:
            if await ask_reader(self.work, Does(text, named)) == tool.name:
                return ""
        return UNFORESEEN

    @property
    def _current(self) -> Task:
        return self.work.person.current(self.task)

    @property
    def _turn(self) -> Turn:
        return make_turn(self.work, self.task, self.agent)

    def reason(self, tool: Tool, arguments: Mapping[str, Any]) -> str:
        """Why a person must approve; empty if nobody has to."""
        reasons = (
            self._rule(tool, arguments),
            self._changed(tool),
            self._unsaid(tool, arguments),
            self._read_by_rules(tool),
        )
        found = [reason for reason in reasons if reason]
        return "; ".join([*found, *self.read_elsewhere(tool, arguments)] if found else [])

    def read_elsewhere(self, tool: Tool, arguments: Mapping[str, Any]) -> list[str]:
        """Name the other values that stand in a file, or in somebody else's words alone."""
        heard = self._current.own
        others = {name: value for name, value in arguments.items() if is_telling(value)}
        found = [
            f"{name}{source}"
            for name, value in others.items()
            if name not in tool.guarded and not is_said(value, heard, self.work.local_now)
            if (source := self._source(value))
        ]
        return [f"not in your own words: {', '.join(found)}"] if found else []

    def _rule(self, tool: Tool, arguments: Mapping[str, Any]) -> str:
        if why := explain_approval(self.agent, tool, arguments):
            return why
        task = self._current
        if tool.effect and task.broken:
            return "a fault stopped me before, when I had changed something for this"
        if tool.effect and task.careful:
            return "it is not what you were asked about before"
        return ""

    def _unsaid(self, tool: Tool, arguments: Mapping[str, Any]) -> str:
        """Name the destinations the user did not give, and where each was read."""
        task = self._current
        guarded = [name for name in tool.guarded if not _is_left_out(tool, name, arguments)]
        asked = {
            name: arguments[name]
            for name in guarded
            if not (
                self._is_said(arguments[name], find_given(task.own))
                or self._is_given(tool, name, arguments)
                or self._is_open(tool, arguments[name])
            )
        }
        unsaid = {n: value for n, value in asked.items() if not self._is_said(value, task.own)}
        named = [f"{name}{self._source(value)}" for name, value in unsaid.items()]
        denied = [name for name in asked if name not in unsaid]
        told = f"you did not give these yourself: {', '.join(named)}" if named else ""
        asks = f"{IN_DOUBT}: {', '.join(denied)}" if denied else ""
        several = "" if asked else self._several(tool, arguments, guarded)
        return "; ".join(filter(None, (told, asks, several)))

    def _several(self, tool: Tool, arguments: Mapping[str, Any], guarded: Sequence[str]) -> str:
        """Name what a model chose among several, and what it took one value for.

        What code has read beside its label is plain.
        """
        if not tool.effect:
            return ""
        own = self._current.own
        names = [name for name in guarded if not self._is_given(tool, name, arguments)]
        found = find_ambiguous(arguments, guarded, own, self.work.local_now)
        several = [name for name in found if name in names]
        told = f"you named more than one: {', '.join(several)}" if several else ""
        twice = find_taken_twice(arguments, names, own, self.work.local_now)
        once = f"you named one value for these: {', '.join(twice)}" if twice else ""
        return "; ".join(filter(None, (told, once)))

    def _read_by_rules(self, tool: Tool) -> str:
        """Rules understand too little to act alone: only bare answers need no second look."""
        form = ToolForm.read(self._current.state)
        is_theirs = self.work.services.by_rules and form.tool == tool.name and tool.effect
        if not is_theirs or all(slot.bare for slot in form.values.values()):
            return ""
        return BY_RULES

    def _is_said(self, value: object, texts: tuple[str, ...]) -> bool:
        return is_said(value, texts, self.work.local_now)

    def _is_given(self, tool: Tool, name: str, arguments: Mapping[str, Any]) -> bool:
        """Say whether code found this very value in what they wrote, by another name of it."""
        task = self._current
        form = ToolForm.read(task.state)
        slot = form.values.get(name)
        if slot is None or slot.offered or form.tool != tool.name:
            return False
        if slot.words not in {*find_given(task.own), *task.chosen}:
            return False
        given = tool.read({**tool.as_json(arguments), name: slot.value})
        return tool.as_json(given)[name] == tool.as_json(arguments)[name]

    def _is_open(self, tool: Tool, value: object) -> bool:
        """Say whether the operator lets agents read pages there without being told to."""
        return not tool.effect and is_host_of(str(value), self.work.services.page_hosts)

    def _source(self, value: object) -> str:
        """Say which file, or whose words, a value stands in; the newest that has it."""
        own = self.work.person.identity.key
        for line in reversed((*self.work.transcript.recent, *self.work.transcript.said)):
            quoted = line.source or line.speaker != own
            if quoted and not line.by_bot and is_said(value, (line.text,), self.work.local_now):
                who = line.speaker.rpartition("/")[2]
                is_file = line.source not in {"", THREAD}
                return f" (from {line.source})" if is_file else f" (from what {who} wrote)"
        return ""

    def _changed(self, tool: Tool) -> str:
        """Name the facts an effect rests on that are not what they were when its task began."""
        now, basis = self.work.person.facts.values, self._current.basis
        changed = [
            fact
            for fact in tool.requires
            if tool.effect and fact.name in basis and basis[fact.name] != now.get(fact.name)
        ]
        if not changed:
            return ""
        names = " and ".join(fact.label or fact.meaning for fact in changed)
        before = ", ".join(str(basis[fact.name]) for fact in changed)
        return f"{names} has changed since you began (before: {before})"


def _is_their_wish(task: Task) -> bool:
    """Say whether a task began with words of its person, not with what an agent handed over."""
    wish = blank_quotes(task.said[0]).split() if task.said else []
    return not wish or any(wish == one.split() for one in (*task.own, *task.chosen))


def _is_left_out(tool: Tool, name: str, arguments: Mapping[str, Any]) -> bool:
    """Say whether an argument is what its author gave it where nobody says anything."""
    value, field = arguments[name], tool.parameters.model_fields[name]
    is_default = not field.is_required() and value == field.get_default(call_default_factory=True)
    return value is None or value == "" or is_default


def bind_action(work: Work, agent: Agent, tool: Tool, arguments: dict[str, JsonValue]) -> Subject:
    """The exact action an approval is bound to."""
    known = work.person.facts.values
    facts = {fact.name: known.get(fact.name) for fact in tool.requires}
    who = tool.approval.who if tool.approval else ""
    return Subject(agent.name, tool.name, tool.version, arguments, who, facts)


def summarise_tool(tool: Tool) -> str:
    """The first sentence of what a tool says it does."""
    return tool.description.partition("\n")[0].partition(". ")[0].rstrip(".")
