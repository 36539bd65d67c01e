"""Choices of a slot: what may be chosen, and the other names it has."""

from typing import Annotated, Any, Literal

import pytest

from agents.kit import Choices, Turn, tool
from agents.kit.slots import choices_in, labelled, literals_of
from agents.kit.values.errors import AuthorError
from agents.stocks.agent import stock_lookup
from tests.fakes.turns import Desk, demo_records

COLOURS = Choices({"red": ("scarlet",)}, others=True)
Colour = Annotated[str, COLOURS]


def a_turn() -> Turn:
    return Desk(stock_lookup, demo_records(stock_lookup)).turn()


@pytest.mark.parametrize(
    ("given", "choices"),
    [
        (["red", "blue"], {"red": (), "blue": ()}),
        ({"red": ["scarlet"], "blue": ()}, {"red": ("scarlet",), "blue": ()}),
        (lambda turn: [turn.person.name], {"Seldo": ()}),
    ],
)
async def test_choices_are_labels_with_or_without_aliases(given: Any, choices: dict[str, Any]):
    assert await Choices(given).of(a_turn()) == choices


@pytest.mark.parametrize("given", ["red", 5, None])
def test_anything_else_is_an_authors_mistake(given: Any):
    with pytest.raises(AuthorError, match="choices are a list of labels"):
        labelled(given)


def test_a_tool_keeps_the_choices_of_its_slots():
    @tool(ends_task=True)
    def paint(colour: Colour) -> str:
        """Paint the wall."""
        return colour

    assert choices_in(paint.parameters.model_fields["colour"].metadata) is COLOURS
    assert choices_in(()) is None


@pytest.mark.parametrize(
    ("hint", "values"),
    [
        (Literal["a", "b"], ("a", "b")),
        (Literal["a"] | None, ("a",)),
        (Annotated[Literal["a", "b"], Choices({"a": ("first",)})], ("a", "b")),
        (str, ()),
        (str | None, ()),
        (Colour, ()),
    ],
)
def test_the_values_of_a_literal_are_found_whatever_stands_beside_it(
    hint: Any, values: tuple[str, ...]
):
    assert literals_of(hint) == values
