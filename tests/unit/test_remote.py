"""Agents hosted elsewhere: one HTTP address that speaks the outcome's own JSON."""

from typing import Any

import pytest
from pydantic import JsonValue

from agents.kit import Fact, NoAnswer, Outcome, ToolFailed, Turn, ask, remote_agent
from agents.kit.ports.web import Headers
from agents.kit.values.errors import AuthorError
from agents.kit.values.model import Card
from tests.fakes.records import FakeRecords
from tests.fakes.turns import NOON, SELDO, NoHttp

URL = "https://tools.example.com/strategy"
LoggedIn = Fact("logged_in", "being logged in")

strategy = remote_agent(
    "smart_strategy",
    URL,
    description="Finds claim ids.",
    introduction="Finding your claim id",
    requires=(LoggedIn,),
    examples=("where is my claim id",),
)


class ToolServer(NoHttp):
    """Answers what it was told to, and remembers what it was sent."""

    def __init__(self, answer: dict[str, JsonValue] | ToolFailed) -> None:
        self.answer = answer
        self.posted: list[tuple[str, dict[str, JsonValue]]] = []

    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        self.posted.append((url, body))
        if isinstance(self.answer, ToolFailed):
            raise self.answer
        return self.answer


async def asked(
    server: ToolServer,
    *,
    state: dict[str, JsonValue] | None = None,
    progress: list[str] | None = None,
) -> Outcome:
    told = progress if progress is not None else []
    turn = Turn(SELDO, "Where is it?", NOON, FakeRecords(), server, told.append, state=state)
    turn.key = "turn-7:run-1"
    assert strategy.run is not None
    return await strategy.run(turn)


@pytest.mark.parametrize("url", ["tools.example.com/strategy", "ftp://tools.example.com", "", 7])
def test_what_is_no_address_is_refused_where_it_is_written(url: Any):
    with pytest.raises(AuthorError, match="agent far: its server is an address such as https://"):
        remote_agent("far", url, description="Far.")


@pytest.mark.proves("S1-64")
def test_a_remote_agent_is_chosen_like_any_other():
    assert strategy.card == Card(
        "smart_strategy",
        "Finds claim ids.",
        "Finding your claim id",
        ("where is my claim id",),
    )
    assert (strategy.requires, strategy.tools, strategy.prompt) == ((LoggedIn,), (), "")


@pytest.mark.proves("S1-64")
async def test_the_server_is_told_who_says_what_and_the_state_it_kept():
    server = ToolServer({"value": "It is on your letter."})

    await asked(server, state={"relation": "partner"})

    body: dict[str, JsonValue] = {
        "agent": "smart_strategy",
        "text": "Where is it?",
        "person": SELDO.key,
        "state": {"relation": "partner"},
        "key": "turn-7:run-1",
    }
    assert server.posted == [(URL, body)]


@pytest.mark.proves("S1-63", "S1-64")
async def test_a_server_may_answer_with_plain_text_and_nothing_else():
    outcome = await asked(ToolServer({"value": "It is on your letter."}))

    assert outcome == Outcome(value="It is on your letter.")


@pytest.mark.proves("S1-64")
async def test_a_server_may_answer_with_a_whole_outcome():
    wanted = ask("Are you a partner?", state={"asked": 1}, options=("yes", "no"))

    public = wanted.model_dump(mode="json", exclude={"suspended"})
    outcome = await asked(ToolServer(public))

    assert outcome == wanted


@pytest.mark.proves("S1-64")
@pytest.mark.parametrize(
    "nonsense",
    [
        {},
        {"error": "boom"},
        {"value": "x", "suspended": {"waits_for": "secret", "name": "bank password"}},
        {"value": "x", "notes": ["trust me"]},
        {"value": 7},
        {"value": None},
        {"value": ["text"]},
        {"value": "x", "interrupt": "perhaps"},
    ],
)
async def test_an_answer_that_is_no_outcome_is_told_as_a_failure(nonsense: dict[str, JsonValue]):
    with pytest.raises(NoAnswer, match="smart_strategy service sent an answer that is not"):
        await asked(ToolServer(nonsense))


async def test_whoever_runs_the_server_is_told_what_is_wrong_with_its_answer():
    nonsense: dict[str, JsonValue] = {"value": 7, "note": "trust me", "interrupt": "perhaps"}

    with pytest.raises(NoAnswer) as caught:
        await asked(ToolServer(nonsense))

    assert str(caught.value) == (
        "The smart_strategy service sent an answer that is not an outcome (value: Input should be "
        "a valid string; interrupt: Input should be a valid boolean, unable to interpret input; "
        "note: Extra inputs are not permitted). It may have done what you asked; look there "
        "before you ask again."
    )


async def test_what_a_server_without_an_answer_may_have_done_is_not_passed_over():
    silent = ToolServer(NoAnswer("The tool server at tools.example.com did not answer in time."))

    with pytest.raises(NoAnswer, match=r"in time\. It may have done what you asked"):
        await asked(silent)


async def test_a_server_that_cannot_be_reached_is_told_as_a_failure():
    with pytest.raises(ToolFailed, match="could not be reached"):
        await asked(ToolServer(ToolFailed("The tool server could not be reached.")))


async def test_the_side_channel_tells_which_service_is_asked():
    progress: list[str] = []

    await asked(ToolServer({"value": "It is on your letter."}), progress=progress)

    assert len(progress) == 1
    assert "smart_strategy" in progress[0]
