"""Reads with a model: one question at a time, and again where the answer was none."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import override

from agents.kit.model import ChatMessage
from bot.core.ports.reader import Ask, Reader
from bot.domain.questions import Question
from bot.llm.reading.prompts import call_of

AGAIN = "That is not one of the answers there are. Answer again."
LONGEST_TRIED = 200


class ModelReader(Reader):
    """Asks the model that is configured."""

    @override
    async def read(self, question: Question[Any], ask: Ask, tried: Sequence[str] = ()) -> str:
        call = call_of(question)
        for answer in tried:
            shown = answer[:LONGEST_TRIED] or "(nothing)"
            again = (ChatMessage("assistant", shown), ChatMessage("user", AGAIN))
            call = replace(call, messages=(*call.messages, *again))
        reply = await ask(call)
        return "" if reply.is_withheld else reply.text
