"""What a model must read for the bank's dialogue stays within its budget of tokens."""

import pytest

from tests.benchmarks.bot import QUESTION, a_bot
from tests.benchmarks.counting import Watch
from tests.benchmarks.measuring import count, count_dialogue
from tests.benchmarks.tokens import Prefixes

MOST_CALLS, MOST_TOKENS = 4, 2_000
MOST_OF_A_QUESTION, MOST_NEW = 600, 100


@pytest.mark.timeout(60)
async def test_the_prompts_of_the_whole_dialogue_fit_their_budget():
    watch, prefixes = Watch(), Prefixes()
    with watch.set_up():
        async with a_bot() as bot:
            first, again = [await count_dialogue(bot, watch) for _ in range(2)]
            other = await count(bot, watch, bot.new_thread(), [QUESTION])

    read = [
        [prefixes.count(post) for turn in turns for post in turn.posts]
        for turns in (first, again, [other])
    ]
    questions = [one for counted in read for one in counted if one.is_question]
    assert 1 <= len(read[0]) <= MOST_CALLS
    assert sum(one.prompt for one in read[0]) <= MOST_TOKENS
    assert max(one.prompt for one in questions) <= MOST_OF_A_QUESTION
    assert max(one.new for one in questions if not one.is_first) <= MOST_NEW
