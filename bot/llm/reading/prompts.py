"""The questions of a reading as calls of a model: system words, worked examples, the message."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pydantic import JsonValue

from agents.kit.model import AnswerSchema, Card, ChatMessage, ModelCall, Purpose
from bot.domain import questions
from bot.domain.questions import (
    NOTHING,
    OUT_OF_SCOPE,
    PLANNER,
    SMALL_TALK,
    UNCLEAR,
    Opinion,
    Question,
    Topic,
)
from bot.llm.reading import worked

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


def call_of(question: Question[Any]) -> ModelCall:
    """The call that asks a model a question."""
    system, turns, newest, properties = _parts(question)
    messages = [ChatMessage("system", system)]
    for said, answer in turns:
        messages += [ChatMessage("user", said), ChatMessage("assistant", _written(answer))]
    messages.append(ChatMessage("user", newest))
    purpose = Purpose.CONTINUE if isinstance(question, questions.Left) else Purpose.READ
    schema = _schema(question, properties)
    return ModelCall(purpose, question.kind, tuple(messages), answer=schema)


def _parts(question: Question[Any]) -> tuple[str, Iterable[Turn], str, Properties]:
    """The system words of a question, worked examples, what is new, and the form of an answer."""
    topic = {"about": _enum(Topic)}
    match question:
        case questions.Which():
            choices = {"about": _enum(question.choices)}
            return _describe(question), _which(question), question.text, choices
        case questions.About(text=text):
            turns = [(_asked(asked, said), {"about": a}) for asked, said, a in worked.ABOUT]
            return _ABOUT, turns, _asked(question.asked, text), topic
        case questions.Fill():
            slots = {slot.name: _NULLABLE for slot in question.slots}
            return _FILL, _fill(), _slots(question), slots | topic
        case questions.Does(text=text):
            shown = [(t.name, t.description) for t in question.tools]
            turns = [(_tools(worked.DOES_TOOLS, said), {"does": d}) for said, d in worked.DOES]
            return _DOES, turns, _tools(shown, text), {"does": _enum(question.choices)}
        case questions.AsVerdict(text=text):
            turns = [
                (_card(worked.VERDICT_CARD, said), {"verdict": v}) for said, v in worked.VERDICT
            ]
            return _VERDICT, turns, _card(question.card, text), {"verdict": _enum(Opinion)}
        case questions.Left(text=text):
            left = [(_rest(said, done), {"left": rest}) for said, done, rest in worked.LEFT]
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
    turns = list(worked.WHICH)
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
    names = [name for name, _ in worked.FILL_SLOTS]
    shown = _named(worked.FILL_SLOTS)
    return [
        (
            f"Asked: {worked.FILL_ASKED}\n{shown}\nAnswered: {said}",
            {names[0]: book, names[1]: reader, "about": about},
        )
        for said, book, reader, about in worked.FILL
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


def _schema(question: Question[Any], properties: Properties) -> AnswerSchema:
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
