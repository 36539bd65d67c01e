"""Several rankings become one: what stands high in all of them comes first."""

from hypothesis import given
from hypothesis import strategies as st

from bot.core.memory.embeddings import fuse, merge_rankings
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import Passage
from tests.fakes.world import NOON

rankings = st.lists(st.integers(0, 30), unique=True)


def test_what_both_know_comes_before_the_first_of_one():
    assert fuse(["words", "both"], ["meaning", "both"]) == ["both", "words", "meaning"]


def test_of_equals_the_earlier_ranking_comes_first():
    assert fuse(["a", "b"], ["c", "d"]) == ["a", "c", "b", "d"]


@given(rankings)
def test_one_ranking_stays_as_it_is(ranking: list[int]):
    assert fuse(ranking) == fuse(ranking, []) == fuse(ranking, ranking) == ranking


@given(st.lists(rankings))
def test_nothing_is_added_lost_or_said_twice(several: list[list[int]]):
    assert sorted(fuse(*several)) == sorted({thing for ranking in several for thing in ranking})


@given(rankings, rankings)
def test_what_stands_before_another_in_both_stays_before_it(one: list[int], other: list[int]):
    both = [thing for thing in one if thing in other]
    merged = fuse(one, other)

    for earlier in both:
        for later in both[both.index(earlier) + 1 :]:
            if other.index(earlier) < other.index(later):
                assert merged.index(earlier) < merged.index(later)


@given(rankings, rankings)
def test_only_ties_depend_on_which_ranking_is_named_first(one: list[int], other: list[int]):
    def place(thing: int, ranking: list[int]) -> float:
        return 1 / (61 + ranking.index(thing)) if thing in ranking else 0.0

    merged = fuse(other, one)
    scores = [place(thing, one) + place(thing, other) for thing in merged]
    assert scores == sorted(scores, reverse=True)


def a_line(number: int, turn: str) -> Passage:
    return Passage(number, SessionId("s"), TurnId(turn), False, "ana", "words", NOON)  # noqa: FBT003 - a field


def test_a_turn_stands_once_with_its_line_in_the_first_ranking():
    asked, answered, other = a_line(1, "one"), a_line(2, "one"), a_line(3, "two")

    assert merge_rankings([asked], [answered, other, asked]) == [asked, other]
    assert merge_rankings([], [answered, other, asked]) == [answered, other]


@given(st.lists(st.builds(a_line, st.integers(1, 9), st.sampled_from("abcd")), max_size=12))
def test_merging_one_ranking_leaves_the_first_line_of_each_turn_in_place(lines: list[Passage]):
    first = list({line.turn: line for line in reversed(lines)}.values())

    assert merge_rankings(lines) == sorted(first, key=lines.index)
