"""What stands behind the name of a value and a colon is taken whole, without a model."""

from typing import Annotated

import pytest
from pydantic import Field

from agents.kit import Agent, tool
from tests.journeys.conversation import a_conversation


@tool(ends_task=True)
def post_update(update: Annotated[str, Field(description="what was done")]) -> str:
    """Post an update for the standup."""
    return f"Posted: {update}|"


@tool(ends_task=True)
def define(
    term: Annotated[str, Field(description="the term")],
    meaning: Annotated[str, Field(description="what it means")],
) -> str:
    """Define a term of the glossary."""
    return f"{term} = {meaning}|"


STANDUP = Agent(
    name="standup",
    description="Collects updates for the standup.",
    introduction="The standup",
    tools=(post_update,),
    examples=("post my standup update",),
)
GLOSSARY = Agent(
    name="glossary",
    description="Defines terms.",
    introduction="The glossary",
    tools=(define,),
    examples=("define a term for the glossary",),
)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("post my standup update: fixed the lamp", "Posted: fixed the lamp|"),
        ("post my update: fixed the lamp, and the door", "Posted: fixed the lamp, and the door|"),
        ("post my update: done. Tests are next", "Posted: done. Tests are next|"),
        (
            "define a term, term: service desk, meaning: who helps with computers",
            "service desk = who helps with computers|",
        ),
        (
            "define for the glossary: term: SLA; meaning: service level agreement",
            "SLA = service level agreement|",
        ),
        (
            'define a term, term: "SLA, for short", meaning: a promise',
            "SLA, for short = a promise|",
        ),
    ],
)
async def test_a_text_behind_its_name_is_kept_whole(said: str, told: str):
    conversation = await a_conversation(agents=[STANDUP, GLOSSARY])

    assert (await conversation.say(said)).partition("|")[0] + "|" == told


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("draft announcement: the printer is broken, use the other one", "what is announced; the"),
        ("register employee: the new guy is Bob Ray", "Please tell me: the full name; the role"),
        (
            "register employee: name: Jess Smith role: manager",
            "(Jess Smith) and the role (manager)",
        ),
        ("register feature title: Dark description: night mode", "Feature 1 “Dark” is registered"),
    ],
)
async def test_words_before_a_name_or_an_is_are_nobodys_value(said: str, told: str):
    conversation = await a_conversation()

    assert told in await conversation.say(said)
