"""Progress: task cards, plans and lines; suggestions and thumbs."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.slack.progress import (
    Step,
    as_chunks,
    as_line,
    as_message,
    feedback,
    plan,
    plan_update,
    prompts,
)
from tests.unit.slack_limits import controls, refusals, refusals_of_chunk
from tests.unit.slack_texts import hostile

STEPS = (Step("Accounts", "looking up the balance"), Step("Transfers", "", "pending"), Step("Now"))


def test_a_stream_is_told_of_every_step():
    assert as_chunks(STEPS, done=False) == [
        {
            "type": "task_update",
            "id": "step-1",
            "title": "Accounts",
            "status": "complete",
            "details": "looking up the balance",
        },
        {"type": "task_update", "id": "step-2", "title": "Transfers", "status": "pending"},
        {"type": "task_update", "id": "step-3", "title": "Now", "status": "in_progress"},
    ]


def test_when_all_is_done_nothing_is_in_progress():
    assert [chunk["status"] for chunk in as_chunks(STEPS[::2], done=True)] == ["complete"] * 2
    failed = Step("Now", state="error", output="the bank did not answer")
    assert as_chunks([failed], done=True)[0]["output"] == "the bank did not answer"
    assert as_chunks([failed], done=True)[0]["status"] == "error"


def test_a_plan_is_a_block_of_task_cards():
    block = plan("Moving house", STEPS[:1], done=False)

    assert block == {
        "type": "plan",
        "title": "Moving house",
        "tasks": [
            {
                "type": "task_card",
                "task_id": "step-1",
                "title": "Accounts",
                "status": "in_progress",
                "details": {
                    "type": "rich_text",
                    "elements": [
                        {
                            "type": "rich_text_section",
                            "elements": [{"type": "text", "text": "looking up the balance"}],
                        }
                    ],
                },
            }
        ],
    }
    assert plan_update("Moving <!here>") == {
        "type": "plan_update",
        "title": "Moving ⟨U+003C⟩!here>",
    }


def test_without_a_stream_the_last_steps_are_lines():
    assert as_line([Step("Long ago"), *STEPS]) == (
        "✅ Accounts · looking up the balance\n▫️ Transfers\n⏳ Now"
    )
    assert as_line([Step("Now")], done=True) == "✅ Now"
    assert as_line([]) == "…"


def test_of_very_many_steps_the_newest_are_shown():
    chunks = as_chunks([Step(f"step {number}") for number in range(1, 71)], done=False)

    assert [chunks[0]["title"], chunks[0]["id"]] == ["step 21", "step-21"]
    assert len(chunks) == 50


def test_suggestions_are_few_short_and_different():
    says = ["send 20 to Sam", "send 20 to Sam", " ", "x" * 80, "what can\nyou do?", "four", "five"]

    assert prompts(says, "Try:") == {
        "title": "Try:",
        "prompts": [
            {"title": "send 20 to Sam", "message": "send 20 to Sam"},
            {"title": "x" * 74 + "…", "message": "x" * 80},
            {"title": "what can you do?", "message": "what can you do?"},
            {"title": "four", "message": "four"},
        ],
    }
    assert prompts([]) == {"prompts": []}


def test_thumbs_name_the_answer_they_are_about():
    (buttons,) = feedback("t.1")["elements"]

    assert buttons["action_id"] == "feedback"
    assert buttons["positive_button"]["value"] == "good.t.1"
    assert buttons["negative_button"]["value"] == "bad.t.1"
    assert refusals([feedback("t.1")]) == []


states = st.sampled_from([None, "pending", "in_progress", "complete", "error"])
steps = st.lists(st.builds(Step, hostile, hostile, states, hostile), max_size=5)


@given(steps, hostile, st.booleans())
def test_no_progress_acts_or_is_refused(some: list[Step], title: str, done: bool):  # noqa: FBT001 - as Hypothesis gives it
    chunks = [*as_chunks(some, done=done), plan_update(title)]
    block = plan(title, some, done=done)
    message = as_message(some, done=done)

    assert [found for chunk in chunks for found in refusals_of_chunk(chunk)] == []
    assert refusals([block]) == []
    assert refusals(message.blocks) == []
    assert controls(message.text) == []
    written = json.dumps([chunks, block])
    assert not any(sign in written for sign in ("<!", "<@", "<#", "://"))
