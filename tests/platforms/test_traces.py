"""Traces: every turn is one, with the calls of models and tools in it, and no word of anybody."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.fakes.collector import Collector, a_collector, about
from tests.fakes.command_line import command, json_chat

PASSWORD = "monkey"
DIALOGUE = ("Transfer money", "seldo", PASSWORD, "Checking", "To account ID 1234324", "500")


@pytest.fixture
def collector() -> Iterator[Collector]:
    with a_collector() as made:
        yield made


@pytest.fixture
def env(tmp_path: Path, collector: Collector) -> dict[str, str]:
    return {
        "DATABASE_URL": f"sqlite:///{tmp_path / 'traced.db'}",
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address,
    }


def say(env: dict[str, str], *texts: str) -> None:
    lines = [
        {"id": f"m{number}", "user": "ana", "text": text} for number, text in enumerate(texts)
    ]
    json_chat(*lines, env=env)


def named(spans: list[Span], start: str) -> list[Span]:
    return [span for span in spans if span.name.startswith(start)]


def test_a_turn_is_a_trace_with_its_calls_and_tools_in_it(
    env: dict[str, str], collector: Collector
) -> None:
    say(env, *DIALOGUE)
    turns = {span.span_id: span for span in named(collector.spans, "turn")}
    calls, tools = named(collector.spans, "chat "), named(collector.spans, "execute_tool ")
    assert collector.services == {"frontdesk"}
    assert set(collector.paths) == {"/v1/traces"}
    assert len(turns) == len(DIALOGUE)
    assert "execute_tool transfer" in {span.name for span in tools}
    for inner in (*calls, *tools):
        assert turns[inner.parent_span_id].trace_id == inner.trace_id
    transfer = next(span for span in tools if span.name == "execute_tool transfer")
    assert about(transfer) == {
        "gen_ai.operation.name": "execute_tool",
        "gen_ai.tool.name": "transfer",
        "gen_ai.tool.type": "function",
        "gen_ai.agent.name": "transfer_money",
        "frontdesk.effect": True,
    }
    assert calls == []  # there is no model to ask


def test_nothing_that_was_said_is_in_a_trace(env: dict[str, str], collector: Collector) -> None:
    say(env, *DIALOGUE, "What is the canary-4711 of ACME?")
    sent = b"".join(collector.bodies)
    assert sent
    for said in (PASSWORD, "seldo", "1234324", "canary-4711", "Checking"):
        assert said.encode() not in sent


def test_a_call_that_fails_says_of_what_kind_and_not_in_which_words(
    env: dict[str, str], collector: Collector
) -> None:
    nobody = {
        "OPENAI_BASE_URL": "http://127.0.0.1:9/v1",
        "OPENAI_API_KEY": "sk-test",
        "FRONTDESK_MODEL": "m",
    }
    say({**env, **nobody}, "I need some money moved")
    (call, *_others) = named(collector.spans, "chat ")
    assert call.status.code == Status.STATUS_CODE_ERROR
    assert call.status.message == ""
    assert about(call)["error.type"] == "Unreachable"
    assert about(call)["gen_ai.provider.name"] == "openai"
    assert about(call)["frontdesk.purpose"] == "read"
    assert not call.events


def test_logs_name_the_trace_they_belong_to(env: dict[str, str], collector: Collector) -> None:
    line = json.dumps({"id": "m1", "user": "ana", "text": "hello"})
    told = command("chat", "--json", typed=f"{line}\n", env={**env, "LOG_LEVEL": "INFO"})
    (turn,) = named(collector.spans, "turn")
    done = next(json.loads(log) for log in told.stderr.splitlines() if "turn_done" in log)
    assert done["trace"] == turn.trace_id.hex()
    assert done["session"] == about(turn)["gen_ai.conversation.id"]


def test_a_collector_that_refuses_costs_no_answer(
    env: dict[str, str], collector: Collector
) -> None:
    collector.status = 400
    line = {"id": "m1", "user": "ana", "text": "hello"}
    assert any(answer.get("text") for answer in json_chat(line, env=env))
    assert collector.bodies
