"""Embeddings are packed small, and compared by the angle between them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.domain.memory import Embedding, find_nearest

numbers = st.floats(-1e6, 1e6).filter(lambda number: abs(number) > 1e-6 or number == 0)
vectors = st.lists(numbers, min_size=4, max_size=4).filter(any)


def a_meaning(*numbers: float) -> Embedding:
    return Embedding.of("model", numbers)


def cosine(one: list[float], other: list[float]) -> float:
    product = sum(a * b for a, b in zip(one, other, strict=True))
    return product / math.hypot(*one) / math.hypot(*other)


def test_the_most_alike_come_first_and_the_unlike_not_at_all():
    among = [
        ("across", a_meaning(0, 1).packed),
        ("near", a_meaning(3, 1).packed),
        ("against", a_meaning(-1, 0).packed),
        ("same", a_meaning(5, 0).packed),
    ]

    assert find_nearest(a_meaning(1, 0), among, 9, least=0.5) == ["same", "near"]
    assert find_nearest(a_meaning(1, 0), among, 1, least=0.5) == ["same"]


def test_what_has_another_dimension_is_never_compared():
    among = [("longer", a_meaning(1, 0, 0).packed), ("shorter", a_meaning(1).packed)]

    assert find_nearest(a_meaning(1, 0), among, 9, least=-1.0) == []


@pytest.mark.parametrize("wrong", [(), (0.0, 0.0), (math.nan, 1.0), (math.inf, 1.0)])
def test_what_points_nowhere_is_no_meaning(wrong: tuple[float, ...]):
    with pytest.raises(ValueError, match="finite numbers"):
        a_meaning(*wrong)


def test_it_is_as_small_as_a_byte_for_each_number():
    meaning = a_meaning(*range(1, 1537))

    assert meaning.dimension == 1536
    assert len(meaning.packed) == 1540


@given(vectors)
def test_everything_is_most_like_itself_however_long_it_is(vector: list[float]):
    meaning, longer = a_meaning(*vector), a_meaning(*(2 * number for number in vector))

    assert find_nearest(meaning, [("itself", longer.packed)], 1, least=0.97) == ["itself"]


@given(vectors, vectors, st.floats(-1, 1))
def test_packing_moves_the_cosine_by_a_hundredth_at_most(
    one: list[float], other: list[float], least: float
):
    found = find_nearest(a_meaning(*one), [("it", a_meaning(*other).packed)], 1, least=least)

    if abs(cosine(one, other) - least) > 0.02:
        assert bool(found) == (cosine(one, other) > least)
