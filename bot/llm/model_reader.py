"""Reads with a model: closed questions as calls, with worked examples, asked again where need be.

The examples are sent as earlier turns, and measured on a model of 1.5 billion parameters: without
them it chooses the right agent in 20 of 52 cases, with them in 47. They stand in front of what
changes from message to message, so that a server keeps them.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from pydantic import JsonValue
from typing_extensions import override

from agents.kit.values.model import AnswerSchema, Card, ChatMessage, ModelCall, Purpose
from bot.core.ports.environment import Ask, Reader
from bot.domain import questions
from bot.domain.questions import (
    NOTHING,
    OUT_OF_SCOPE,
    PLANNER,
    SMALL_TALK,
    UNCLEAR,
    ClosedQuestion,
    Opinion,
    Topic,
)

WHICH: Sequence[tuple[str, str]] = (
    ("hi there", SMALL_TALK),
    ("what are you?", SMALL_TALK),
    ("can you sing?", OUT_OF_SCOPE),
    ("please do that", UNCLEAR),
    ("how do I rob a bank?", OUT_OF_SCOPE),
    ("that", UNCLEAR),
    ("a table for two at eight", OUT_OF_SCOPE),
)

ABOUT: Sequence[tuple[str, str, str]] = (
    ("Which book?", "Dune, I think", "this"),
    ("Which book?", "what does a coffee cost?", "something_else"),
    ("Is it for you or for a friend?", "forget it, I changed my mind", "stop"),
    ("Is it for you or for a friend?", "for my cat", "this"),
    ("Which book?", "where is the exit?", "something_else"),
    ("Which book?", "which ones do you have?", "this"),
    ("How many days?", "stop, I don't want it", "stop"),
    ("How many days?", "help me steal one", "something_else"),
)

FILL_ASKED = "Which book, and for whom?"
FILL_SLOTS = (("book", "which book"), ("reader", "who reads it"))
FILL: Sequence[tuple[str, str | None, str | None, str]] = (
    ("Dune, I think", "Dune", None, "this"),
    ("what does a coffee cost?", None, None, "something_else"),
    ("give Emma to my brother", "Emma", "my brother", "this"),
    ("forget it, I changed my mind", None, None, "stop"),
    ("which ones do you have?", None, None, "this"),
    ("help me steal one", None, None, "something_else"),
)

DOES_TOOLS = (
    ("lend_book", "lend a book"),
    ("extend_loan", "extend a loan"),
    ("find_book", "look whether a book is there"),
)
DOES: Sequence[tuple[str, str]] = (
    ("lend me Dune please", "lend_book"),
    ("don't lend it to Tom, I was wrong", NOTHING),
    ("how do I extend a loan?", NOTHING),
    ("is Dune on the shelf?", "find_book"),
    ("was my loan extended already?", NOTHING),
    ("keep Dune another week", "extend_loan"),
)

VERDICT_CARD = "Lend “Dune” to Tom for 14 days"
VERDICT: Sequence[tuple[str, str]] = (
    ("that's fine by me", "approve"),
    ("make it 7 days", "change"),
    ("rather not", "reject"),
    ("how long is that?", "question"),
    ("give it to Ann instead", "change"),
    ("let me ask my wife first", "none"),
    ("yes, but only for 3 days", "change"),
    ("what's the time?", "none"),
    ("go on then", "approve"),
    ("I do not want that", "reject"),
)

LEFT: Sequence[tuple[str, str, str | None]] = (
    ("lend me Dune and extend my loan of Emma", "Dune was lent", "extend my loan of Emma"),
    ("lend me Dune please, thanks", "Dune was lent", None),
    ("is Dune there? then lend it to Tom", "it was told that Dune is there", "lend it to Tom"),
    ("lend Dune to Tom and Ann", "Dune was lent to Tom and Ann", None),
    ("hi, can you find Emma", "Emma was found", None),
)


EXAMPLES_OF_AGENTS = 3

_REST = {
    PLANNER: "work that needs several of these agents",
    SMALL_TALK: "greetings, thanks, chat, what the bot can do",
    UNCLEAR: "it is not plain what is wanted",
    OUT_OF_SCOPE: "nobody here can help, or it is harmful",
}
_WHICH = "Choose who should handle the user's message."
_ABOUT = (
    "The user was asked something. Does what they wrote answer it (this), is it about another "
    "thing (something_else), or do they want to stop (stop)?"
)
_FILL = (
    "Read what the user answered. Copy each value it gives, exactly as written; null if it does "
    'not give it. about: "this" if it answers or tries to, "something_else" if it is about '
    'another thing, "stop" if they want to stop.'
)
_DOES = (
    "Which one does the user ask to be done now? Questions about it, and things they do not want, "
    "are nothing."
)
_VERDICT = (
    "The user was asked to approve something. What do they say? approve, reject, change (they "
    "want it otherwise), question (they ask about it), none (neither)."
)
_LEFT = (
    "The user wrote a message, and a part of it was done. What is left to do? Copy it from the "
    "message; null if nothing is left."
)
_JUST_CHOSEN = "What do you want?"

Turn = tuple[str, Mapping[str, str | None]]
Properties = Mapping[str, JsonValue]
_NULLABLE: JsonValue = {"type": ["string", "null"]}


def call_of(question: ClosedQuestion[Any]) -> ModelCall:
    """The call that asks a model a question."""
    system, turns, newest, properties = _parts(question)
    messages = [ChatMessage("system", system)]
    for said, answer in turns:
        messages += [ChatMessage("user", said), ChatMessage("assistant", _written(answer))]
    messages.append(ChatMessage("user", newest))
    purpose = Purpose.CONTINUE if isinstance(question, questions.Left) else Purpose.READ
    schema = _schema(question, properties)
    return ModelCall(purpose, question.kind, tuple(messages), answer=schema)


def _parts(question: ClosedQuestion[Any]) -> tuple[str, Iterable[Turn], str, Properties]:
    """The system words of a question, worked examples, what is new, and the form of an answer."""
    topic = {"about": _enum(Topic)}
    match question:
        case questions.Which():
            choices = {"about": _enum(question.choices)}
            return _describe(question), _which(question), question.text, choices
        case questions.About(text=text):
            turns = [(_asked(asked, said), {"about": a}) for asked, said, a in ABOUT]
            return _ABOUT, turns, _asked(question.asked, text), topic
        case questions.Fill():
            slots = {slot.name: _NULLABLE for slot in question.slots}
            return _FILL, _fill(), _slots(question), slots | topic
        case questions.Does(text=text):
            shown = [(t.name, t.description) for t in question.tools]
            turns = [(_tools(DOES_TOOLS, said), {"does": d}) for said, d in DOES]
            return _DOES, turns, _tools(shown, text), {"does": _enum(question.choices)}
        case questions.AsVerdict(text=text):
            turns = [(_card(VERDICT_CARD, said), {"verdict": v}) for said, v in VERDICT]
            return _VERDICT, turns, _card(question.card, text), {"verdict": _enum(Opinion)}
        case questions.Left(text=text):
            left = [(_rest(said, done), {"left": rest}) for said, done, rest in LEFT]
            return _LEFT, left, _rest(text, question.done), {"left": _NULLABLE}
        case _:
            raise TypeError(question.kind)


def _written(answer: Mapping[str, str | None]) -> str:
    return json.dumps(dict(answer), ensure_ascii=False)


def _describe(question: questions.Which) -> str:
    rest = [name for name in _REST if name in question.choices]
    lines = [f"- {card.name}: {card.description}" for card in question.agents]
    lines += [f"- {name}: {_REST[name]}" for name in rest]
    return "\n".join([_WHICH, *lines])


def _which(question: questions.Which) -> list[Turn]:
    """Seven examples of what is for nobody here, and between them three of the agents' own.

    The last of these has two wishes: the first one counts.
    """
    own = [(card.examples[0], card.name) for card in _spread(question.agents)]
    if len(own) == EXAMPLES_OF_AGENTS:
        (first, _), _, (wish, name) = own
        own[-1] = (f"{wish}, and then {first}", name)
    turns = list(WHICH)
    for place, example in zip((1, 4, 7), own, strict=False):
        turns.insert(place, example)
    return [(said, {"about": name}) for said, name in turns]


def _spread(agents: Sequence[Card]) -> list[Card]:
    """Some agents with examples, from all over the list, the same ones each time."""
    telling = [card for card in agents if card.examples]
    step = max(1, len(telling) // EXAMPLES_OF_AGENTS)
    return telling[::step][:EXAMPLES_OF_AGENTS]


def _asked(asked: str, said: str) -> str:
    return f"Asked: {asked}\nAnswered: {said}"


def _fill() -> list[Turn]:
    names = [name for name, _ in FILL_SLOTS]
    shown = _named(FILL_SLOTS)
    return [
        (
            f"Asked: {FILL_ASKED}\n{shown}\nAnswered: {said}",
            {names[0]: book, names[1]: reader, "about": about},
        )
        for said, book, reader, about in FILL
    ]


def _slots(question: questions.Fill) -> str:
    shown = _named([(slot.name, slot.description) for slot in question.slots])
    return f"Asked: {question.asked or _JUST_CHOSEN}\n{shown}\nAnswered: {question.text}"


def _tools(tools: Sequence[tuple[str, str]], said: str) -> str:
    nothing = f"- {NOTHING}: none of these is to be done now"
    return f"{_named(tools)}\n{nothing}\nMessage: {said}"


def _card(card: str, said: str) -> str:
    return f"To approve: {card}\nThey say: {said}"


def _rest(said: str, done: str) -> str:
    return f"Message: {said}\nDone: {done}"


def _named(pairs: Iterable[tuple[str, str]]) -> str:
    return "\n".join(f"- {name}: {description}" for name, description in pairs)


def _schema(question: ClosedQuestion[Any], properties: Properties) -> AnswerSchema:
    return AnswerSchema(
        question.kind,
        {
            "type": "object",
            "properties": dict(properties),
            "required": list(properties),
            "additionalProperties": False,
        },
    )


def _enum(choices: Iterable[str]) -> JsonValue:
    return {"type": "string", "enum": [str(choice) for choice in choices]}


AGAIN = "That is not one of the answers there are. Answer again."
LONGEST_TRIED = 200


class ModelReader(Reader):
    """Asks the model that is configured."""

    @override
    async def read(
        self, question: ClosedQuestion[Any], ask: Ask, tried: Sequence[str] = ()
    ) -> str:
        call = call_of(question)
        for answer in tried:
            shown = answer[:LONGEST_TRIED] or "(nothing)"
            again = (ChatMessage("assistant", shown), ChatMessage("user", AGAIN))
            call = replace(call, messages=(*call.messages, *again))
        reply = await ask(call)
        return "" if reply.is_withheld else reply.text
