"""What was said in a thread of Discord before the bot was mentioned there for the first time."""

from pathlib import Path

import pytest

from agents.kit.values.model import ModelCall
from tests.fakes.discord import FakeDiscord
from tests.journeys.models.puppet import puppet, together, which
from tests.platforms.discord.bot import running

pytestmark = pytest.mark.timeout(60)


@pytest.mark.parametrize("is_deleted", [False, True])
async def test_the_message_a_thread_was_opened_from_is_known_with_what_followed(
    tmp_path: Path, *, is_deleted: bool
):
    seen: list[str] = []

    def watched(call: ModelCall) -> None:
        seen.append("\n".join(message.content for message in call.messages))

    model = puppet(together(watched, which("small_talk", "small_talk")))
    async with FakeDiscord() as fake, running(fake, tmp_path, model=model) as bot:
        ann, ben = fake.user("ann"), fake.user("ben")
        first = await fake.say(ben, fake.general, "our stock is GOOG, remember")
        thread = await fake.start_thread(ben, first, "stocks", with_bot=True)
        await fake.say(ben, thread, "and it went up")
        if is_deleted:
            await fake.delete(ben, first)
        await fake.mention(ann, thread, "what is its price?")
        await bot.ends.until(1)  # a stranger is greeted, which needs no model
        await fake.mention(ann, thread, "and now, what is its price?")
        await bot.ends.until(2)

        assert any("and it went up" in prompt for prompt in seen)
        assert any("our stock is GOOG, remember" in prompt for prompt in seen) is not is_deleted
