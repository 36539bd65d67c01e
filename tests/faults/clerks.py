"""A model behind an address for agents that look things up, and the page one of them reads.

    python -m tests.fakes.model_server --script tests.faults.clerks:answered

What it answers depends on nothing but what it is asked, so a bot that was killed gets it again.
"""

import json
from typing import Any

from agents.kit.values.model import Purpose
from tests.fakes.model_answers import Answer, Asked, calls, says

PAGE = "/page"
HOURS = "The desk is open from nine to five."
_HTML = f"<html><head><title>Desk</title></head><body><p>{HOURS}</p></body></html>"
_WRONG = "SELECT title FROM employees WHERE department = 'Legal'"
_RIGHT = "SELECT name FROM employees WHERE department = 'Legal' ORDER BY name"


def answered(asked: Asked) -> Answer:
    """The page, or the next word of the agent that is asked."""
    if asked.path == PAGE:
        return Answer(_HTML.encode(), headers=(("content-type", "text/html; charset=utf-8"),))
    purpose, agent = (asked.headers[f"x-frontdesk-{name}"] for name in ("purpose", "agent"))
    if purpose != Purpose.AGENT:
        return says("no_further_task")
    messages = asked.body["messages"]
    return _employees(messages) if agent == "employees" else _web_reader(messages)


def _employees(messages: list[dict[str, Any]]) -> Answer:
    """Ask back, ask the database wrongly, mend the query, and tell what came back."""
    last = messages[-1]
    if last["role"] == "user":
        if "Legal" not in last["content"]:
            return says("Of which department?")
        return _query(_WRONG)
    if last["content"].startswith("error:"):
        return _query(_RIGHT)
    return _done(last["content"])


def _query(sql: str) -> Answer:
    return calls(("query_database", json.dumps({"sql": sql, "db": "employees"})))


def _web_reader(messages: list[dict[str, Any]]) -> Answer:
    """Ask back, read the page that was named, and tell what stands there."""
    last = messages[-1]
    if last["role"] != "user":
        return _done(last["content"])
    named = [word for word in last["content"].split() if word.startswith("http")]
    if not named:
        return says("Which page?")
    return calls(("read_page", json.dumps({"url": named[0], "about": "open"})))


def _done(answer: str) -> Answer:
    return calls(("done", json.dumps({"answer": answer})))
