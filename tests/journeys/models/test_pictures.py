"""Pictures are shown in their own turn to a model that sees, and kept nowhere."""

import base64

from agents.kit.values.model import Finish, ModelReply
from bot.core.prompts.model_calls import BLIND
from bot.domain.messages import Attachment
from tests.journeys.reading import a_reader, newest_call, read_by

CAT = Attachment("cat.png", "image/png", data=base64.b64encode(b"a cat" * 400).decode())


async def test_a_picture_is_shown_to_a_model_that_sees_and_kept_nowhere():
    bot = await a_reader("A cat.", "What?", sees=True)

    await bot.hears(bot.message("what is this?", files=(CAT,)))

    shown = [message for message in newest_call(bot).messages if message.images]
    assert [message.content for message in shown] == ["what is this?"]
    assert shown[0].images[0].data == CAT.data
    assert CAT.data not in str(bot.conversation.store.tables.said)
    assert "cat.png (a picture of 2 kB)" in bot.lines[0]
    await bot.hears(bot.message("and now?"))
    assert not any(message.images for message in newest_call(bot).messages)


async def test_who_cannot_see_says_so():
    bot = await a_reader()

    said = await bot.hears(bot.message("what is this?", files=(CAT,)))

    assert "I cannot see pictures here" in said
    assert "could not be shown" in read_by(bot)[0]


async def test_a_model_that_turned_out_blind_is_not_believed_to_have_seen():
    bot = await a_reader(ModelReply("It is a dog.", finish=Finish.STOP, is_blind=True), sees=True)

    said = await bot.hears(bot.message("what is this?", files=(CAT,)))

    assert said.startswith(BLIND)


async def test_pictures_have_a_limit():
    huge = Attachment("huge.png", "image/png", data="x" * 7_000_001)
    bot = await a_reader(sees=True)

    said = await bot.hears(bot.message("look", files=(*[CAT] * 5, huge)))

    assert said.count("I have not looked at") == 2
