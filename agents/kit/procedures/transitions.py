"""The pure rules of a procedure: which state is next, who has the floor, what is remembered.

What takes a model's judgement is asked for by the script; here it comes in as an answer.

  first time in a state ──▶ its begin role, with its opening
  otherwise ──way──▶ same state ──floor──▶ next role
                 ├──▶ another state ─────▶ its begin role, the first time; else its next role
                 └──▶ the finish state ──▶ over
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from agents.kit.procedures.position import OwnLine, ProcedureMemory, ProcedurePosition, Progress
from agents.kit.procedures.procedure import Procedure

STAY = "0"
GO_ON = "1"
KEPT_LINES = 20


@dataclass(frozen=True, slots=True)
class Floor:
    """Who speaks next, in which state and role."""

    state: str
    role: str
    name: str


@dataclass(frozen=True, slots=True)
class Contribution:
    """What came of having the floor; `shown` is what tools returned beside the words."""

    response: str
    shown: dict[str, str]
    role: str
    name: str
    state_begin: bool
    agent_begin: bool
    is_user: bool


def beginning(procedure: Procedure, wish: str) -> ProcedurePosition:
    """Where a procedure begins: in its root state, which nobody has entered yet."""
    return ProcedurePosition(state=procedure.sheet.root, shared={"wish": wish})


def progress(procedure: Procedure, position: ProcedurePosition, state: str) -> Progress:
    """How far a state has come; a new one stands at its begin role."""
    begin = procedure.begin_role(state)
    place = procedure.roles(state).index(begin)
    return position.progress.get(state, Progress(index=place, role=begin))


def first_floor(procedure: Procedure, position: ProcedurePosition) -> Floor | None:
    """The floor of a state's first speaker; None when the state was entered before."""
    state = position.state
    if not progress(procedure, position, state).is_new:
        return None
    return floor_of(procedure, state, procedure.begin_role(state))


def floor_of(procedure: Procedure, state: str, role: str) -> Floor:
    """The floor given to a role."""
    return Floor(state, role, procedure.player(state, role))


def known_way(procedure: Procedure, position: ProcedurePosition) -> str | None:
    """The key of the way that needs no judge; None when one must be asked.

    Where a person's own words decide, no model says in their place that they agreed.
    """
    state, words = position.state, procedure.controller(position.state).judge_words
    if len(procedure.ways(state)) == 1:
        return STAY
    by_words = _by_words(procedure, position) if words else None
    if by_words is not None:
        return by_words
    if progress(procedure, position, state).spoken >= procedure.most(state):
        return GO_ON
    return STAY if words else None


def _by_words(procedure: Procedure, position: ProcedurePosition) -> str | None:
    """The way that the last message names, if a person who plays here has said it."""
    last, controller = position.memories[-1], procedure.controller(position.state)
    if not last.by_person or last.role not in procedure.roles(position.state):
        return None
    said = plain(last.content.removeprefix(f"{last.name}:"))
    ways = controller.judge_words.items()
    return next((key for key, known in ways if said in map(plain, known)), None)


def is_deciding(procedure: Procedure, position: ProcedurePosition, text: str) -> bool:
    """Say whether words are among those that a person decides with where they stand."""
    if position.waiting is None or position.state not in procedure.sheet.states:
        return False
    name = procedure.players[position.state].get(position.waiting.role, "")
    agent = procedure.sheet.agents.get(name)
    ways = procedure.controller(position.state).judge_words.values()
    known = (*(agent.options if agent else ()), *(word for words in ways for word in words))
    return plain(text) in map(plain, known)


def plain(text: str) -> str:
    """A text without the differences that do not matter between words."""
    return " ".join(re.findall(r"[^\W_]+", text.casefold()))


def judged_way(procedure: Procedure, state: str, answer: str) -> str:
    """Read the judge's answer: digits alone, or within its tag; anything else means to stay."""
    tag = procedure.controller(state).judge_extract_words
    key = answer.strip() if answer.strip().isdigit() else within(answer, tag)
    return key if key in procedure.ways(state) else STAY


def within(answer: str, tag: str) -> str:
    """What stands between `<tag>` and `</tag>`, without blanks around it; empty for none."""
    found = re.search(rf"<{re.escape(tag)}>(.*?)</{re.escape(tag)}>", answer, re.DOTALL)
    return found.group(1).strip() if found else ""


def moved(procedure: Procedure, position: ProcedurePosition, key: str) -> ProcedurePosition | None:
    """Go the way of a key; None when the procedure is over.

    A state that is entered again begins its order anew, but not its opening, and what was said
    there before still counts.
    """
    target = procedure.ways(position.state)[key]
    if target == procedure.sheet.finish_state_name:
        return None
    if target == position.state:
        return position
    there = progress(procedure, position, target)
    place = procedure.roles(target).index(procedure.begin_role(target))
    again = there.model_copy(update={"role": "", "index": place})
    arrived = there if there.is_new else again
    return position.with_(state=target, progress={**position.progress, target: arrived})


def known_role(procedure: Procedure, position: ProcedurePosition, chance: Random) -> str | None:
    """The role that speaks next by order or by chance; None when a model must choose it."""
    state = position.state
    roles = procedure.roles(state)
    if len(roles) == 1:
        return roles[0]
    match procedure.controller(state).controller_type:
        case "order":
            return _in_order(roles, progress(procedure, position, state))
        case "random":
            return chance.choice(roles)
        case "rule":
            return None


def _in_order(roles: Sequence[str], here: Progress) -> str:
    return roles[(here.index + bool(here.role)) % len(roles)]


def chosen_role(procedure: Procedure, state: str, answer: str, chance: Random) -> str:
    """Read whom a model has chosen; anybody, when it named nobody who is here."""
    named = within(answer, procedure.controller(state).call_extract_words)
    roles = procedure.roles(state)
    return named if named in roles else chance.choice(roles)


def choices(procedure: Procedure, state: str) -> tuple[str, ...]:
    """The roles a model may choose from, each once."""
    return tuple(dict.fromkeys(procedure.roles(state)))


def given(procedure: Procedure, position: ProcedurePosition, role: str) -> ProcedurePosition:
    """Note who has the floor; only an order moves on its place."""
    state, roles = position.state, procedure.roles(position.state)
    here = progress(procedure, position, state)
    in_order = procedure.controller(state).controller_type == "order" and len(roles) > 1
    place = (here.index + bool(here.role)) % len(roles) if in_order else here.index
    after = here.model_copy(update={"role": role, "index": place})
    return position.with_(progress={**position.progress, state: after})


def entered(position: ProcedurePosition) -> ProcedurePosition:
    """Let the state's conversation begin here."""
    return position.with_(since=position.told)


def opens(procedure: Procedure, position: ProcedurePosition, floor: Floor) -> bool:
    """Say whether somebody gives their state's fixed opening: once, in its configured role."""
    is_opener = procedure.state(floor.state).begin_role == floor.role
    return is_opener and _opening(floor) not in position.openings


def stepped(procedure: Procedure, position: ProcedurePosition, floor: Floor) -> ProcedurePosition:
    """Count a contribution; state and agent are at their beginning no more."""
    here = progress(procedure, position, floor.state)
    after = here.model_copy(update={"spoken": here.spoken + 1, "is_new": False})
    openings = dict.fromkeys((*position.openings, _opening(floor)))
    return position.with_(
        progress={**position.progress, floor.state: after}, openings=tuple(openings)
    )


def _opening(floor: Floor) -> str:
    return f"{floor.state}/{floor.name}"


def remembered(position: ProcedurePosition, memory: ProcedureMemory) -> ProcedurePosition:
    """Add to what all share, and, unless a person spoke, to what the speaker said."""
    after = position.with_(memories=(*position.memories, memory))
    return after if memory.by_person else _told(after, memory.name, memory.content, seen=False)


def observed(position: ProcedurePosition, name: str, observation: str) -> ProcedurePosition:
    """Add to what an agent has seen."""
    return _told(position, name, observation, seen=True)


def _told(
    position: ProcedurePosition, name: str, content: str, *, seen: bool
) -> ProcedurePosition:
    own = position.own(name)
    lines = (*own.lines, OwnLine(seen=seen, content=content))
    kept, left_out = lines[-KEPT_LINES:], own.left_out + max(0, len(lines) - KEPT_LINES)
    return position.with_own(name, own.model_copy(update={"lines": kept, "left_out": left_out}))


def chance_for(key: str, position: ProcedurePosition) -> Random:
    """Chance that falls the same way when the same run begins again."""
    return Random(f"{key}/{position.told}")  # noqa: S311 - fairness, no secret
