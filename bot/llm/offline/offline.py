"""The model port answered by rules: lexical routing, and slots filled from tool schemas."""

import asyncio
import json
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache

from typing_extensions import override

from agents.kit.errors import ModelUnavailable
from agents.kit.model import (
    AgentBrief,
    Card,
    ContinueBrief,
    Finish,
    JudgeBrief,
    Model,
    ModelCall,
    ModelReply,
    PersonaBrief,
    PlanBrief,
    Purpose,
    RouteBrief,
    ToolCall,
)
from bot.core.matching.index import Index
from bot.core.matching.words import HIDDEN
from bot.llm.offline.acting import Call, hand_beneath, next_move
from bot.llm.offline.chatting import chat, recollection
from bot.llm.offline.continuing import what_is_left
from bot.llm.offline.deferring import routed
from bot.llm.offline.holding import agrees
from bot.llm.offline.meeting import found_in, line_of, verdict_on
from bot.llm.offline.planning import plan_answer
from bot.llm.offline.routing import routable
from bot.llm.offline.run import Run
from bot.llm.offline.summing_up import summary_of
from bot.llm.offline.tasking import turn_to_colleagues
from bot.llm.offline.values.schema import slots
from bot.llm.offline.values.user_names import asks_for_user_name, user_name
from bot.llm.offline.words.intents import first_part
from bot.llm.offline.words.mood import put_right
from bot.llm.offline.words.wording import GO_ON

NAME = "offline"
_MASK = "[secret]"
_GAP = re.compile(r"\s{3,}")
_NO = re.compile(r"(?<=[a-z]\s)(no)\.\s*(?=#?\d)", re.IGNORECASE)  # ends no sentence
# The numbers of people, places, emoji and moments, as platforms write them, are nobody's words.
_NUMBERED = re.compile(r"<(?:@[!&]?|#|a?:\w{1,32}:|t:)\d{1,25}(?::\w)?>")
_WORDLESS = str.maketrans({str(digit): chr(0xE010 + digit) for digit in range(10)})
_READABLE = {ord(sign): chr(digit) for digit, sign in _WORDLESS.items()}


def _fresh_id() -> str:
    return f"offline-{secrets.token_hex(8)}"


class Offline(Model):
    """Rules instead of a language model; it says openly what it is."""

    def __init__(self, cards: Sequence[Card], *, new_id: Callable[[], str] = _fresh_id) -> None:
        self._cards = tuple(cards)
        self._new_id = new_id
        self._index_of = lru_cache(maxsize=32)(Index)
        self._index = self._index_of(routable(self._cards))

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        await asyncio.sleep(0)  # what comes in meanwhile, above all a wish to stop, has its turn
        match call.purpose, call.brief:
            case Purpose.ROUTE, RouteBrief() as brief:
                index = self._index_of(routable(brief.cards))
                plain = replace(brief, text=_straight(brief.text))
                return _reply(routed(plain, index).as_json())
            case Purpose.CONTINUE, ContinueBrief() as brief:
                plain_wish = replace(brief, wish=_straight(brief.wish))
                return _reply(what_is_left(plain_wish, self._index))
            case Purpose.AGENT, AgentBrief() as brief:
                return self._act(Run(call.agent, self._own(brief, call), call.tools, self._index))
            case Purpose.PLAN, PlanBrief() as brief:
                return _reply(plan_answer(brief, self._index))
            case _:
                return _reply(_worded(call))

    def _own(self, brief: AgentBrief, call: ModelCall) -> AgentBrief:
        """The brief with what was said to this agent only, who logs in, and what files say."""
        said = map(_straight, brief.said)
        own = tuple(self._part(text, call) for text in said)
        if own and agrees(brief.question or "", own[-1]):
            own = (*own[:-1], GO_ON)
        # Files are read before the words, so that the words win; what they lack, files may have.
        return replace(brief, said=(*map(_straight, brief.quoted), *own) if own else own)

    def _part(self, text: str, call: ModelCall) -> str:
        asked = (slot for tool in call.tools for slot in slots(tool))
        names_user = any(map(asks_for_user_name, asked)) and user_name(text, self._index)
        return text if names_user else first_part(text, self._index)

    def _act(self, run: Run) -> ModelReply:
        move = turn_to_colleagues(run)
        if move is None and not run.own_tools:
            return _reply(recollection(run) or chat(run.agent, run.newest, self._cards))
        move = move or hand_beneath(run) or next_move(run)
        if not isinstance(move, Call):
            return _reply(move.text)
        calls = tuple(map(self._called, (move, *move.beside)))
        return ModelReply(tool_calls=calls, finish=Finish.TOOL_CALLS, model=NAME)

    def _called(self, call: Call) -> ToolCall:
        arguments = json.dumps(dict(call.arguments), ensure_ascii=False)
        return ToolCall(self._new_id(), call.tool, _readable(arguments))


def _worded(call: ModelCall) -> str:
    """What procedures ask for, and summaries."""
    match call.purpose, call.brief:
        case Purpose.SUMMARISE, _:
            return summary_of(call.messages)
        case Purpose.AGENT, PersonaBrief() as brief:
            return line_of(brief)
        case Purpose.RECALL, PersonaBrief() as brief:
            return found_in(brief)
        case Purpose.JUDGE, JudgeBrief() as brief:
            return verdict_on(brief)
        case _:
            reason = "the offline mode cannot do this yet"
            raise ModelUnavailable(reason)


def _straight(text: str) -> str:
    """Write apostrophes plainly, long gaps as short ones, and what is no word without letters.

    What the same message takes back for something else was never said.
    """
    plain = text.replace(_MASK, HIDDEN).replace("\u2019", "'").replace("\u2018", "'")
    plain = _NO.sub(r"\1 ", plain)
    plain = _NUMBERED.sub(lambda found: found.group().translate(_WORDLESS), plain)
    return put_right(_GAP.sub(lambda gap: "\n" if "\n" in gap.group() else " ", plain))


def _reply(text: str) -> ModelReply:
    return ModelReply(text=_readable(text), model=NAME)


def _readable(text: str) -> str:
    return text.replace(HIDDEN, _MASK).translate(_READABLE)
