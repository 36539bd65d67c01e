"""A secret that its author describes is asked for in those words, as any other value is."""

from typing import Annotated

import pytest
from pydantic import Field

from agents.kit import EffectKey, Secret, always, tool
from tests.journeys.secrets.safe import CODE, at_the_safe

pytestmark = pytest.mark.proves("R8")

Described = Annotated[Secret, Field(description="the code of the box")]
Bare = Annotated[Secret, Field(title="a code")]


async def test_a_secret_is_asked_for_as_it_is_described():
    @tool(ends_task=True)
    async def unlock(box: str, c: Described) -> str:
        """Unlock the box."""
        return f"{box} opens with {len(c.reveal())} letters."

    conversation = await at_the_safe(unlock, "open the box")

    assert conversation.replies[-1].text == (
        "Please type the code of the box. Nobody but the check of it sees it; “cancel” stops."
    )
    assert f"red opens with {len(CODE)} letters." in await conversation.say(CODE)


async def test_a_secret_without_a_description_is_asked_for_by_its_name():
    @tool(ends_task=True)
    async def unlock(box: str, box_code: Bare) -> str:
        """Unlock the box."""
        return f"{box} opens with {len(box_code.reveal())} letters."

    conversation = await at_the_safe(unlock, "open the box")

    assert conversation.replies[-1].text == (
        "Please type your box code. Nobody but the box code check sees it; “cancel” stops."
    )


async def test_the_form_for_an_effect_says_who_wants_to_do_what():
    @tool(effect=True, ends_task=True, approval=always())
    async def unlock(box: str, box_code: Secret, key: EffectKey) -> str:
        """Unlock the box."""
        return f"{box} opens with {len(box_code.reveal())} letters."

    conversation = await at_the_safe(unlock, "open the box")

    assert conversation.replies[-1].text == (
        "safe wants to unlock:\n  box: red\nIt needs your box code for that. "
        "Please type your box code. Nobody but the box code check sees it; “cancel” stops."
    )
    said = await conversation.say(CODE)
    assert "This needs an approval" in said
    assert "red opens" not in said
    assert f"red opens with {len(CODE)} letters." in await conversation.press("Approve")
