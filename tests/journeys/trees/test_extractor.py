"""The extractor: a task whose sub-task checks what it took, and sends it back if it is wrong."""

import json

from pydantic import JsonValue

from agents.extractor.agent import extractor
from agents.kit.values.model import ToolCall
from bot.domain.messages import Attachment, Incoming
from tests.fakes.scripted import ScriptedAnswer
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.models.puppet import acting, calls, puppet, together, which

LETTER = "Maria Lopez paid $120 on 3 May 2027. Write to maria@example.org."
RIGHT: dict[str, JsonValue] = {
    "names": ["Maria Lopez"],
    "dates": {"3 May 2027": "3 May 2027"},
    "amounts": ["$120"],
    "emails": ["maria@example.org"],
}

DONE = calls("done", answer="Here is the record.")
CHECKED = calls("check_record", **RIGHT)


def sent(record: object) -> ToolCall:
    return calls("send", to="validator", text=json.dumps(record))


async def talked_with(extractor: tuple[ScriptedAnswer, ...], *validator: ToolCall) -> Conversation:
    strings = (acting("extractor", *extractor), acting("validator", *validator))
    return await a_conversation(puppet(together(which("extractor"), *strings)))


def record_of(conversation: Conversation) -> dict[str, object]:
    (artifact,) = conversation.artifacts
    read: dict[str, object] = json.loads(artifact)
    return read


async def test_a_text_is_asked_for_and_may_come_later():
    conversation = await talked_with(("Which text?", sent(RIGHT), DONE), CHECKED)

    assert await conversation.say("which amounts are in this letter?") == "Which text?"
    said = await conversation.say(LETTER)

    assert "Here is the record." in said
    assert record_of(conversation) == RIGHT | {
        "dates": [{"written": "3 May 2027", "date": "2027-05-03"}]
    }
    assert "extractor turns to validator" in conversation.told()
    assert await conversation.stack() == []


async def test_of_its_own_words_alone_it_asks_for_a_text():
    conversation = await a_conversation()

    said = await conversation.say("take names and dates out of a text")

    assert said == extractor.opening


async def test_a_text_may_come_as_a_file():
    conversation = await talked_with((sent(RIGHT), DONE), CHECKED)
    letter = Attachment("letter.txt", text=LETTER)
    wish = "take the fields out of this document"

    said = await conversation.take(
        Incoming("e1", THREAD, a_person("ana"), text=wish, files=(letter,))
    )

    assert "Here is the record." in said
    assert record_of(conversation)["amounts"] == ["$120"]


async def test_what_is_wrong_goes_back_and_is_mended():
    wrong = RIGHT | {"names": ["Mario Lopes"], "emails": []}
    conversation = await talked_with(
        (sent(wrong), sent(RIGHT), DONE),
        calls("check_record", **wrong),
        calls("done", answer="“Mario Lopes” is not in the text, and an address is left out."),
        calls("check_record", **RIGHT),
    )

    said = await conversation.say(f"extract the fields: {LETTER}")

    assert "Here is the record." in said
    assert record_of(conversation)["names"] == ["Maria Lopez"]
    read = conversation.model.everything_read
    assert "not in the text: names “Mario Lopes”; left out: emails “maria@example.org”" in read
    assert "(validator says) “Mario Lopes” is not in the text" in read


async def test_nothing_is_handed_over_that_is_not_in_the_text_whatever_models_say():
    made_up = RIGHT | {"amounts": ["$1,000,000"]}
    conversation = await talked_with(
        (sent(made_up), calls("done", answer="All is right.")),
        calls("check_record", **made_up),
        calls("done", answer="All is right."),
    )

    await conversation.say(f"extract the fields: {LETTER}")

    assert conversation.artifacts == []
