"""Three kinds of tools under kill: none acts twice, and what nobody can know a person closes."""

from pathlib import Path

import pytest

from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import Kill, Line, Talk
from tests.faults.killing import Side
from tests.faults.outside import LAME, orders
from tests.faults.stories import Library, Place
from tests.faults.verdict import UNFINISHED, UNSENT, ask, problems

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

EVERY, NEAR = (1, 1_000) if asked_kills() else (18, 1)  # touches, and how far from the effect
TEA = Place((Line("1", "@tea 3"),), 0, EVERY)
CAKE = Place((Line("1", "@cake 4"),), 0, EVERY)
SOUP = Place((Line("1", "@soup 5"),), 0)

HAPPENED, DID_NOT_HAPPEN = Line("2", press="It happened"), Line("2", press="It did not happen")
OPEN_DOUBTS = "SELECT id FROM requests WHERE kind = 'unknown_outcome' AND status = 'pending'"


@pytest.mark.parametrize(
    "place", [pytest.param(TEA, id="takes a key"), pytest.param(CAKE, id="can be asked")]
)
@pytest.mark.proves("R3")
def test_an_effect_that_can_be_made_sure_of_happens_once(
    place: Place, kitchen: Library, tmp_path: Path, count: Count
):
    kills, undisturbed = place.kills(kitchen), kitchen.whole(place.story)

    talks = {way: place.disturbed(kitchen, tmp_path / way, kill) for way, kill in kills.items()}

    outcomes = {way: problems(talk, place.story, undisturbed) for way, talk in talks.items()}
    ordered = {way: len(orders(talk.folder)) for way, talk in talks.items()}
    bad = {way: outcome for way, outcome in outcomes.items() if outcome or ordered[way] != 1}
    count(kill_points=len(kills), kill_points_that_ended_badly=len(bad))
    assert bad == {}


@pytest.mark.proves("R3")
def test_an_effect_nobody_can_be_asked_about_is_never_repeated(
    kitchen: Library, tmp_path: Path, count: Count
):
    at, undisturbed = _place_of(kitchen, "outside"), kitchen.whole(SOUP.story)
    every = SOUP.kills(kitchen)
    kills = {way: kill for way, kill in every.items() if abs(kill.at - at) <= NEAR}

    talks = {way: SOUP.disturbed(kitchen, tmp_path / way, kill) for way, kill in kills.items()}

    in_doubt = {way: talk for way, talk in talks.items() if ask(talk.folder, OPEN_DOUBTS)}
    sure = {way: talk for way, talk in talks.items() if way not in in_doubt}
    count(kill_points=len(kills), unknown_outcomes_told=len(in_doubt))
    assert {way: len(orders(talk.folder)) for way, talk in sure.items()} == dict.fromkeys(sure, 1)
    assert [problems(talk, SOUP.story, undisturbed) for talk in sure.values()] == [[]] * len(sure)
    assert {way: len(orders(talk.folder)) for way, talk in in_doubt.items()} == {
        f"after {at - 1} record": 0,  # the note that it has started
        f"before {at} outside": 0,
        f"after {at} outside": 1,
        f"before {at + 1} record": 1,  # the note that it is done
    }
    assert all("I cannot tell whether it happened" in told(talk) for talk in in_doubt.values())
    assert all(ask(talk.folder, UNFINISHED) == [] for talk in in_doubt.values())


@pytest.mark.proves("R3")
def test_a_person_says_that_it_happened(kitchen: Library, tmp_path: Path):
    after_it_happened = Kill(_place_of(kitchen, "outside"), Side.AFTER)
    with SOUP.disturbed(kitchen, tmp_path / "it", after_it_happened) as talk:
        assert talk.carry_on(HAPPENED) == 0

        assert "Noted: it happened" in told(talk, HAPPENED)
        assert len(orders(talk.folder)) == 1
        assert ask(talk.folder, OPEN_DOUBTS) == []


@pytest.mark.proves("R3")
def test_a_person_says_that_it_did_not_happen(kitchen: Library, tmp_path: Path):
    before_it_happened = Kill(_place_of(kitchen, "outside"), Side.BEFORE)
    with SOUP.disturbed(kitchen, tmp_path / "it", before_it_happened) as talk:
        assert talk.carry_on(DID_NOT_HAPPEN) == 0

        assert "5 bowls of soup are on their way." in told(talk, DID_NOT_HAPPEN)
        assert len(orders(talk.folder)) == 1
        assert ask(talk.folder, OPEN_DOUBTS) == []


def test_an_outside_that_gives_no_answer_leaves_the_outcome_unknown(
    kitchen: Library, tmp_path: Path
):
    with kitchen.opened((), tmp_path / "it") as talk:
        talk.start(Kill(_place_of(kitchen, "outside", CAKE), Side.AFTER))
        talk.say(CAKE.story[0])
        talk.finish()
        (talk.folder / LAME).touch()

        assert talk.carry_on(CAKE.story[0]) == 0

        assert "I cannot tell whether it happened" in told(talk)
        assert ask(talk.folder, UNFINISHED) == []
        assert ask(talk.folder, UNSENT) == []


def told(talk: Talk, line: Line = SOUP.story[0]) -> str:
    """All that was said in answer to a line."""
    return "\n".join(one.get("text", "") for one in talk.heard if one["reply_to"] == line.id)


def _place_of(kitchen: Library, touch: str, place: Place = SOUP) -> int:
    return kitchen.chapter(place.story).touches.index(touch)
