"""Declarations of tools and agents: what cannot work is refused there, by name and in words."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

import pytest

from agents.kit import (
    Agent,
    Approval,
    Database,
    EffectKey,
    Fact,
    Outcome,
    Stage,
    Table,
    ToolFailed,
    Turn,
    View,
    always,
    done,
    remote_agent,
    tool,
)
from agents.kit.ports.records import Column
from agents.kit.tasks import Limits, Part, TaskLoop
from agents.kit.tool import Arguments
from agents.kit.values.errors import AuthorError
from tests.fakes.records import FakeRecords
from tests.fakes.turns import NOON, SELDO, NoHttp

LoggedIn = Fact("logged_in", "being logged in")
WRITER = Agent(name="writer", description="Writes.", prompt="Write.")
EDITOR = Agent(name="editor", description="Edits.", prompt="Edit.")
NOTES = Table("notes", (Column("id", key=True),))


class Halfway:
    """Nearly a script: it lacks what `Script` brings along."""

    agents: tuple[Agent, ...] = ()

    async def run(self, stage: Stage) -> Outcome:
        return done(stage.text)


def send(to: str) -> str:
    """Send something."""
    return to


def send_once(to: str, key: EffectKey) -> str:
    """Send something once."""
    return f"{to} {key}"


def one_word(word: str) -> str:
    """Take one word, where more are given."""
    return word


def no_word() -> str:
    """Take nothing, where something is given."""
    return ""


def a_turn() -> Turn:
    return Turn(SELDO, "", NOON, FakeRecords(), NoHttp(), progress=lambda _text: None)


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"destinations": ["tow"]}, "destinations names tow, no parameter; it takes to"),
        ({"destinations": "to"}, "destinations is a list of names of parameters, not 'to'"),
        (
            {"effect": True, "free": ["note"]},
            "free names note, no parameter; it takes to",
        ),
        ({"effect": True, "free": "to"}, "free is a list of names of parameters, not 'to'"),
        ({"free": ["to"]}, "free is a word of effects; add effect=True or leave it out"),
        ({"approval": "always"}, r"approval is a rule, such as always\(\) or .*, not 'always'"),
        ({"requires": LoggedIn}, "requires is a list of facts, not Fact"),
        ({"provides": ["logged_in"]}, r"provides is a list of facts, not \['logged_in'\]"),
        ({"risk": "catastrophic"}, "risk is “low”, “medium” or “high”, not 'catastrophic'"),
        ({"effect": "yes"}, "effect is True or False, not 'yes'"),
        (
            {"check": "can_send"},
            r"check is a function that takes \(turn, arguments\), not 'can_send'",
        ),
        ({"check": one_word}, r"check is a function that .*, not one_word\(word: str\)"),
        ({"unmet": one_word}, r"unmet is a function that takes \(turn, arguments\), not"),
        ({"outcome": "sent"}, r"outcome is a function that takes \(turn, key\), not 'sent'"),
        ({"settles_within_seconds": "2"}, "settles_within_seconds is a number of seconds"),
        ({"version": "1"}, "version is a number, not '1'"),
        ({"effects": True}, "there is no word effects; did you mean effect"),
        ({"risk": "none", "effect": 1}, "risk is .*; effect is True or False, not 1"),
    ],
)
def test_a_word_of_a_tool_that_is_not_what_it_asks_for_is_refused(
    details: dict[str, Any], words: str
):
    with pytest.raises(AuthorError, match=f"tool send: .*{words}"):
        tool(**details)(send)


def test_what_only_code_fills_in_cannot_be_free():
    with pytest.raises(AuthorError, match="free names key, which only code fills in; leave it"):
        tool(effect=True, free=["to", "key"])(send_once)


def test_a_key_without_an_effect_is_refused():
    with pytest.raises(AuthorError, match="takes the EffectKey key but has no effect; add effect"):
        tool(send_once)


def test_only_a_function_becomes_a_tool():
    with pytest.raises(AuthorError, match="@tool stands above a function, not above 'send'"):
        tool("send")  # type: ignore[call-overload]
    with pytest.raises(AuthorError, match="@tool stands above a function, not above Tool"):
        tool(tool(send))  # type: ignore[call-overload]
    with pytest.raises(AuthorError, match=r"@tool stands above a function, not above <class .*Ha"):
        tool(Halfway)


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"tools": (send,)}, "tools is a list of tools, functions with @tool above them, not"),
        ({"tools": tool(send)}, "tools is a list of tools, .* not Tool"),
        ({"requires": LoggedIn}, "requires is a list of facts, not Fact"),
        ({"prompt": None}, "prompt is a text, not None"),
        ({"tables": NOTES}, "tables is a list of tables, not Table"),
        ({"examples": "send it"}, "examples is a list of texts, not 'send it'"),
        ({"keeps": "session"}, "keeps is “task” or “thread”, not 'session'"),
        ({"run": "send"}, r"run is a function that takes \(turn\), not 'send'"),
        ({"run": no_word}, r"run is a function that takes \(turn\), not no_word\(\)"),
        ({"demo": no_word}, r"demo is a function that takes \(rows\), not no_word\(\)"),
        (
            {"script": "send"},
            r"script is a script, such as TaskLoop\(agent=…\) or one of a class that",
        ),
        ({"script": TaskLoop}, r"script is a script, such as TaskLoop\(agent=…\) .*, not <class"),
        ({"script": Halfway()}, "script is a script, .* based on Script, not <.*Halfway"),
        ({"private": "no", "opening": 7}, "opening is a text, not 7; private is True or False"),
    ],
)
def test_a_word_of_an_agent_that_is_not_what_it_asks_for_is_refused(
    details: dict[str, Any], words: str
):
    with pytest.raises(AuthorError, match=f"agent sender: .*{words}"):
        Agent(**{"name": "sender", "description": "Sends.", "prompt": "Send.", **details})


@pytest.mark.parametrize(
    ("columns", "words"),
    [
        ((Column("id", key=True), Column("ID")), "table notes: it has two columns id"),
        (Column("id", key=True), "table notes: columns is a list of columns, not Column"),
    ],
)
def test_a_table_that_cannot_be_made_is_refused(columns: Any, words: str):
    with pytest.raises(AuthorError, match=words):
        Table("notes", columns)


def test_a_kind_of_column_that_there_is_not_is_refused():
    with pytest.raises(AuthorError, match=r"column id: kind is “text”, .* not 'number'"):
        Column("id", "number")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"rests_on": LoggedIn}, "rests_on is a list of facts, not Fact"),
        ({"rests_on": ["logged_in"]}, r"rests_on is a list of facts, not \['logged_in'\]"),
        ({"idle_seconds": "60"}, "idle_seconds is a number of seconds, not '60'"),
    ],
)
def test_a_word_of_a_fact_that_is_not_what_it_asks_for_is_refused(
    details: dict[str, Any], words: str
):
    with pytest.raises(AuthorError, match=f"fact limit: {words}"):
        Fact("limit", "the limit", **details)


@pytest.mark.parametrize(
    ("details", "words"),
    [
        ({"agent": "writer"}, "a task: agent is an Agent, not 'writer'"),
        ({"sub_tasks": [WRITER]}, r"a task: sub_tasks is a list of tasks, each a TaskLoop\("),
        ({"sub_tasks": TaskLoop(agent=WRITER)}, "a task: sub_tasks is a list of tasks"),
        ({"limits": 3}, r"a task: limits is Limits, such as Limits\(turns=20\), not 3"),
    ],
)
def test_a_word_of_a_task_that_is_not_what_it_asks_for_is_refused(
    details: dict[str, Any], words: str
):
    with pytest.raises(AuthorError, match=words):
        TaskLoop(**{"agent": EDITOR, **details})


def test_a_fact_may_rest_on_any_list():
    limit = Fact("limit", "the limit", rests_on=[LoggedIn])  # type: ignore[arg-type]

    assert {limit} == {Fact("limit", "the limit", rests_on=(LoggedIn,))}


def test_any_list_will_do():
    made: Any = tool(send)

    agent = Agent(name="sender", description="Sends.", prompt="Send.", tools=[made])  # type: ignore[arg-type]

    assert agent.tools == (made,)


async def test_a_plain_check_is_called_like_an_async_one():
    def can_send(turn: Turn, arguments: Arguments) -> None:
        raise ToolFailed(f"{turn.person.user} cannot send to {arguments['to']}.")

    made = tool(effect=True, check=can_send)(send)

    assert made.check is not None
    with pytest.raises(ToolFailed, match="U-seldo cannot send to ana"):
        await made.check(a_turn(), {"to": "ana"})


def logged(function: Callable[..., Any]) -> Callable[..., Any]:
    """A plain decorator, as authors have them."""

    @wraps(function)
    def wrapper(*given: Any, **named: Any) -> Any:
        return function(*given, **named)

    return wrapper


async def test_an_async_function_behind_a_plain_decorator_runs():
    @tool
    @logged
    async def look_up(topic: str) -> str:
        """Look something up."""
        return f"all of {topic}"

    assert await look_up.call(a_turn(), {"topic": "rain"}, {}, "") == "all of rain"


def test_a_part_that_is_no_script_is_refused():
    with pytest.raises(AuthorError, match=r"part half: script is a script, .* based on Script"):
        Part("half", "Does a half.", Halfway())  # type: ignore[arg-type]


MISSPELT: list[tuple[Callable[..., object], str, str]] = [
    (Agent, "descriptionz", r"Agent\(…\): there is no word .*; did you mean description\?"),
    (Agent, "desc", "did you mean description"),
    (Agent, "intro", "did you mean introduction"),
    (Fact, "idle_secs", "did you mean idle_seconds"),
    (Column, "primary_key", "there is no word primary_key; did you mean key"),
    (Table, "columnz", "did you mean columns"),
    (View, "columnz", "did you mean columns"),
    (Database, "view", "did you mean views"),
    (TaskLoop, "subtasks", "did you mean sub_tasks"),
    (Limits, "turn", "did you mean turns"),
    (Part, "descriptionz", "did you mean description"),
    (Approval, "quorums", "did you mean quorum"),
    (remote_agent, "descr", "did you mean description"),
    (always, "reason", r"always\(…\): there is no word reason; there are because"),
]


@pytest.mark.parametrize(("declaration", "word", "said"), MISSPELT)
def test_a_misspelt_word_is_told_with_the_one_that_may_be_meant(
    declaration: Callable[..., object], word: str, said: str
):
    """It is told before what is missing, which is often the same word."""
    with pytest.raises(AuthorError, match=said):
        declaration(**{word: "x"})


@pytest.mark.parametrize(
    ("given", "named", "said"),
    [
        ((), {"description": "A."}, r"Agent\(…\): missing a required argument: 'name'"),
        (("a", "A."), {}, r"Agent\(…\): too many positional arguments; .* such as name=…"),
    ],
)
def test_what_a_declaration_lacks_is_told(given: Any, named: Any, said: str):
    with pytest.raises(AuthorError, match=said):
        Agent(*given, **named)


def test_whatever_can_be_called_with_what_is_given_is_a_function():
    def keeps_all(*given: object) -> None:
        del given

    tool(check=keeps_all, outcome=partial(keeps_all, "x"))(send)
    Agent(name="a", description="A.", run=print)  # type: ignore[arg-type] # says nothing of itself
