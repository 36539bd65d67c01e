"""Pictures go to a model that takes them; one that does not is asked again in words."""

import pytest

from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ChatMessage, Image
from bot.llm.openai.wire.conversation import UNSEEN
from tests.fakes.model_answers import Asked, Reply, Script, fails, says
from tests.fakes.openai_models import a_call, model_over

PICTURE = Image("image/png", "aGVsbG8=")
SHOWN = a_call(messages=(ChatMessage("user", "What is this?", images=(PICTURE,)),))
PARTS = [
    {"type": "text", "text": "What is this?"},
    {"type": "image_url", "image_url": {"url": "data:image/png;base64,aGVsbG8="}},
]


def blind(status: int, words: str) -> Script:
    """A server that takes words only."""

    def script(asked: Asked) -> Reply:
        in_words = isinstance(asked.body["messages"][0]["content"], str)
        return says("I cannot see it.") if in_words else fails(status, words)

    return script


async def test_a_picture_is_a_part_of_what_the_user_says():
    async with model_over(says("A cat.")) as setup:
        reply = await setup.complete(SHOWN)

    assert setup.body["messages"] == [{"role": "user", "content": PARTS}]
    assert reply.text == "A cat."
    assert not reply.is_blind


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (400, "Invalid content type. image_url is only supported by certain models."),
        (400, "unknown variant `image_url`, expected `text`"),
        (404, "No endpoints found that support image input"),
        (422, "This model does not support multimodal content"),
        (400, "At most 0 image(s) may be provided in one request"),
        (500, "image input is not supported"),
        (413, "The image is too large"),
        (422, "messages.0.content: Input should be a valid string"),
    ],
)
async def test_a_model_that_takes_none_is_asked_in_words_and_says_so(status: int, words: str):
    async with model_over(blind(status, words)) as setup:
        reply = await setup.complete(SHOWN)

    assert reply.is_blind
    assert setup.times_asked == 2
    assert setup.body["messages"][0]["content"] == f"What is this?\n{UNSEEN}"


@pytest.mark.parametrize(
    ("status", "words"),
    [(401, "no image for this key"), (429, "too many images"), (400, "something else")],
)
async def test_other_refusals_stay_what_they_are(status: int, words: str):
    async with model_over(blind(status, words), retries=0) as setup:
        with pytest.raises(ModelUnavailable):
            await setup.complete(SHOWN)

    assert setup.times_asked == 1


async def test_words_about_pictures_are_no_reason_to_ask_again():
    async with model_over(blind(400, "image"), retries=0) as setup:
        reply = await setup.complete(a_call(messages=(ChatMessage("user", "What is this?"),)))

    assert not reply.is_blind
    assert setup.times_asked == 1
