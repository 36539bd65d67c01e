"""Progress: task cards, plans and lines; suggestions and thumbs."""

import json

from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.slack.render.blocks import context
from bot.platforms.slack.render.task_cards import (
    TaskCard,
    as_chunks,
    as_line,
    feedback,
    plan,
    prompts,
)
from tests.unit.slack.limits import controls, refusals, refusals_of_chunk
from tests.unit.slack.texts import hostile

STEPS = (
    TaskCard("Accounts", "looking up the balance"),
    TaskCard("Transfers", "", "pending"),
    TaskCard("Now"),
)


def test_a_stream_is_told_of_every_step():
    assert as_chunks(STEPS) == [
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


def test_a_step_may_say_how_it_stands():
    done, failed = (
        TaskCard("Before", state="complete"),
        TaskCard("Now", state="error", output="no answer"),
    )

    assert [chunk["status"] for chunk in as_chunks([done])] == ["complete"]
    assert as_chunks([failed])[0]["status"] == "error"
    assert as_chunks([failed])[0]["output"] == "no answer"


def test_a_plan_is_a_block_of_task_cards():
    block = plan("Moving house", STEPS[:1])

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


def test_without_a_stream_the_last_steps_are_lines():
    assert as_line([TaskCard("Long ago"), *STEPS]) == (
        "✅ Accounts · looking up the balance\n▫️ Transfers\n⏳ Now"
    )
    assert as_line([TaskCard("Now", state="complete")]) == "✅ Now"
    assert as_line([]) == "…"


def test_of_very_many_steps_the_newest_are_shown():
    chunks = as_chunks([TaskCard(f"step {number}") for number in range(1, 71)])

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
steps = st.lists(st.builds(TaskCard, hostile, hostile, states, hostile), max_size=5)


@given(steps, hostile)
def test_no_progress_acts_or_is_refused(some: list[TaskCard], title: str):
    chunks = as_chunks(some)
    block = plan(title, some)
    line = as_line(some)

    assert [found for chunk in chunks for found in refusals_of_chunk(chunk)] == []
    assert refusals([block]) == []
    assert refusals([context(line)]) == []
    assert controls(line) == []
    written = json.dumps([chunks, block])
    assert not any(sign in written for sign in ("<!", "<@", "<#", "://"))
