"""The loop of a model with tools: it goes on until there is an outcome, and never half way."""

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from agents.kit import Agent, Outcome, ToolFailed, ask, done, hand_back, tool
from agents.kit.model_loop import Hands, ModelLoop, offered
from agents.kit.outcome import Suspended
from agents.kit.tool import Tool
from agents.kit.values.errors import ModelUnavailable
from agents.kit.values.model import ChatMessage, Finish, ModelCall, ModelReply, Purpose, ToolCall

BEGINNING = [ChatMessage("system", "Help."), ChatMessage("user", "Send 20 to Sam")]
TO_SAM = {"to_account": "17"}
SENT = "Sent **$20.00** to Sam.\n\n_Thank you!_"


@tool
def find_account(name: str) -> str:
    """Find an account."""
    return name


@tool(ends_task=True, effect=True)
def transfer(to_account: str) -> str:
    """Transfer money."""
    return to_account


def an_agent(*tools: Tool) -> Agent:
    return Agent(name="transfer_money", description="Transfers.", prompt="Help.", tools=tools)


TRANSFERRER = an_agent(find_account, transfer)
FINDER = an_agent(find_account)
TALKER = an_agent()


class FakeHands(Hands):
    """Answers what the model is said to answer; tools return what they are said to."""

    def __init__(
        self,
        *replies: ModelReply,
        results: Mapping[str, str | Suspended | ToolFailed] | None = None,
    ) -> None:
        self.replies = list(replies)
        self.results = dict(results or {})
        self.calls: list[ModelCall] = []
        self.used: list[tuple[str, dict[str, Any]]] = []
        self.kept: list[tuple[str, dict[str, Any]]] = []
        self.back = ""

    async def complete(self, call: ModelCall) -> ModelReply:
        self.calls.append(call)
        return self.replies.pop(0)

    async def use(self, tool: Tool, arguments: Mapping[str, Any]) -> str | Suspended:
        self.used.append((tool.name, dict(arguments)))
        result = self.results.get(tool.name, "found")
        if isinstance(result, ToolFailed):
            raise result
        return result

    def keep(self, tool: Tool, arguments: Mapping[str, Any]) -> None:
        self.kept.append((tool.name, dict(arguments)))

    def back_later(self, reason: str) -> None:
        self.back = reason

    def is_doubtful(self, answer: str) -> bool:
        return "Xenia" in answer


def says(text: str) -> ModelReply:
    return ModelReply(text)


def calls(*wanted: tuple[str, dict[str, Any] | str]) -> ModelReply:
    made = (
        ToolCall(f"c{number}", name, given if isinstance(given, str) else json.dumps(given))
        for number, (name, given) in enumerate(wanted)
    )
    return ModelReply("", tuple(made), Finish.TOOL_CALLS)


async def run(hands: FakeHands, agent: Agent = TRANSFERRER) -> Outcome:
    loop = ModelLoop(agent, hands, list(BEGINNING))
    return await loop.run()


async def test_words_of_an_agent_with_tools_are_a_question():
    hands = FakeHands(says("To whom?"))

    assert await run(hands) == ask("To whom?")


async def test_words_of_an_agent_without_tools_are_its_answer():
    hands = FakeHands(says("Hello!"))

    assert await run(hands, TALKER) == done("Hello!")


@pytest.mark.proves("S0-18")
async def test_a_model_is_given_the_tools_of_its_own_agent_and_no_others():
    hands = FakeHands(says("To whom?"))

    await run(hands)

    assert hands.calls == [
        ModelCall(
            Purpose.AGENT,
            "transfer_money",
            tuple(BEGINNING),
            tools=offered(TRANSFERRER),
        )
    ]
    assert [spec.name for spec in offered(TRANSFERRER)] == [
        "find_account",
        "transfer",
        "hand_back",
    ]


async def test_a_result_goes_back_to_the_model_which_goes_on():
    wanted = calls(("find_account", {"name": "Sam"}))
    hands = FakeHands(wanted, says("To 17?"), results={"find_account": "17"})

    assert await run(hands) == ask("To 17?")
    assert hands.used == [("find_account", {"name": "Sam"})]
    assert hands.calls[1].messages == (
        *BEGINNING,
        ChatMessage("assistant", "", wanted.tool_calls),
        ChatMessage("tool", "17", tool_call_id="c0"),
    )


async def test_the_words_of_a_tool_that_ends_the_task_reach_the_user_as_they_are():
    hands = FakeHands(calls(("transfer", TO_SAM)), results={"transfer": SENT})

    assert await run(hands) == done(SENT)
    assert len(hands.calls) == 1


async def test_several_calls_at_once_are_carried_out_in_order():
    wanted = calls(("find_account", {"name": "Sam"}), ("find_account", {"name": "Kim"}))
    hands = FakeHands(wanted, says("Which one?"))

    assert await run(hands) == ask("Which one?")
    assert hands.used == [("find_account", {"name": "Sam"}), ("find_account", {"name": "Kim"})]
    assert [m.tool_call_id for m in hands.calls[1].messages if m.role == "tool"] == ["c0", "c1"]


async def test_every_call_the_model_is_shown_as_its_own_has_an_answer():
    wanted = calls(*[("find_account", {"name": f"Sam {number}"}) for number in range(50)])
    hands = FakeHands(wanted, says("Which one?"))

    await run(hands)

    shown = hands.calls[1].messages
    asked = [call.id for message in shown for call in message.tool_calls]
    assert [m.tool_call_id for m in shown if m.role == "tool"] == asked
    assert len(hands.used) == len(asked) <= 10


async def test_what_only_looks_is_run_beside_a_tool_that_has_ended_the_task():
    wanted = calls(("transfer", TO_SAM), ("find_account", {"name": "Kim"}))
    hands = FakeHands(wanted, results={"transfer": "Sent."})

    outcome = await run(hands)
    assert outcome.value == "Sent.\n\nfound"
    assert hands.used == [("transfer", TO_SAM), ("find_account", {"name": "Kim"})]


async def test_a_tool_that_does_not_exist_is_explained_with_those_that_do():
    hands = FakeHands(calls(("fly", {})), says("To whom?"))

    assert await run(hands) == ask("To whom?")
    assert hands.used == []
    assert "there are find_account, transfer, hand_back" in hands.calls[1].messages[-1].content


@pytest.mark.parametrize("given", ["{}", '{"to_account": 17, "x": 1}', "{", "[]", "null", "Sam"])
async def test_arguments_that_do_not_fit_run_nothing_and_are_explained(given: str):
    hands = FakeHands(calls(("transfer", given)), says("To whom?"))

    assert await run(hands) == ask("To whom?")
    assert hands.used == []
    assert "transfer was not run. Arguments do" in hands.calls[1].messages[-1].content


WRONG = [("fly", {}), ("transfer", {}), ("done", {"answer": "Sent."}), ("hand_back", {})]


@pytest.mark.parametrize("wrong", WRONG)
async def test_the_third_wrong_call_ends_the_run(wrong: tuple[str, dict[str, Any]]):
    hands = FakeHands(*[calls(wrong)] * 3)

    with pytest.raises(ModelUnavailable, match="kept calling tools wrongly"):
        await run(hands)

    assert len(hands.calls) == 3
    assert hands.used == []


async def test_a_wrong_call_is_mended_by_a_right_one():
    right = calls(("transfer", TO_SAM))
    hands = FakeHands(
        calls(("transfer", {})), calls(("fly", {})), right, results={"transfer": "Sent."}
    )

    assert await run(hands) == done("Sent.")


async def test_what_a_tool_could_not_do_is_told_to_the_model():
    hands = FakeHands(
        calls(("transfer", {"to_account": "99"})),
        says("There is no account 99. To whom?"),
        results={"transfer": ToolFailed("there is no account 99")},
    )

    assert await run(hands) == ask("There is no account 99. To whom?")
    assert hands.calls[1].messages[-1].content == "error: there is no account 99"


@pytest.mark.parametrize(
    ("finish", "reason"),
    [(Finish.LENGTH, "cut off"), (Finish.FILTERED, "withheld"), (Finish.REFUSED, "refused")],
)
@pytest.mark.parametrize("with_calls", [True, False])
async def test_an_answer_that_did_not_end_well_runs_no_tool_and_says_nothing(
    finish: Finish, reason: str, *, with_calls: bool
):
    answer = calls(("transfer", TO_SAM)) if with_calls else says("Sent 20 to")
    hands = FakeHands(replace(answer, finish=finish))

    with pytest.raises(ModelUnavailable, match=reason):
        await run(hands)

    assert hands.used == []


@pytest.mark.parametrize("text", ["", "  \n"])
async def test_an_empty_answer_is_none(text: str):
    with pytest.raises(ModelUnavailable, match="empty"):
        await run(FakeHands(says(text)))


@pytest.mark.proves("S0-41")
@pytest.mark.parametrize("agent", [TRANSFERRER, FINDER])
async def test_a_message_for_somebody_else_is_handed_back(agent: Agent):
    hands = FakeHands(calls(("hand_back", {"reason": "It is about shares."})))

    assert await run(hands, agent) == hand_back("It is about shares.")
    assert hands.used == []


async def test_an_agent_that_no_tool_ends_may_say_that_it_is_done():
    hands = FakeHands(calls(("done", {"answer": "It is account 17."})))

    assert await run(hands, FINDER) == done("It is account 17.")
    assert [spec.name for spec in offered(FINDER)] == ["find_account", "hand_back", "done"]


@pytest.mark.proves("S0-67")
async def test_an_agent_that_a_tool_ends_cannot_say_that_it_is_done():
    hands = FakeHands(calls(("done", {"answer": "Another agent will assist."})), says("To whom?"))

    assert await run(hands) == ask("To whom?")
    assert "done" not in [spec.name for spec in hands.calls[0].tools]


@pytest.mark.parametrize("given", ["{}", '{"answer": ""}', '{"answer": 7}', "{", "[]"])
async def test_an_end_without_an_answer_is_refused(given: str):
    hands = FakeHands(calls(("done", given)), says("Whose account?"))

    assert await run(hands, FINDER) == ask("Whose account?")


@pytest.mark.parametrize("waits_for", ["secret", "approval", "fact"])
async def test_a_call_that_must_wait_suspends_the_task(waits_for: Any):
    waiting = Suspended(tool="transfer", waits_for=waits_for, name="it")
    hands = FakeHands(calls(("transfer", TO_SAM)), results={"transfer": waiting})

    assert await run(hands) == Outcome(interrupt=True, suspended=waiting)
    assert hands.used == [("transfer", TO_SAM)]
