"""The task tree of the manual does what stands there."""

import re
from pathlib import Path
from typing import Any

from agents.kit import Agent
from agents.kit.lint import findings, warnings
from tests.journeys.agents.small_agents import directed
from tests.journeys.conversation import a_conversation
from tests.unit.tasks.stories import call, each

PAGE = Path(__file__).parents[3] / "docs" / "tasks.md"
NOTICE = "Cake in the kitchen at four."


def the_tree() -> Agent:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    module: dict[str, Any] = {"__name__": "manual"}
    exec(found[1], module)  # noqa: S102 - our own manual
    agent = module["notices"]
    assert isinstance(agent, Agent)
    return agent


def test_nothing_is_wrong_with_it():
    assert (findings((the_tree(),)), warnings((the_tree(),))) == ([], [])


async def test_it_counts_asks_and_publishes():
    model = directed(
        {"notice": "notices"},
        each(
            editor=[
                call("send", to="counter", text=NOTICE),
                call("send", to="board", text=NOTICE),
                call("done"),
            ],
            counter=[call("count_words", text=NOTICE), call("done")],
            board=[call("publish", text=NOTICE)],
        ),
    )
    conversation = await a_conversation(model, agents=(the_tree(),))

    card = await conversation.say("a notice about cake, please")
    said = await conversation.press("Approve")

    assert card.startswith(f"board wants to publish:\n  text: {NOTICE}\n")
    assert said.startswith(f"Published: {NOTICE}")
    counted = [message.content for one in conversation.model.calls for message in one.messages]
    assert "(counter says) 6 words" in counted
