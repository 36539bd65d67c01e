"""One run of an agent as the rules see it: what was said, what it may use, what it knows."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from agents.kit.model import AgentBrief, ToolSpec
from bot.core.matching.english import (
    CREDENTIAL_WORDS,
    FUNCTION_WORDS,
    asks,
    is_go_on,
    names_many,
    says_all,
    shows,
)
from bot.core.matching.index import Index
from bot.core.matching.terms import Kind, stems, terms
from bot.core.matching.words import HIDDEN, cut, name_as_text
from bot.llm.offline.floor import puts_right
from bot.llm.offline.naming import NAME_WEIGHT, is_named_for, named_in, spoken_of
from bot.llm.offline.results import Result, result_of
from bot.llm.offline.routing import is_harmful
from bot.llm.offline.values.amending import amendment, amendments, unrejected
from bot.llm.offline.values.filling import Reading, fill
from bot.llm.offline.values.free_slots import Values
from bot.llm.offline.values.listing import each_alone
from bot.llm.offline.values.schema import Slot, slots
from bot.llm.offline.values.user_names import asks_for_user_name
from bot.llm.offline.words.changes import goes_against
from bot.llm.offline.words.intents import plain
from bot.llm.offline.words.templates import orders_plan
from bot.llm.offline.words.wording import SAY_GO_ON, asked_in

HAND_BACK = "hand_back"
DONE = "done"
_CONTROLS = frozenset({HAND_BACK, DONE})
_FILLED_WEIGHT = 1.5
_ANSWERED_WEIGHT = 10.0
_ALL_WEIGHT = 2.0  # whoever wants all of it names no single one
_WHOLE_WEIGHT = 0.5  # whoever names only a kind of things wants to be told of all
_ENDING_WEIGHT = 0.1
_CALENDAR = frozenset(map(stems.of, ("day", "week", "month", "year", "time")))
_ASKED_WEIGHT = 3.0  # a question is hardly a wish that something be changed


@dataclass(frozen=True, slots=True)
class Run:
    """One run of an agent."""

    agent: str
    brief: AgentBrief
    tools: tuple[ToolSpec, ...]
    index: Index

    @property
    def own_tools(self) -> tuple[ToolSpec, ...]:
        """The agent's tools, without those that steer the run."""
        return tuple(tool for tool in self.tools if not (tool.steers or tool.name in _CONTROLS))

    @property
    def newest(self) -> str:
        """The message this run is about; empty if nobody has said anything."""
        return self.brief.said[-1] if self.brief.said else ""

    @property
    def own_words(self) -> tuple[str, ...]:
        """What was said for this task, without what stands in files."""
        return self.brief.said[len(self.brief.quoted) :]

    @property
    def results(self) -> tuple[Result, ...]:
        """What the tools have answered for this task."""
        return tuple(result_of(entry) for entry in self.brief.results)

    @property
    def is_held(self) -> bool:
        """True when no value is asked for, but whether to do it at all."""
        return (self.brief.question or "").endswith(SAY_GO_ON)

    def offers(self, control: str) -> bool:
        """Say whether a tool that steers the run may be used."""
        return any(tool.name == control for tool in self.tools)

    def tool_named(self, name: str) -> ToolSpec | None:
        """The own tool of this name, or None."""
        return next((tool for tool in self.own_tools if tool.name == name), None)

    def says_nothing_new(self, text: str) -> bool:
        """Say whether it only asks to go on, or is the secret that goes with a known name."""
        small = FUNCTION_WORDS | CREDENTIAL_WORDS
        is_secret = HIDDEN in text and all(word.lower in small for word in cut(text))
        return is_go_on(text) or (is_secret and self.wants_login)

    @property
    def wants_login(self) -> bool:
        """Say whether one of the tools asks for the name somebody logs in by."""
        return any(asks_for_user_name(slot) for tool in self.own_tools for slot in slots(tool))

    def is_elsewhere(self, text: str) -> bool:
        """Say whether a message is plainly about another agent, or begins what takes several."""
        if orders_plan(plain(text)) is not None:
            return True
        winner = self.index.clear_winner(text)
        if winner is None or winner.card.name == self.agent or puts_right(text):
            return False
        return self.index.is_digression(text, winner)

    def is_own_business(self, text: str) -> bool:
        """Say whether a message asks for what this agent does."""
        winner = self.index.clear_winner(text)
        return winner is not None and winner.card.name == self.agent

    def is_about(self, tool: ToolSpec) -> bool:
        """Say whether the newest message speaks of no other tool more than of this one."""
        most = max(spoken_of(other, self.newest) for other in self.own_tools)
        return spoken_of(tool, self.newest) >= most

    def _is_foreign(self, text: str) -> bool:
        return self.is_elsewhere(text) or is_harmful(text, self.index)

    def slots_for(self, main: ToolSpec) -> list[Slot]:
        """The slots of a tool, and of the tools that provide for it."""
        found: list[Slot] = []
        waiting, seen = [main.name], set[str]()
        while waiting:
            tool = self.tool_named(waiting.pop(0))
            if tool is not None and tool.name not in seen:
                seen.add(tool.name)
                found += slots(tool)
                waiting += [slot.comes_from for slot in slots(tool) if slot.comes_from]
        return found

    def read(self, said: Sequence[str], wanted: Sequence[Slot]) -> Values:
        """The values that what was said gives to slots."""
        is_current = len(said) == len(self.brief.said)
        later = said[len(self.brief.quoted) + 1 :]
        amends = amendments(later, wanted, self._is_foreign)
        said = [*said[: len(said) - len(later)], *(amends.get(text, text) for text in later)]
        foreign = () if self.is_handed_on else filter(self._is_foreign, said)
        reading = Reading(
            said=said,
            amends=frozenset(amends.values()),
            question=(self.brief.question or "") if is_current and not self.is_held else "",
            asked_by_bot=self.brief.asked_by_bot and not self.brief.said,
            elsewhere=frozenset(foreign).difference(amends.values()),
        )
        return fill(wanted, reading, self.index)

    def read_before(self, wanted: Sequence[Slot]) -> Values:
        """The values of all but the newest message, each read as it is once another follows."""
        return self.read((*self.brief.said[:-1], ""), wanted) if self.brief.said else {}

    @property
    def is_handed_on(self) -> bool:
        """True when a colleague sent what was said: whoever sends something means this agent."""
        return self.brief.asked_by_bot and bool(self.brief.said)

    def read_each(self, wanted: Sequence[Slot]) -> tuple[Values, ...]:
        """What each value of a list in the newest message gives to slots; empty without one."""
        if not self.newest or self._is_foreign(self.newest):
            return ()
        before = self.brief.said[:-1]
        texts = each_alone(self.newest, wanted, self.index)
        found = [self.read((*before, text), wanted) for text in texts]
        are_all_new = all(map(dict, found)) and not any(a == b for a, b in combinations(found, 2))
        return tuple(found) if are_all_new else ()

    def main_tool(self) -> ToolSpec:
        """The tool that does what is wanted: the one spoken of, or the one that can be filled."""
        if self.amended is not None:
            return self.amended
        mains = self._mains
        return max(mains, key=self._fitness) if mains[1:] else mains[0]

    @property
    def amended(self) -> ToolSpec | None:
        """The tool whose call waits on a card, or was just rejected, if a value of it changes."""
        rejected = self.results[-1].rejected if self.results else ""
        named = (t for t in self.own_tools if name_as_text(t.name) == rejected)
        tool = self.tool_named(self.brief.proposed) or next(named, None)
        words = unrejected(self.newest)
        return tool if tool and amendment(words, self.slots_for(tool)) else None

    @property
    def _mains(self) -> Sequence[ToolSpec]:
        """The tools that are wanted for themselves, and not for what they find for others."""
        providers = {slot.comes_from for tool in self.own_tools for slot in slots(tool)}
        mains = [tool for tool in self.own_tools if tool.name not in providers]
        return mains or self.own_tools

    def _fitness(self, tool: ToolSpec) -> float:
        spoken = max((spoken_of(tool, text) for text in self._requests()), default=0.0)
        filled = _ANSWERED_WEIGHT if self._is_answered else _FILLED_WEIGHT
        is_open = not self._is_answered or self.speaks_of(tool) or not self._is_asked_for
        if self._is_answered and any(map(self._is_asked_about, self._mains)):
            is_open = is_open and self._is_asked_about(tool)
        is_filled = is_open and self._fills(tool)
        filled *= _ALL_WEIGHT if self._takes_all(tool) else is_filled
        looks = asks(self.newest) or shows(self.newest)
        changes = _ASKED_WEIGHT * (tool.effect and (looks or (self._lists and not is_filled)))
        whole = _WHOLE_WEIGHT * (self._lists and not any(s.is_required for s in slots(tool)))
        changes += _ASKED_WEIGHT * self.goes_against(tool)
        spoken += NAME_WEIGHT * any(is_named_for(tool, text) for text in self._requests())
        return spoken - changes + filled + whole + _ENDING_WEIGHT * tool.ends_task

    @property
    def _lists(self) -> bool:
        """Say whether the newest message only names things of a kind, to be told of them."""
        return names_many(self.newest) and not self._is_answered

    @property
    def _is_asked_for(self) -> bool:
        """True when something that was said has a word for what one of the tools changes."""
        return any(tool.effect and self.speaks_of(tool) for tool in self.own_tools)

    def _takes_all(self, tool: ToolSpec) -> bool:
        """Say whether all is wanted of what a tool tells whole, and no other is spoken of more."""
        if any(slot.is_required for slot in slots(tool)) or not says_all(tool.description):
            return False
        texts = [self.newest] if self._is_answered else self._requests()
        worth = {other.name: self._named(other) for other in self.own_tools}
        is_meant = self._is_answered or worth[tool.name] > 0
        return any(map(says_all, texts)) and is_meant and worth[tool.name] >= max(worth.values())

    def _named(self, tool: ToolSpec) -> float:
        return max((named_in(tool, text) for text in self._requests()), default=0.0)

    def speaks_of(self, tool: ToolSpec) -> bool:
        """Say whether anything that was said for this task has a word for what a tool does."""
        if not self.own_tools[1:]:
            return True
        kinds = (str(one) for slot in slots(tool) for one in slot.choices)
        about = terms(". ".join([name_as_text(tool.name), tool.description, *kinds]))
        own = {term.text for term in about if term.kind is not Kind.WEAK} - _CALENDAR
        said = {term.text for text in self.own_words for term in terms(text)}
        return any({term, *stems.synonyms(term)} & own for term in said)

    def goes_against(self, tool: ToolSpec) -> bool:
        """Say whether the newest request is for a change of another kind than a tool makes."""
        if self.brief.question or self.is_handed_on or self.is_elsewhere(self.newest):
            return False
        if self.amended is not None:
            return False  # “change quantity to 2” changes what waits, and nothing else
        is_choice = any(t.effect for t in self.own_tools) and bool(self.own_tools[1:])
        return is_choice and goes_against(self.newest, tool)

    @property
    def _is_answered(self) -> bool:
        is_wish = self.index.begins_request(self.newest) and not puts_right(self.newest)
        return bool(self.brief.question) and not is_wish

    def _is_asked_about(self, tool: ToolSpec) -> bool:
        """Say whether the question that waits asks for what a tool needs."""
        asked = asked_in(self.brief.question)
        wanted = (slot.description.rstrip(".").lower() for slot in slots(tool))
        return any(words and words in asked for words in wanted)

    @property
    def _has_told(self) -> bool:
        """True when what would end this task was told, and the task goes on all the same."""
        last = self.results[-1] if self.results else None
        tool = self.tool_named(last.tool) if last and not last.failed else None
        return tool is not None and tool.ends_task

    def _requests(self) -> Sequence[str]:
        """What says which tool is wanted: the newest request, not the answers to questions."""
        if self._is_answered and self._has_told:
            return []  # what was asked for in between is done
        requests = self.brief.said[:-1] if self._is_answered else self.brief.said
        telling = [text for text in requests if not self.says_nothing_new(text)][-1:]
        # What is wanted of another agent, for which this one comes first, chooses no tool here.
        return [text for text in telling if self.is_handed_on or not self.is_elsewhere(text)]

    def _fills(self, tool: ToolSpec) -> bool:
        asked = asked_in(self.brief.question)
        wanted = [
            slot
            for slot in slots(tool)
            if slot.is_required or (slot.description and slot.description.lower() in asked)
        ]
        return dict(self.read(self.brief.said, wanted)) != dict(self.read_before(wanted))
