"""One loop and one stack: what is pushed, what is dropped, and what comes back."""

from dataclasses import replace

import pytest

from agents.kit import Agent, Outcome, ask, done, hand_over
from tests.fakes.questions import asked_in, said_in
from tests.journeys.agents.small_agents import asks, directed, in_turns, says
from tests.journeys.bank.talking import questions
from tests.journeys.conversation import Conversation, a_conversation

WORDS = {"letter": "letter", "claim": "claim", "relation": "relation", "office": "office"}


async def talk(*agents: Agent) -> Conversation:
    return await a_conversation(directed(WORDS), agents=agents)


@pytest.mark.proves("S1-14", "S1-16", "S1-18", "S1-36", "S1-78")
async def test_a_finished_task_leaves_the_stack_and_more_is_offered_with_its_artifact():
    finished = done("The letter is written.", artifact="Dear customer, …")
    conversation = await talk(says("letter", finished), says("claim", "none"))

    said = await conversation.say("a letter, please")

    assert said.startswith("The letter is written.")
    assert said.endswith("- letter: Looking after the letter\n- claim: Looking after the claim")
    assert conversation.artifacts == ["Dear customer, …"]
    assert await conversation.stack() == []


@pytest.mark.proves("S1-11", "S1-43", "S1-44", "S1-18")
async def test_an_agent_that_is_not_for_show_is_neither_welcomed_nor_offered():
    hidden = replace(says("claim", "Found."), expose_to_user=False)
    conversation = await talk(says("letter", "Written."), hidden)

    for said in (await conversation.start(), await conversation.say("help")):
        assert "Looking after the letter" in said
        assert "Looking after the claim" not in said
    assert (await conversation.say("my claim")).startswith("Found.")


@pytest.mark.proves("S1-18")
async def test_nothing_is_offered_as_long_as_something_waits():
    conversation = await talk(asks("letter"), says("office", "It is open."))
    await conversation.say("a letter, please")

    assert await conversation.say("is the office open?") == "It is open.\n\nWhich letter?"


@pytest.mark.proves("S1-04")
async def test_a_task_knows_who_needed_it_what_it_keeps_and_what_it_was_given():
    needy = in_turns("letter", hand_over("claim", "find the claim", state={"step": 1}))
    conversation = await talk(needy, asks("claim"))

    await conversation.say("a letter, please")

    letter, claim = (await conversation.participant()).stack.tasks
    assert (letter.parent, letter.state, letter.said) == ("", {"step": 1}, ("a letter, please",))
    assert (claim.parent, claim.said) == ("letter", ("find the claim",))


@pytest.mark.proves("S1-19", "S1-33", "S1-01", "S1-05")
async def test_an_interrupted_task_stays_while_the_one_it_named_is_asked():
    needy = in_turns("letter", hand_over("claim", "find the claim"))
    conversation = await talk(needy, asks("claim"))

    assert await conversation.say("a letter, please") == "Which claim?"

    assert await conversation.stack() == ["letter", "claim"]


@pytest.mark.proves("S1-17", "S1-17b", "S1-14", "S1-01")
async def test_what_a_helper_found_is_joined_to_the_text_of_the_task_that_goes_on():
    heard: list[str] = []
    needy = in_turns("letter", hand_over("claim", "find it"), done("Written."), heard=heard)
    conversation = await talk(needy, asks("claim"))
    await conversation.say("a letter, please")

    said = await conversation.say("number 7")

    assert heard == ["a letter, please", "a letter, please The claim is number 7."]
    assert said.startswith("Written.")
    assert await conversation.stack() == []


@pytest.mark.proves("S1-20", "S1-17b")
async def test_a_digression_is_answered_first_and_the_waiting_question_follows_in_one_message():
    conversation = await talk(asks("letter"), asks("claim"))
    await conversation.say("a letter, please")

    assert await conversation.say("and the claim?") == "Which claim?"
    assert await conversation.stack() == ["letter", "claim"]

    assert await conversation.say("number 7") == "The claim is number 7.\n\nWhich letter?"
    assert await conversation.stack() == ["letter"]

    assert (await conversation.say("a long one")).startswith("The letter is a long one.")
    assert await conversation.stack() == []


@pytest.mark.proves("S1-17b", "S1-17")
async def test_the_waiting_task_is_given_what_the_digression_brought_up():
    agents = [asks("letter"), says("claim", "The claim is number 7.")]
    conversation = await talk(*agents)
    await conversation.say("a letter, please")

    await conversation.say("which claim is it?")

    (task,) = (await conversation.participant()).stack.tasks
    assert "The claim is number 7." in repr(task)
    assert task.said[0] == "a letter, please"


@pytest.mark.proves("S1-20", "S1-14")
async def test_digressions_three_deep_come_back_one_by_one():
    conversation = await talk(asks("letter"), asks("claim"), asks("relation"), asks("office"))
    await conversation.say("a letter, please")
    await conversation.say("what is the claim?")
    await conversation.say("what is the relation?")
    await conversation.say("what is the office?")
    assert await conversation.stack() == ["letter", "claim", "relation", "office"]

    assert await conversation.say("in town") == "The office is in town.\n\nWhich relation?"
    assert await conversation.say("partner") == "The relation is partner.\n\nWhich claim?"
    assert await conversation.say("number 7") == "The claim is number 7.\n\nWhich letter?"
    assert (await conversation.say("a long one")).startswith("The letter is a long one.")


@pytest.mark.proves("S1-20", "S1-65", "S0-41")
async def test_a_digression_while_an_open_question_waits_is_never_its_answer():
    heard: list[str] = []
    conversation = await talk(asks("letter", heard=heard), says("office", "It is open."))
    await conversation.say("a letter, please")

    await conversation.say("is the office open?")

    (task,) = (await conversation.participant()).stack.tasks
    assert task.said == ("a letter, please",)
    assert task.state == {"asked": "Which letter?"}


@pytest.mark.proves("S1-20", "S1-52")
async def test_a_digression_while_a_closed_question_waits_brings_its_choices_back():
    conversation = await talk(
        asks("letter", options=("long", "short")), says("office", "It is open.")
    )
    await conversation.say("a letter, please")

    said = await conversation.say("is the office open?")

    assert said == "It is open.\n\nWhich letter?"
    assert [button.label for button in conversation.last.buttons] == ["long", "short"]
    assert (await conversation.press("short")).startswith("The letter is short.")


@pytest.mark.proves("S1-20")
async def test_a_word_for_the_waiting_task_brings_it_back_to_the_top():
    conversation = await talk(asks("letter"), asks("claim"))
    await conversation.say("a letter, please")
    await conversation.say("and the claim?")

    said = await conversation.say("@letter a long one")

    assert said == "The letter is a long one.\n\nWhich claim?"
    assert await conversation.stack() == ["claim"]


@pytest.mark.proves("S1-21")
async def test_what_was_rendered_once_is_not_shown_again_when_the_task_resumes():
    helper = done("It is drawn.", artifact="a map of the office")
    conversation = await talk(asks("letter"), says("office", helper))
    await conversation.say("a letter, please")
    await conversation.say("a map of the office?")

    await conversation.say("a long one")

    assert conversation.artifacts == ["a map of the office"]


@pytest.mark.proves("S1-21", "S1-17")
async def test_a_task_keeps_the_words_of_its_helper_and_not_its_artifact():
    heard: list[str] = []
    needy = in_turns("letter", hand_over("office", "draw it"), ask("Is it good?"), heard=heard)
    helper = says("office", done("It is drawn.", artifact="a map of the office"))
    conversation = await talk(needy, helper)

    await conversation.say("a letter, please")

    assert heard[-1] == "a letter, please It is drawn."
    (task,) = (await conversation.participant()).stack.tasks
    assert "a map of the office" not in repr(task)
    assert conversation.artifacts == ["a map of the office"]


@pytest.mark.proves("S1-22", "S1-31", "S1-75c")
async def test_a_message_with_nothing_waiting_goes_where_the_model_says_and_why_is_told():
    conversation = await talk(says("letter", "Written."), says("claim", "Found."))

    said = await conversation.say("my claim")

    assert said.startswith("Found.")
    assert conversation.model.purposes[0] == "read:which"
    why = "“my claim” was read as a wish for it: Looks after the claim."
    assert ("claim", f"claim: {why}") in conversation.progress
    assert why not in said


@pytest.mark.proves("S1-15", "S1-65", "S1-03")
async def test_an_answer_is_judged_together_with_the_task_that_waits_for_it():
    conversation = await talk(asks("letter"), says("office", "It is open."))
    await conversation.say("a letter, please")

    await conversation.say("is the office open?")

    call = questions(conversation, "about")[-1]
    assert said_in(call) == "is the office open?"
    assert "Which letter?" in asked_in(call)


@pytest.mark.proves("S1-02", "S1-01")
async def test_the_loop_goes_on_from_the_newest_thing_until_a_person_must_act():
    needy = in_turns("letter", hand_over("claim", "find it"), hand_over("office", "print it"))
    conversation = await talk(needy, says("claim", "Number 7."), asks("office"))

    said = await conversation.say("a letter, please")

    assert said == "Which office?"
    assert await conversation.stack() == ["letter", "office"]


@pytest.mark.proves("S1-05")
@pytest.mark.parametrize(("interrupt", "open_tasks"), [(True, ["letter"]), (False, [])])
async def test_one_flag_alone_says_that_a_task_is_not_complete(
    interrupt: bool,  # noqa: FBT001 - the flag itself
    open_tasks: list[str],
):
    conversation = await talk(says("letter", Outcome(value="Hm.", interrupt=interrupt)))

    await conversation.say("a letter, please")

    assert await conversation.stack() == open_tasks


@pytest.mark.proves("S1-13")
async def test_asked_what_it_can_do_the_bot_tells():
    conversation = await a_conversation()
    await conversation.say("hello")

    said = await conversation.say("What can you do?")

    assert "Writing a standardised decline letter" in said
    told = conversation.model.calls[-1].messages[0].content
    assert "- SmartStrategy: Finding your claim id" in told, "a model must be told, too"
    assert await conversation.stack() == []
