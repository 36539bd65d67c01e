"""What the parameters of a tool are to people: kinds, labels, choices."""

from datetime import date, datetime, time
from decimal import Decimal
from enum import Enum
from typing import Annotated, Literal

import pytest
from pydantic import Field

from agents.bank.authenticate import login
from agents.bank.transfer_money import transfer
from agents.kit import Money, tool
from agents.kit.slots import Choices, Day, OptionalDay, TimeOfDay
from agents.people.agent import schedule_orientation
from agents.procurement.agent import order_item
from agents.product.agent import assign_release
from bot.core.reading.slots import SlotKind, list_slots
from tests.fakes.form_slots import ACCOUNTS, a_turn, send, slot_of, slots_for


class Size(Enum):
    SMALL = "s"
    LARGE = "l"


def kind_of(hint: object) -> SlotKind:
    def probe(value: int) -> str:
        """Probe."""
        return str(value)

    probe.__annotations__["value"] = hint
    return slot_of(tool(ends_task=True)(probe), "value").kind


@pytest.mark.parametrize(
    ("hint", "kind"),
    [
        (Money, SlotKind.MONEY),
        (Money | None, SlotKind.MONEY),
        (Day, SlotKind.DAY),
        (OptionalDay, SlotKind.DAY),
        (date, SlotKind.DAY),
        (datetime, SlotKind.TEXT),
        (TimeOfDay, SlotKind.TIME),
        (time, SlotKind.TIME),
        (int, SlotKind.COUNT),
        (Annotated[int, Field(ge=1, le=9)] | None, SlotKind.COUNT),
        (float, SlotKind.NUMBER),
        (Decimal, SlotKind.NUMBER),
        (bool, SlotKind.FLAG),
        (Literal["Home", "Motor"], SlotKind.CHOICE),
        (Size, SlotKind.CHOICE),
        (Annotated[str, Choices(["red", "blue"])], SlotKind.CHOICE),
        (str, SlotKind.TEXT),
    ],
)
def test_a_type_says_what_kind_of_value_it_takes(hint: object, kind: SlotKind):
    assert kind_of(hint) is kind


@pytest.mark.parametrize(
    ("pattern", "kind"),
    [
        (r"^\d{6,12}$", SlotKind.ID),
        (r"^[A-Za-z]*\d[A-Za-z0-9]*$", SlotKind.ID),
        (r"^INV-[0-9]+$", SlotKind.ID),
        (r"^v?\d[\w.\-]{0,20}$", SlotKind.ID),
        (r"^\S{1,64}$", SlotKind.TEXT),
        (r"^[A-Z]{1,5}$", SlotKind.TEXT),
        (r"^[a-z]+_[a-z0-9]+$", SlotKind.TEXT),
        (r"^[A-Za-z0-9]{4,12}$", SlotKind.TEXT),
        (r"^(?:[01]\d|2[0-3]):[0-5]\d$", SlotKind.TIME),
        (r"^https?://\S+$", SlotKind.ADDRESS),
    ],
)
def test_a_pattern_is_an_id_only_if_it_demands_a_digit(pattern: str, kind: SlotKind):
    assert kind_of(Annotated[str, Field(pattern=pattern)]) is kind


def test_the_accounts_of_the_person_are_choices_and_other_ids_count_as_well():
    target = slot_of(send, "to_account")

    assert target.kind is SlotKind.CHOICE
    assert target.choices == ACCOUNTS
    assert target.others
    assert target.other_kind is SlotKind.ID
    assert target.takes_id


async def test_choices_are_those_of_the_turn():
    turn = a_turn()
    turn.person = type(turn.person)("console", "local", "U-other", "Other")

    slots = await list_slots(send, turn)

    assert [dict(slot.choices) for slot in slots] == [{}, {}, {}]


def test_an_account_to_send_to_may_be_an_id():
    assert slot_of(transfer, "to_account").takes_id


def test_a_login_name_is_free_text():
    assert slot_of(login, "username").kind is SlotKind.TEXT


def test_labels_are_the_words_of_name_and_description():
    source = slot_of(send, "from_account")

    assert source.name_words == {"from", "account"}
    assert source.labels == {"from", "account", "the", "to", "send"}
    assert source.description == "the account to send from"


def test_what_has_no_description_is_called_by_its_name():
    assert slot_of(send, "amount").description == "amount"


def test_what_has_a_default_is_not_required():
    assert [slot.name for slot in slots_for(send) if slot.required] == ["to_account", "amount"]


def test_a_slot_knows_what_its_tool_would_take():
    quantity = slot_of(order_item, "quantity")

    assert quantity.fits(1000)
    assert not quantity.fits(1001)


def test_a_number_among_choices_stays_a_number():
    @tool(ends_task=True)
    def rate(stars: Literal[1, 2, 3]) -> str:
        """Rate."""
        return str(stars)

    assert slot_of(rate, "stars").value_of("2") == 2


def test_a_member_of_an_enum_may_be_called_by_its_name():
    @tool(ends_task=True)
    def pack(size: Size) -> str:
        """Pack."""
        return size.value

    assert slot_of(pack, "size").choices == {"s": ("small",), "l": ("large",)}


def test_the_shipped_tools_are_typed():
    assert slot_of(schedule_orientation, "time").kind is SlotKind.TIME
    assert slot_of(assign_release, "release").kind is SlotKind.ID
