"""What a model must read for the bank's dialogue stays within its budget."""

import pytest

from tests.benchmarks.bot import a_bot
from tests.benchmarks.counting import Watch
from tests.benchmarks.measuring import count_dialogue

MOST_CHARACTERS = 14_000  # messages, tools and answer schemas of all calls together


@pytest.mark.timeout(60)
async def test_the_prompts_of_the_whole_dialogue_fit_their_budget():
    watch = Watch()
    with watch.set_up():
        async with a_bot() as bot:
            turns = await count_dialogue(bot, watch)

    assert sum(len(turn.posts) for turn in turns) >= len(turns)
    assert sum(turn.characters for turn in turns) <= MOST_CHARACTERS
