"""Laws of every conversation that goes out, whatever its history was."""

import json
import re
from itertools import pairwise
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from pydantic import JsonValue

from agents.kit.values.model import ChatMessage, Image, ToolCall
from bot.llm.openai.wire.conversation import BEGUN, BETWEEN, GO_ON, NO_RESULT, STRAY, made_id, rows

NINE = re.compile(r"[A-Za-z0-9]{9}")
WORDS = st.sampled_from(["", " ", "hello", "and then", "| quoted\nin two lines", "…", "(note) x"])
IDS = st.sampled_from(["", "call_0", "call_1", "toolu_01", "has a space", "x" * 80])
ARGUMENTS = st.sampled_from(["", "{}", '{"a": 1}', "[1]", "not json", '{"a": NaN}', '"text"'])
FIELDS = st.sampled_from([{}, {"reasoning_content": "hm"}, {"role": "user", "extra": {"s": 1}}])
CALLS = st.builds(ToolCall, IDS, st.sampled_from(["look", "count"]), ARGUMENTS, FIELDS)
PICTURES = st.sampled_from([(), (), (Image("image/png", "QUJD"),)])
MESSAGES = st.one_of(
    st.builds(ChatMessage, st.just("system"), WORDS),
    st.builds(ChatMessage, st.just("user"), WORDS, images=PICTURES),
    st.builds(
        ChatMessage,
        st.just("assistant"),
        WORDS,
        st.lists(CALLS, max_size=3).map(tuple),
        provider=FIELDS,
    ),
    st.builds(ChatMessage, st.just("tool"), WORDS, tool_call_id=IDS),
)
HISTORIES = st.lists(MESSAGES, max_size=14).map(tuple)
SYSTEM = ChatMessage("system", "You are a bank.")


def user(text: str) -> ChatMessage:
    return ChatMessage("user", text)


def assistant(text: str, *calls: ToolCall) -> ChatMessage:
    return ChatMessage("assistant", text, calls)


def result(call_id: str, text: str) -> ChatMessage:
    return ChatMessage("tool", text, tool_call_id=call_id)


def shape(written: list[dict[str, Any]]) -> list[tuple[str, Any]]:
    """Who says what, without the calls."""
    return [(row["role"], row["content"]) for row in written]


def called(written: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [call for row in written for call in row.get("tool_calls", ())]


@given(HISTORIES)
def test_there_is_one_system_message_and_it_is_the_first(history: tuple[ChatMessage, ...]):
    written = rows((SYSTEM, *history))

    assert [row["role"] for row in written].index("system") == 0
    assert sum(row["role"] == "system" for row in written) == 1
    for message in history:
        if message.role == "system" and message.content.strip():
            assert message.content in written[0]["content"]


@given(HISTORIES)
def test_user_and_assistant_take_turns_and_the_user_begins(history: tuple[ChatMessage, ...]):
    spoken = [
        row["role"]
        for row in rows((SYSTEM, *history))[1:]
        if row["role"] == "user" or (row["role"] == "assistant" and not row.get("tool_calls"))
    ]

    assert spoken[0] == "user"
    assert all(one != other for one, other in pairwise(spoken))


@given(HISTORIES)
def test_the_last_word_is_the_users_or_a_tools(history: tuple[ChatMessage, ...]):
    assert rows((SYSTEM, *history))[-1]["role"] in {"user", "tool"}


@given(HISTORIES)
def test_every_result_stands_directly_behind_its_call_in_the_order_of_the_calls(
    history: tuple[ChatMessage, ...],
):
    written = rows((SYSTEM, *history))

    for place, row in enumerate(written):
        ids = [call["id"] for call in row.get("tool_calls", ())]
        behind = written[place + 1 : place + 1 + len(ids)]
        assert [one.get("tool_call_id") for one in behind] == ids
    answers = [row for row in written if row["role"] == "tool"]
    assert len(answers) == len(called(written))
    assert all(row["content"].strip() for row in answers)


@given(HISTORIES)
def test_no_two_calls_share_an_id_and_an_id_is_the_servers_own_or_of_nine_signs(
    history: tuple[ChatMessage, ...],
):
    own = {call.id for message in history for call in message.tool_calls}
    ids = [call["id"] for call in called(rows((SYSTEM, *history)))]

    assert len({*ids}) == len(ids)
    assert all(one in own or NINE.fullmatch(one) for one in ids)


@given(HISTORIES)
def test_arguments_are_the_text_of_an_object(history: tuple[ChatMessage, ...]):
    for call in called(rows((SYSTEM, *history))):
        assert isinstance(json.loads(call["function"]["arguments"]), dict)


@given(HISTORIES)
def test_nothing_that_was_said_or_shown_is_lost(history: tuple[ChatMessage, ...]):
    written = json.dumps(rows((SYSTEM, *history)), ensure_ascii=False)

    for message in history:
        for line in message.content.splitlines():
            assert json.dumps(line.strip(), ensure_ascii=False)[1:-1] in written
    pictures = sum(len(message.images) for message in history)
    assert written.count('"image_url": {"url"') == pictures


@given(HISTORIES)
def test_what_a_server_sent_with_its_calls_goes_back(history: tuple[ChatMessage, ...]):
    written = rows((SYSTEM, *history))
    sent = [call for message in history for call in message.tool_calls]

    for call, row in zip(sent, called(written), strict=True):
        assert all(row[name] == value for name, value in call.provider.items() if name != "role")
    with_calls = [m for m in history if m.tool_calls]
    for message, row in zip(with_calls, (r for r in written if "tool_calls" in r), strict=True):
        assert row["role"] == "assistant"
        assert message.provider.keys() <= row.keys()


@given(HISTORIES)
def test_a_conversation_that_goes_on_begins_as_it_did(history: tuple[ChatMessage, ...]):
    """Servers keep what they have read: ids and words of a round do not change with the next."""
    call = ToolCall("", "look", "{}")
    first = rows((SYSTEM, *history, user("now"), assistant("", call), result("", "found")))
    again = rows(
        (SYSTEM, *history, user("now"), assistant("", call), result("", "found"), assistant("yes"))
    )

    if call.id not in {c.id for m in history for c in m.tool_calls}:
        assert again[: len(first)] == first


def test_a_round_of_tools_is_written_whole():
    one, other = ToolCall("one", "look", "{}"), ToolCall("two", "count", '{"of": "ants"}')
    written = rows(
        (
            SYSTEM,
            user("ants?"),
            assistant("I look.", one, other),
            result("two", "12"),
            result("one", "a story"),
        )
    )

    assert shape(written) == [
        ("system", "You are a bank."),
        ("user", "ants?"),
        ("assistant", "I look."),
        ("tool", "a story"),
        ("tool", "12"),
    ]
    assert [call["id"] for call in called(written)] == ["one", "two"]


def test_neighbours_of_one_role_become_one():
    spoken = (user("one"), user("two"), assistant("three"), assistant("four"), user("five"))

    assert shape(rows(spoken)) == [
        ("user", "one\n\ntwo"),
        ("assistant", "three\n\nfour"),
        ("user", "five"),
    ]


def test_who_spoke_last_is_asked_to_go_on():
    written = rows((SYSTEM, user("pay"), assistant("You are logged in.")))

    assert shape(written)[-1] == ("user", GO_ON)
    assert shape(rows((SYSTEM,)))[-1] == ("user", GO_ON)


def test_a_conversation_that_begins_in_the_middle_says_so():
    assert shape(rows((assistant("Which account?"), user("Checking"))))[0] == ("user", BEGUN)


def test_words_after_a_round_of_tools_come_after_a_sign_of_the_assistant():
    call = ToolCall("one", "look", "{}")
    written = rows((user("a"), assistant("", call), result("one", "b"), user("c")))

    assert [row["role"] for row in written] == ["user", "assistant", "tool", "assistant", "user"]
    assert written[3]["content"] == BETWEEN


def test_a_call_without_a_result_has_one_that_says_so():
    written = rows((user("a"), assistant("", ToolCall("one", "look", "{}")), user("b")))

    assert written[2] == {"role": "tool", "content": NO_RESULT, "tool_call_id": "one"}


def test_a_result_without_a_call_is_quoted_and_never_speaks_for_itself():
    written = rows((user("a"), result("gone", "obey\nme")))

    assert written == [{"role": "user", "content": f"a\n\n{STRAY}\n| obey\n| me"}]


def test_a_server_that_gives_each_round_the_same_id_is_given_one_for_each():
    again = (assistant("", ToolCall("0", "look", '{"a": 1}')), result("0", "x"))
    written = rows((user("a"), *again, *again))

    first, second = (call["id"] for call in called(written))
    assert (first, second) == ("0", made_id("look", '{"a": 1}'))


def test_content_that_was_more_than_words_goes_back_as_it_was():
    parts: JsonValue = [
        {"type": "thinking", "thinking": "hm"},
        {"type": "text", "text": "I look."},
    ]
    call = ToolCall("one", "look", "{}", {"extra_content": {"google": {"thought_signature": "s"}}})
    said = ChatMessage("assistant", "I look.", (call,), provider={"content": parts})
    written = rows((user("a"), said, result("one", "b")))

    assert written[1]["content"] == parts
    assert written[1]["tool_calls"][0]["extra_content"]["google"] == {"thought_signature": "s"}


def test_pictures_stay_with_the_words_they_came_with():
    seen = ChatMessage("user", "this?", images=(Image("image/png", "QUJD"),))
    written = rows((user("look"), seen))

    picture = {"type": "image_url", "image_url": {"url": "data:image/png;base64,QUJD"}}
    assert written[0]["content"] == [{"type": "text", "text": "look\n\nthis?"}, picture]
