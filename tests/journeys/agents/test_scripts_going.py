"""Scripts that go on by themselves, a lap in each turn, until they are done or stopped."""

from bot.core.requests.ask import LAP, MOST_LAPS, STILL_GOING
from bot.domain.messages import Incoming, Kind
from tests.journeys.agents.scripts import a_script, all_at_once, counting, talk, without_offer
from tests.journeys.agents.small_agents import asks
from tests.journeys.conversation import THREAD, a_person
from tests.journeys.plans.planned import carry_out


async def test_a_script_goes_on_in_turns_of_its_own():
    conversation = await talk(a_script(counting(3)))

    first = await conversation.say("to the press")
    rest = await carry_out(conversation)

    assert (first, without_offer(rest)) == ("1", "2\n\n3\n\nCounted.")
    assert [reply.speaker for reply in conversation.replies][:4] == ["Counter"] * 3 + [""]
    assert await conversation.stack() == []


async def test_what_is_said_meanwhile_is_read_before_it_goes_on():
    conversation = await talk(a_script(counting(9)))

    said = await all_at_once(conversation, "to the press", "are you there")

    assert said == "1\n\nYou said are you there at 2."


async def test_stop_ends_what_goes_on_by_itself():
    conversation = await talk(a_script(counting(9)))

    said = await all_at_once(conversation, "to the press", "stop")

    assert said == "1\n\nStopped: press. Nothing more is done for it."
    assert await conversation.stack() == []


async def test_after_a_digression_it_goes_on():
    conversation = await talk(a_script(counting(3)), asks("room"))

    asked = await all_at_once(conversation, "to the press", "@room please")
    told = await conversation.say("blue")
    rest = await carry_out(conversation)

    assert asked == "1\n\nWhich room?"
    assert told == f"The room is blue.\n\n{STILL_GOING}"
    assert without_offer(rest) == "2\n\n3\n\nCounted."


async def test_who_goes_on_for_very_long_asks_first():
    conversation = await talk(a_script(counting(500)))

    said = await all_at_once(conversation, "to the press")

    assert said.endswith(f"press has been at it for {MOST_LAPS} turns. Shall it go on, or “stop”?")


async def test_an_errand_that_comes_late_changes_nothing():
    conversation = await talk(a_script(counting(3)))
    await all_at_once(conversation, "to the press", "wait")

    late = Incoming("late", THREAD, a_person("ana"), Kind.ERRAND, f"{LAP} event-1.1 event-1")

    assert await conversation.take(late) == ""
    assert await conversation.stack() == ["press"]
