"""Small procedures for tests, written as their files are."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import yaml

from agents.kit.procedures import Procedure, ProcedureScript, Surroundings, diary, procedure_of
from agents.kit.procedures.position import ProcedurePosition
from agents.kit.values.model import ModelCall, Purpose
from tests.fakes.scripted import ScriptedAnswer, ScriptedModel
from tests.fakes.stage import FakeStage, Play

Json = dict[str, Any]


def a_part(role: str, **parts: Any) -> Json:
    """What a role is given: who it is, what it does, and more."""
    return {"style": {"role": role}, "task": {"task": f"speak as {role}"}, **parts}


def a_state(*roles: str, **keys: Any) -> Json:
    """A state in which these roles speak in order."""
    parts = {role: a_part(role) for role in dict.fromkeys(roles)}
    return {"roles": list(roles), "agent_states": parts, **keys}


def a_talk(**changes: Any) -> Json:
    """Two states: a host opens, then host and guest talk till the cap; then it ends."""
    return {
        "name": "talk",
        "root": "welcome",
        "relations": {
            "welcome": {"0": "chat"},
            "chat": {"0": "chat", "1": "end_state"},
        },
        "agents": {
            "Ann": {"style": "calm", "roles": {"welcome": "host", "chat": "host"}},
            "Ben": {"style": "brisk", "roles": {"chat": "guest"}},
        },
        "states": {
            "end_state": {},
            "welcome": a_state("host", begin_role="host", begin_query="Welcome, all."),
            "chat": a_state("host", "guest", controller={"max_chat_nums": 4}),
        },
        **changes,
    }


def with_state(name: str, state: Json, **changes: Any) -> Json:
    """The talk with another state of this name."""
    talk = a_talk()
    return {**talk, "states": {**talk["states"], name: state}, **changes}


def a_procedure(raw: Mapping[str, Any] | None = None, **around: Any) -> Procedure:
    """Read a procedure that must be right."""
    return procedure_of(as_yaml(raw or a_talk()), Surroundings(**around))


def as_yaml(raw: Mapping[str, Any]) -> str:
    """Write it as its file would have it."""
    return yaml.safe_dump(dict(raw), sort_keys=False)


Answers = Callable[[ModelCall], ScriptedAnswer] | Iterable[ScriptedAnswer]


def playing(
    raw: Mapping[str, Any] | Procedure | None = None, answers: Answers = (), **stage: Any
) -> Play:
    """A procedure on a stage, with a model that answers like this."""
    procedure = raw if isinstance(raw, Procedure) else a_procedure(raw)
    return Play(ProcedureScript(procedure), FakeStage(ScriptedModel(answers), **stage))


async def position_of(play: Play, turn: int = -1) -> ProcedurePosition:
    """Where a procedure stood after one of its turns, with all that was said by then."""
    stored = ProcedurePosition.read(play.outcomes[turn].state)
    assert stored is not None
    memories = await diary.everything(play.stage, stored)
    position = stored.with_(memories=memories, earlier=0)
    for name in position.agents:
        position = await diary.with_own(play.stage, None, position, name)
    return position


def numbered() -> Callable[[ModelCall], str]:
    """Answer line 1, line 2, and so on; judges always want to stay."""
    count = iter(range(1, 1000))

    def answer(call: ModelCall) -> str:
        if call.purpose == "judge":
            return "<end>0</end>"
        return f"line {next(count)}" if call.purpose == "agent" else "a summary"

    return answer


def speakers(play: Play) -> list[str]:
    """Who spoke, without their roles."""
    return [speaker.partition(" (")[0] for speaker, _text in play.lines]


def text_of(call: ModelCall) -> str:
    """All a model read."""
    return "\n".join(message.content for message in call.messages)


def chooses_speaker(call: ModelCall) -> bool:
    """Say whether a judge is asked who speaks next, and not which way to go."""
    is_judge = call.purpose is Purpose.JUDGE
    return is_judge and call.messages[-1].content.endswith("cannot be chosen again.")


def in_order(text: str, *parts: str) -> bool:
    """Say whether all parts stand in a text, each behind the one before."""
    place = 0
    for part in parts:
        place = text.find(part, place)
        if place < 0:
            return False
        place += len(part)
    return True
