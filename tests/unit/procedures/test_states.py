"""Which state comes next, and how a procedure begins and ends."""

import pytest

from agents.kit.outcome import Outcome
from agents.kit.procedures import transitions
from agents.kit.procedures.position import ProcedureMemory, ProcedurePosition, Progress
from agents.kit.values.model import ModelCall
from tests.unit.procedures.stories import (
    a_procedure,
    a_state,
    a_talk,
    in_order,
    numbered,
    playing,
    position_of,
    speakers,
    text_of,
    with_state,
)


def a_position(state: str = "chat", **changes: object) -> ProcedurePosition:
    """In the middle of a state in which Ann has spoken."""
    said = ProcedureMemory(role="host", name="Ann", content="Hello.")
    here = Progress(spoken=1, role="host", is_new=False)
    return ProcedurePosition(state=state, progress={state: here}, memories=(said,)).with_(
        **changes
    )


@pytest.mark.proves("S4-01", "S4-02", "S4-03")
def test_one_file_makes_states_agents_and_who_plays_what_in_each():
    procedure = a_procedure()

    assert procedure.players == {
        "welcome": {"host": "Ann"},
        "chat": {"host": "Ann", "guest": "Ben"},
    }
    assert procedure.player("chat", "guest") == "Ben"
    assert procedure.role_of("chat", "Ben") == "guest"
    assert procedure.role_of("welcome", "Ben") == ""


@pytest.mark.proves("S4-01")
@pytest.mark.parametrize(("environment", "told"), [("cooperative", True), ("competitive", False)])
async def test_the_same_file_makes_the_environment_in_which_the_agents_speak(
    environment: str, *, told: bool
):
    play = playing(a_talk(environment_type=environment), numbered())

    await play.start("let us talk", turns=3)

    read = text_of(play.stage.model.calls[-1])
    assert in_order(read, "your name is Ben", "Ann said: line 1")
    assert ("Ann said: Welcome, all." in read) is told


@pytest.mark.proves("S4-04", "S4-07", "S4-47")
async def test_each_turn_finds_the_next_speaker_lets_them_act_and_remembers_it():
    play = playing(a_talk(), numbered())

    await play.start("let us talk")

    assert play.lines == [
        ("Ann (host)", "Welcome, all."),
        ("Ann (host)", "line 1"),
        ("Ben (guest)", "line 2"),
        ("Ann (host)", "line 3"),
        ("Ben (guest)", "line 4"),
    ]
    assert [outcome.goes_on for outcome in play.outcomes] == [True] * 5 + [False]
    assert play.outcomes[-1] == Outcome(value="talk is over, after 5 contributions.")


@pytest.mark.proves("S4-10")
async def test_the_first_time_in_a_state_its_begin_role_speaks_and_its_conversation_begins():
    play = playing(with_state("chat", a_state("host", "guest", begin_role="guest",
                                              begin_query="I am here.")), numbered())  # fmt: skip

    await play.start("hi", turns=2)

    position = await position_of(play)
    assert play.lines == [("Ann (host)", "Welcome, all."), ("Ben (guest)", "I am here.")]
    assert position.since == 1


@pytest.mark.proves("S4-13")
async def test_it_is_over_when_the_next_state_is_the_finish():
    raw = a_talk(finish_state_name="bye", relations={"welcome": {"0": "bye"}})
    raw["states"] = {"bye": {}, "welcome": raw["states"]["welcome"]}
    raw["agents"] = {"Ann": {"roles": {"welcome": "host"}}}
    play = playing(raw)

    outcome = await play.start("hi")

    assert speakers(play) == ["Ann"]
    assert not outcome.interrupt


@pytest.mark.proves("S4-15")
async def test_a_state_entered_by_the_way_goes_to_its_begin_role_and_begins_anew():
    play = playing(a_talk(), numbered())

    await play.start("hi", turns=2)

    position = await position_of(play)
    assert (position.state, position.since, speakers(play)) == ("chat", 1, ["Ann", "Ann"])


@pytest.mark.proves("S4-25")
async def test_a_single_way_is_taken_without_asking_anybody():
    play = playing(a_talk(), numbered())

    await play.start("hi", turns=2)

    assert [call.purpose for call in play.stage.model.calls] == ["agent"]


@pytest.mark.proves("S4-26")
async def test_a_state_that_has_said_enough_moves_on_without_asking_anybody():
    play = playing(with_state("chat", a_state("host", "guest", controller={"max_chat_nums": 2})),
                   numbered())  # fmt: skip

    await play.start("hi")

    assert speakers(play) == ["Ann", "Ann", "Ben"]
    assert [c.purpose for c in play.stage.model.calls] == ["agent", "judge", "agent"]


@pytest.mark.proves("S4-26")
def test_a_thousand_contributions_are_enough_where_no_cap_is_set():
    procedure = a_procedure(with_state("chat", a_state("host", "guest")))
    here = Progress(spoken=999, role="host", is_new=False)

    before = transitions.known_way(procedure, a_position(progress={"chat": here}))
    here = here.model_copy(update={"spoken": 1000})
    after = transitions.known_way(procedure, a_position(progress={"chat": here}))

    assert (before, after) == (None, "1")


@pytest.mark.parametrize(
    ("answer", "key"),
    [
        pytest.param("1", "1", marks=pytest.mark.proves("S4-23")),
        (" 1 \n", "1"),
        pytest.param("so it is <end>1</end>.", "1", marks=pytest.mark.proves("S4-20", "S4-24")),
        ("<end> 1 </end>", "1"),
        pytest.param("they should go on", "0", marks=pytest.mark.proves("S4-27")),
        ("<end>one</end>", "0"),
        ("<stop>1</stop>", "0"),
        ("7", "0"),
        ("", "0"),
    ],
)
def test_the_judge_answers_with_digits_alone_or_in_its_tag_and_anything_else_stays(
    answer: str, key: str
):
    assert transitions.judged_way(a_procedure(), "chat", answer) == key


@pytest.mark.proves("S4-20")
def test_the_judge_s_tag_may_be_another_one():
    state = a_state("host", "guest", controller={"judge_extract_words": "verdict"})
    procedure = a_procedure(with_state("chat", state))

    assert transitions.judged_way(procedure, "chat", "<verdict>1</verdict>") == "1"


@pytest.mark.proves("S4-12", "S4-24")
async def test_the_way_the_judge_names_is_taken():
    def answer(call: ModelCall) -> str:
        return "<end>1</end>" if call.purpose == "judge" else "yes"

    play = playing(with_state("chat", a_state("host", "guest")), answer)

    await play.start("hi")

    assert speakers(play) == ["Ann", "Ann"]
    assert not play.outcomes[-1].goes_on


@pytest.mark.proves("S4-14")
@pytest.mark.parametrize(("index", "spoke_last"), [(0, "host"), (1, "guest")])
def test_entering_a_state_makes_it_the_current_one_and_its_order_begins_with_the_begin_role(
    index: int, spoke_last: str
):
    procedure = a_procedure(there_and_back())
    left = Progress(spoken=3, index=index, role=spoke_last, is_new=False)
    position = a_position("side", progress={"chat": left, **a_position("side").progress})

    moved = transitions.moved(procedure, position, "0")

    assert moved is not None
    assert moved.state == "chat"
    assert transitions.known_role(procedure, moved, transitions.chance_for("k", moved)) == "host"


@pytest.mark.proves("S4-14")
def test_staying_in_a_state_keeps_its_place_in_the_order():
    procedure = a_procedure()
    here = Progress(spoken=3, index=1, role="guest", is_new=False)
    position = a_position(progress={"chat": here})

    assert transitions.moved(procedure, position, "0") == position


@pytest.mark.proves("S4-39")
async def test_a_state_entered_again_neither_opens_again_nor_forgets_what_was_said_there():
    play = playing(there_and_back(), numbered())

    await play.start("hi")

    assert [line for line in play.lines if line[1] == "To the chat!"] == [
        ("Ann (host)", "To the chat!")
    ]
    assert speakers(play) == ["Ann", "Ann", "Ben", "Ben", "Ann", "Ben", "Ann", "Ben"]


def there_and_back() -> dict[str, object]:
    """A chat, capped at 2, that goes aside; what was said there counts when it comes back."""
    raw = a_talk(relations={
        "welcome": {"0": "chat"},
        "chat": {"0": "chat", "1": "side"},
        "side": {"0": "chat", "1": "end_state"},
    })  # fmt: skip
    raw["agents"]["Ben"]["roles"]["side"] = "guest"
    raw["states"]["chat"] = a_state(
        "host", "guest", begin_role="host", begin_query="To the chat!",
        controller={"max_chat_nums": 2},
    )  # fmt: skip
    raw["states"]["side"] = a_state("guest", controller={"max_chat_nums": 3})
    return raw
