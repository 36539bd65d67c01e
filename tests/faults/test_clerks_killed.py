"""Killed while an agent looks something up, the bot tells it once, as if nothing had been."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.clerks import HOURS, PAGE
from tests.faults.conftest import Count, asked_kills, served
from tests.faults.driver import Line
from tests.faults.starter import Starter
from tests.faults.stories import Library, Place
from tests.faults.verdict import problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(900)]

QUERY = (Line("1", "@employees who works there?"), Line("2", "in Legal"))
STORIES = ("a query", "a page")
EVERY = 1 if asked_kills() else 47


@pytest.fixture(scope="session")
def port() -> Iterator[str]:
    """Where the model is, and the page."""
    with served("tests.faults.clerks:answered") as found:
        yield found


@pytest.fixture(scope="session")
def office(tmp_path_factory: pytest.TempPathFactory, starter: Starter, port: str) -> Library:
    settings = {
        "OPENAI_BASE_URL": f"http://127.0.0.1:{port}/v1",
        "FRONTDESK_MODEL": "fake-1",
        "FRONTDESK_PRIVATE_HOSTS": f"127.0.0.1:{port}",
    }
    return Library(tmp_path_factory.mktemp("office"), starter, settings)


@pytest.fixture
def stories(port: str) -> dict[str, tuple[Line, ...]]:
    page = Line("2", f"http://127.0.0.1:{port}{PAGE} and when it is open")
    return {"a query": QUERY, "a page": (Line("1", "@web_reader read a page"), page)}


@pytest.mark.parametrize("turn", [0, 1])
@pytest.mark.parametrize("name", STORIES)
@pytest.mark.proves("S3-09", "S3-34", "R3", "R4")
def test_killed_at_any_touch_while_something_is_looked_up(  # noqa: PLR0913, PLR0917 - fixtures
    name: str,
    turn: int,
    stories: dict[str, tuple[Line, ...]],
    office: Library,
    tmp_path: Path,
    count: Count,
):
    place = Place(stories[name], turn, EVERY)
    kills, undisturbed = place.kills(office), office.whole(place.story)

    talks = {way: place.disturbed(office, tmp_path / way, kill) for way, kill in kills.items()}

    outcomes = {way: problems(talk, place.story, undisturbed) for way, talk in talks.items()}
    bad = {way: outcome for way, outcome in outcomes.items() if outcome}
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


def test_undisturbed_they_ask_back_and_tell_what_they_found(
    stories: dict[str, tuple[Line, ...]], office: Library
):
    said = {
        name: [line["text"] for line in office.whole(story).heard if line["kind"] == "message"]
        for name, story in stories.items()
    }

    assert said["a query"][0] == "Of which department?"
    assert "Eva Diaz\nLuis King" in said["a query"][1]
    assert said["a page"][0] == "Which page?"
    assert HOURS in said["a page"][1]
    touched = {t for story in stories.values() for t in office.chapter(story).touches}
    assert {"complete", "record", "get", "ask", "commit", "deliver"} < touched
