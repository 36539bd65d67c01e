"""Procedures without a language model: it says what it is, quotes, and counts turns."""

import pytest

from agents.kit.model import JudgeBrief, ModelCall, PersonaBrief, Purpose
from bot.llm.offline import Offline
from bot.llm.offline.meeting import OFFLINE


async def answer(purpose: Purpose, brief: PersonaBrief | JudgeBrief) -> str:
    call = ModelCall(purpose, "talk", (), brief)
    return (await Offline(()).complete(call, within_seconds=1)).text


def a_persona(*heard: str, **details: object) -> PersonaBrief:
    known = {"name": "Ann", "role": "the critic", "task": "Find faults.", "wish": "a letter"}
    return PersonaBrief(**{**known, "heard": heard, **details})  # type: ignore[arg-type]


async def test_a_line_says_that_no_model_made_it_and_quotes_what_people_said():
    made_here = f"Ben said: {OFFLINE} As the writer, this is my part: Write."

    line = await answer(Purpose.AGENT, a_persona("You said: Be brief. Use a joke.", made_here))

    assert line == (
        f"{OFFLINE} As the critic, this is my part: Find faults. To go by: “Use a joke.”."
    )


async def test_where_nobody_has_spoken_it_goes_by_the_wish():
    assert "“a letter”" in await answer(Purpose.AGENT, a_persona())
    assert "To go by" not in await answer(Purpose.AGENT, a_persona(wish=""))
    assert "nothing to add" in await answer(Purpose.AGENT, a_persona(task=""))


async def test_tags_that_were_asked_for_are_there():
    line = await answer(Purpose.AGENT, a_persona(tags=("final",)))
    found = await answer(Purpose.RECALL, a_persona("You said: <b>Bonn</b>", tags=("city", "day")))

    assert line.startswith("<final>")
    assert line.endswith("</final>")
    assert found == "<city>Bonn</city>\n<day>Bonn</day>"


@pytest.mark.parametrize(("spoken", "key"), [(1, "0"), (3, "0"), (4, "1"), (9, "1")])
async def test_after_two_rounds_it_goes_on(spoken: int, key: str):
    brief = JudgeBrief(("0", "1", "2"), "end", spoken, ("host", "guest", "guest"))

    assert await answer(Purpose.JUDGE, brief) == f"<end>{key}</end>"


@pytest.mark.parametrize(
    ("speakers", "chosen"),
    [((), "host"), (("host",), "guest"), (("guest", "critic", "host"), "guest")],
)
async def test_who_has_not_spoken_for_longest_is_next(speakers: tuple[str, ...], chosen: str):
    roles = ("host", "guest", "critic")
    brief = JudgeBrief(roles, "turn", 1, roles, speakers, decides="speaker")

    assert await answer(Purpose.JUDGE, brief) == f"<turn>{chosen}</turn>"
