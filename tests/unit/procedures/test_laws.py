"""Whatever a file holds, it is read or refused in words; whatever a judge says, it goes on."""

from copy import deepcopy
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from agents.kit.procedures import read_procedure, transitions
from agents.kit.procedures.position import ProcedureMemory, ProcedurePosition, Progress
from tests.unit.procedures.stories import a_part, a_procedure, a_talk, as_yaml

RICH = a_talk(
    config={"MAX_CHAT_HISTORY": "4", "TOP_K": "1", "User_Names": '["Ben"]'},
    examples=["talk"],
)
RICH["states"]["chat"]["agent_states"]["guest"] = a_part(
    "guest",
    demonstrations={"demonstrations": ["a"]},
    ExtractComponent={"extract_words": ["x"]},
    KnowledgeBaseComponent={"knowledge": ["a", {"question": "q", "answer": "b"}]},
    CodeComponent={"file_name": "a.py", "keyword": "x"},
)

keys = st.text("abcdefgh_01", max_size=6) | st.sampled_from(["0", "chat", "roles", "task", "LLM"])
leaves = st.none() | st.booleans() | st.integers(-9, 9) | st.floats(allow_nan=False) | st.text()
values = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=5,
)
picks = st.lists(st.integers(0, 9), min_size=1, max_size=6)


def altered(raw: Any, path: list[int], value: Any) -> Any:
    """Another value somewhere inside; the path picks a branch at each level."""
    if not path or not isinstance(raw, dict | list) or not raw:
        return value
    branches = list(raw) if isinstance(raw, dict) else list(range(len(raw)))
    branch = branches[path[0] % len(branches)]
    copied = deepcopy(raw)
    copied[branch] = altered(raw[branch], path[1:], value)
    return copied


@given(picks, values)
def test_a_file_with_anything_anywhere_is_read_or_refused_in_words(path: list[int], value: Any):
    reading = read_procedure(as_yaml(altered(RICH, path, value)))

    assert (reading.procedure is None) == bool(reading.problems)
    assert all(reading.problems)


@given(st.text())
def test_any_text_is_read_or_refused_in_words(text: str):
    reading = read_procedure(text)

    assert (reading.procedure is None) == bool(reading.problems)


@given(st.text() | st.from_regex(r"<end>.{0,3}</end>"), st.integers(0, 9))
def test_whatever_is_answered_there_is_a_way_and_a_speaker(answer: str, spoken: int):
    procedure = a_procedure()
    here = Progress(spoken=spoken, role="host", is_new=False)
    said = ProcedureMemory(role="host", name="Ann", content="Hello.")
    position = ProcedurePosition(state="chat", progress={"chat": here}, memories=(said,))

    key = transitions.judged_way(procedure, "chat", answer)
    role = transitions.chosen_role(
        procedure, "chat", answer, transitions.chance_for("k", position)
    )

    assert key in procedure.ways("chat")
    assert role in procedure.roles("chat")


@given(st.lists(st.sampled_from(["0", "1"]), max_size=12))
def test_a_cap_ends_it_however_often_the_judge_wants_to_stay(answers: list[str]):
    procedure = a_procedure()
    position: ProcedurePosition | None = transitions.beginning(procedure, "hi")
    contributions = 0

    while position is not None:
        floor = transitions.first_floor(procedure, position)
        if floor is None:
            way = transitions.known_way(procedure, position) or (answers.pop() if answers else "0")
            position = transitions.moved(procedure, position, way)
            if position is None:
                break
            role = transitions.known_role(
                procedure, position, transitions.chance_for("k", position)
            )
            assert role is not None
            floor = transitions.floor_of(procedure, position.state, role)
            position = transitions.given(procedure, position, role)
        position = transitions.stepped(procedure, position, floor)
        said = ProcedureMemory(role=floor.role, name=floor.name, content="…")
        position = transitions.remembered(position, said)
        contributions += 1

    assert contributions <= 1 + 4
