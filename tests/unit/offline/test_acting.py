"""What an agent does by rules: fill in its tools, ask for what is missing, hand back."""

import itertools
import json
from typing import Any

import pytest

from agents.kit.model import AgentBrief, Card, ChatMessage, Finish, ModelCall, Purpose, ToolSpec
from bot.llm.offline import Offline
from tests.unit.offline.test_routing import CARDS


def a_tool(name: str, about: str, /, *, ends_task: bool = True, **properties: Any) -> ToolSpec:
    required = [key for key, schema in properties.items() if "default" not in schema]
    parameters: dict[str, Any] = {"type": "object", "properties": properties, "required": required}
    return ToolSpec(name, about, parameters, ends_task=ends_task)


HAND_BACK = a_tool("hand_back", "Not for me", reason={"type": "string"})
DONE = a_tool("done", "Finished", answer={"type": "string"})
TRANSFER = a_tool(
    "transfer",
    "Send money",
    to_account={
        "type": "string",
        "pattern": r"^\d{5,12}$",
        "description": "the account to send to",
    },
    amount={"type": "string", "format": "money", "description": "the amount"},
)
BALANCE = a_tool(
    "balance",
    "Look up the balance of an account",
    account={"type": "string", "description": "the account", "examples": ["Checking", "Savings"]},
)
LIST_ACCOUNTS = a_tool("list_accounts", "List names of the user's accounts", ends_task=False)
LOGIN = a_tool(
    "login",
    "Log the user in",
    username={"type": "string", "pattern": r"^\S{1,64}$", "description": "the user's login name"},
)
LOGOUT = a_tool("logout", "Log the user out")
FIND_SYMBOL = a_tool(
    "find_symbol",
    "Find the symbol of a company",
    ends_task=False,
    company={"type": "string", "description": "the company"},
)
SYMBOL = {"type": "string", "pattern": "^[A-Z]{1,5}$", "x-from": "find_symbol"}
PRICE = a_tool("stock_price", "Look up the price of a share", symbol=SYMBOL)
TOPOLOGY = a_tool(
    "write_letter",
    "Write a letter",
    topology={"enum": ["Home", "Motor"], "description": "the topology"},
)
TOOLS = {
    "transfer_money": (TRANSFER,),
    "account_balance": (BALANCE, LIST_ACCOUNTS),
    "authenticate": (LOGIN, LOGOUT),
    "stock_lookup": (FIND_SYMBOL, PRICE),
    "DeclineLetterAssistance": (TOPOLOGY,),
}
Acted = str | tuple[str, dict[str, Any]]


async def act(
    agent: str,
    *said: str,
    question: str | None = None,
    results: tuple[str, ...] = (),
    tools: tuple[ToolSpec, ...] | None = None,
    cards: tuple[Card, ...] = CARDS,
) -> Acted:
    offered = TOOLS[agent] if tools is None else tools
    brief = AgentBrief(said, question, asked_by_bot=not said, results=results)
    offered = (*offered, HAND_BACK) if offered else ()
    call = ModelCall(Purpose.AGENT, agent, (), brief, offered)
    reply = await Offline(cards).complete(call, within_seconds=1)
    assert reply.model == "offline"
    if not reply.tool_calls:
        return reply.text
    (made,) = reply.tool_calls
    assert reply.finish is Finish.TOOL_CALLS
    return made.name, json.loads(made.arguments)


def a_transfer(amount: str, to: str = "1234324") -> Acted:
    return "transfer", {"to_account": to, "amount": amount}


async def test_the_transfer_of_the_demo_is_filled_in_step_by_step():
    said = ["Transfer money"]
    assert await act("transfer_money", *said) == (
        "Please tell me: the account to send to; the amount."
    )

    said.append("To account ID 1234324")
    question = await act("transfer_money", *said, question="Which account, and how much?")
    assert question == "I have the account to send to (1234324). Please tell me the amount."

    said.append("500")
    assert await act("transfer_money", *said, question=str(question)) == a_transfer("500")


async def test_what_an_agent_asked_of_its_own_accord_is_asked_in_full():
    assert await act("transfer_money") == "Please tell me: the account to send to; the amount."


async def test_an_invalid_answer_keeps_the_floor_and_names_the_requirement():
    answer = await act("transfer_money", "pay", "1234324", "banana", question="The amount?")

    assert answer == (
        "“banana” does not fit. I have the account to send to (1234324). "
        "Please tell me the amount."
    )


@pytest.mark.parametrize(
    "text",
    [
        "what can you do?",
        "hello",
        "where to find a claim id?",
        "what's the weather",
        "I want to commit fraud",
        "log me in",
        "craft a decline letter",
    ],
)
@pytest.mark.parametrize("agent", ["transfer_money", "account_balance", "stock_lookup"])
async def test_what_is_not_an_answer_is_handed_back(agent: str, text: str):
    acted = await act(agent, "please", text, question="Which one?")

    assert acted[0] == "hand_back", acted


async def test_asking_for_the_same_thing_again_repeats_what_is_missing():
    answer = await act("transfer_money", "pay", "1234324", "transfer money", question="How much?")

    assert answer == "I have the account to send to (1234324). Please tell me the amount."


async def test_an_agent_reads_only_its_own_part_of_a_message():
    said = "what's the price of tesla and also I want to craft a decline letter"

    assert await act("stock_lookup", said) == ("find_symbol", {"company": "tesla"})


async def test_a_digression_is_handed_back_even_if_it_holds_a_value():
    text = "what is the price of 500 shares of AAPL?"

    acted = await act("transfer_money", "pay", "1234324", text, question="How much?")

    assert acted[0] == "hand_back"


async def test_two_amounts_are_not_guessed_between():
    assert str(await act("transfer_money", "send 500 or 600 dollars to 1234324")).endswith(
        "I have the account to send to (1234324). Please tell me the amount."
    )


async def test_a_later_message_corrects_an_earlier_one():
    said = ("send 700 to 1234324", "I reject this: only 100")

    assert await act("transfer_money", *said, results=("transfer was rejected: only 100",)) == (
        a_transfer("100")
    )


@pytest.mark.parametrize(
    "later",
    [
        "transfer 700 to 1234324",
        "please send 700 to account 1234324",
        "no, 700 to 1234324",
        "make it 700 to 1234324",
    ],
)
async def test_an_order_that_names_all_anew_counts_as_it_stands(later: str):
    assert await act("transfer_money", "send 20", later) == a_transfer("700")


@pytest.mark.parametrize("later", ["to 1234324", "to 1234324, in 2 days", "1234324 by the 17"])
async def test_a_number_beside_the_account_is_no_other_amount(later: str):
    assert await act("transfer_money", "send 20", later) == a_transfer("20")


@pytest.mark.parametrize(("why", "told"), [("too risky", "too risky."), ("why?", "why?")])
async def test_a_rejected_call_is_not_proposed_again(why: str, told: str):
    said = ("send 700 to 1234324", f"I reject this: {why}")

    answer = await act("transfer_money", *said, results=(f"transfer was rejected: {why}",))

    assert answer == (
        f"transfer was rejected: {told} Nothing was changed. "
        "Please tell me: the account to send to; the amount."
    )


async def test_among_several_tools_the_one_spoken_of_is_used():
    assert await act("account_balance", "which accounts do I have?") == ("list_accounts", {})
    assert await act("authenticate", "log me out") == ("logout", {})


async def test_an_answer_goes_to_the_tool_it_fits():
    said = ("which accounts do I have?", "Savings")
    results = ("list_accounts({}) -> Checking; Savings",)

    acted = await act("account_balance", *said, question="Checking; Savings", results=results)

    assert acted == ("balance", {"account": "Savings"})


async def test_the_wish_that_led_here_is_not_taken_for_a_value():
    assert await act("authenticate", "send 500 to 1234324") == "Please tell me your login name."


async def test_a_helper_finds_what_the_user_did_not_name():
    said = "how much is nvidia stock?"
    assert await act("stock_lookup", said) == ("find_symbol", {"company": "nvidia"})

    found = ('find_symbol({"company": "nvidia"}) -> The symbol is NVDA.',)
    assert await act("stock_lookup", said, results=found) == ("stock_price", {"symbol": "NVDA"})


async def test_an_agent_called_by_name_takes_a_lone_word_for_the_value():
    assert await act("stock_lookup", "tesla") == ("find_symbol", {"company": "tesla"})


async def test_no_helper_is_needed_for_what_the_user_named():
    assert await act("stock_lookup", "what's NVDA at?") == ("stock_price", {"symbol": "NVDA"})


async def test_a_helpers_result_for_another_value_is_not_used():
    earlier = ('find_symbol({"company": "Apple"}) -> AAPL',)

    acted = await act("stock_lookup", "price of Tesla", results=earlier)

    assert acted == ("find_symbol", {"company": "Tesla"})


async def test_a_failed_call_is_told_in_words_and_not_repeated():
    results = ("error: There is no account named Foo",)

    answer = await act("account_balance", "balance of Foo", results=results)

    assert answer == (
        "There is no account named Foo. Please tell me the account (such as Checking or Savings)."
    )


async def test_after_a_failure_the_next_answer_counts():
    said = ("what is the price of Banana?", "Tesla")

    acted = await act("stock_lookup", *said, question="No quote fits. Which other company?")

    assert acted == ("find_symbol", {"company": "Tesla"})


async def test_finished_work_is_said_to_be_done():
    lookup = a_tool("lookup", "Look up a city", ends_task=False, city={"type": "string"})
    results = ('lookup({"city": "Berlin"}) -> Sunny.',)

    acted = await act("weather", "Berlin", question="City?", tools=(lookup, DONE), results=results)

    assert acted == ("done", {"answer": "Sunny."})


async def test_the_concierge_answers_small_talk_and_says_what_it_is():
    assert "• Looking up a stock price" in str(
        await act("concierge", "what can you do?", tools=())
    )
    assert "You are welcome" in str(await act("concierge", "thanks", tools=()))
    assert "no language model" in str(await act("concierge", "which model are you?", tools=()))


async def test_an_agent_of_prompt_alone_says_that_it_needs_a_model():
    assert "no language model" in str(await act("poet", "a poem please", tools=()))


async def test_every_call_has_its_own_id():
    brief = AgentBrief(("send 500 to 1234324",))
    call = ModelCall(Purpose.AGENT, "transfer_money", (), brief, (TRANSFER,))
    numbers = itertools.count()
    model = Offline(CARDS, new_id=lambda: f"call-{next(numbers)}")

    replies = [await model.complete(call, within_seconds=1) for _ in range(2)]

    assert [reply.tool_calls[0].id for reply in replies] == ["call-0", "call-1"]


async def test_a_summary_keeps_the_first_and_the_last_sentences():
    messages = (ChatMessage("user", "One. Two. Three."), ChatMessage("assistant", "Four. Five."))
    call = ModelCall(Purpose.SUMMARISE, "memory", messages, AgentBrief(()))

    assert (
        await Offline(CARDS).complete(call, within_seconds=1)
    ).text == "One. … Three. Four. Five."
