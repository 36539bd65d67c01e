"""The bootstrap: every port can be replaced, and only what works is started."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from agents.kit import Agent, Column, Table, ToolFailed
from agents.kit.values.model import ModelCall
from bot.bootstrap import (
    App,
    CatalogueWrong,
    build,
    catalogue_findings,
    load_agents,
    read_settings,
    real_ports,
)
from bot.bootstrap.agents import refuse_or_warn
from bot.cli.turns import Talk
from bot.domain.messages import Incoming, Kind
from bot.llm.model_reader import ModelReader
from bot.llm.models import Limited, NoModel
from bot.llm.rules_reader import RulesReader
from bot.platforms.console.input import person_of, thread_of
from tests.fakes.command_line import SETTINGS
from tests.fakes.scripted import ScriptedModel

HELLO = Incoming("1", thread_of("main"), person_of("ana"), Kind.MESSAGE, "tell me about Apple")


@pytest.fixture(autouse=True)
def _with_nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


async def test_a_port_can_be_replaced():
    model = ScriptedModel(_chosen)
    app = build(read_settings(), model=model, reader=ModelReader())
    await app.prepare()
    talk = Talk(app)
    await talk.open()

    await talk.turn(HELLO)

    await talk.close()
    await app.close()
    assert model.calls
    assert app.ports.model is model
    assert not app.ports.by_rules


async def test_the_real_port_can_be_wrapped():
    settings = read_settings()
    agents = load_agents(settings)
    ports = real_ports(settings, agents)
    asked: list[ModelCall] = []

    def _noted(call: ModelCall) -> str:
        asked.append(call)
        return _chosen(call)

    app = App(settings, agents, replace(ports, model=ScriptedModel(_noted)))

    assert app.ports.model is not ports.model
    assert app.ports.turns is ports.turns
    await app.close()


async def test_the_demo_is_filled_in_once():
    app = build(read_settings())

    await app.prepare()
    await app.prepare()

    tables = {table.name: table for agent in app.agents for table in agent.tables}
    accounts = await app.ports.records.transact(lambda rows: rows.find(tables["bank_accounts"]))
    assert [row["id"] for row in accounts].count("1234567890") == 1
    await app.close()


async def test_without_the_demo_the_tables_are_empty(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("FRONTDESK_DEMO", "off")
    app = build(read_settings())

    await app.prepare()

    tables = {table.name: table for agent in app.agents for table in agent.tables}
    assert await app.ports.records.transact(lambda rows: rows.find(tables["bank_users"])) == []
    await app.close()


async def test_http_reaches_only_what_the_operator_allowed():
    app = build(read_settings())

    with pytest.raises(ToolFailed, match="not on the list"):
        await app.ports.http.post_json("https://tools.example", {})
    await app.close()


@pytest.mark.proves("S2-04")
async def test_without_a_key_rules_read_and_no_model_answers(monkeypatch: pytest.MonkeyPatch):
    without = build(read_settings())
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    app = build(read_settings())

    assert isinstance(without.ports.model, NoModel)
    assert isinstance(without.ports.reader, RulesReader)
    assert isinstance(app.ports.model, Limited)
    assert isinstance(app.ports.reader, ModelReader)
    await without.close()
    await app.close()


def test_a_catalogue_without_its_concierge_is_refused():
    agents = tuple(a for a in load_agents(read_settings()) if a.name != "concierge")

    assert catalogue_findings(agents) == [
        "there is no agent concierge; it takes what fits no other."
    ]
    with pytest.raises(CatalogueWrong, match="no agent concierge"):
        refuse_or_warn(agents)


@pytest.mark.parametrize("name", ["participants", "Tickets", "recall", "alembic_version", "pg_x"])
def test_a_table_of_an_agent_may_not_be_called_like_one_of_the_bots(name: str):
    table = Table(name, (Column("id", key=True),))
    agent = Agent(name="desk", description="A desk.", prompt="x", tables=(table,))

    assert catalogue_findings((*load_agents(read_settings()), agent)) == [
        f"desk: the table {name} is the bot's own; call it after its agent, such as desk_{name}."
    ]


def test_agents_may_be_named_by_module_or_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    source = (
        "from agents.kit import Agent\none = Agent(name='one', description='One.', prompt='x')\n"
    )
    (tmp_path / "my_agents.py").write_text(f"{source}two = 2\n", encoding="utf-8")
    monkeypatch.setenv("FRONTDESK_AGENTS", "my_agents,my_agents:one")

    loaded = load_agents(read_settings())

    assert [agent.name for agent in loaded].count("one") == 1


OURS = """
from dataclasses import replace

from agents.general.agent import general
from agents.insurance.decline_letter import decline_letter_assistance
from agents.people.agent import people

ours = replace(people, description="Our own desk for people.")
letters = replace(decline_letter_assistance, name="declineLetterAssistance", description="Ours.")
"""
REPLACED = {"people", "DeclineLetterAssistance"}


@pytest.mark.proves("S2-02")
def test_an_own_agent_replaces_the_one_of_its_name_that_comes_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    before = load_agents(read_settings())
    (tmp_path / "our_agents.py").write_text(OURS, encoding="utf-8")
    monkeypatch.setenv("FRONTDESK_AGENTS", "our_agents")

    loaded = load_agents(read_settings())

    left = [agent for agent in before if agent.name not in REPLACED]
    assert [agent for agent in loaded if agent in before] == left
    assert [agent.description for agent in loaded if agent not in before] == [
        "Our own desk for people.",
        "Ours.",
    ]
    assert catalogue_findings(loaded) == []


@pytest.mark.proves("S2-02")
def test_two_own_agents_of_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    again = f"{OURS}\ntheirs = replace(people, description='Another desk for people.')\n"
    (tmp_path / "twice.py").write_text(again, encoding="utf-8")
    monkeypatch.setenv("FRONTDESK_AGENTS", "twice")

    found = catalogue_findings(load_agents(read_settings()))

    assert found[0] == "people: 2 agents have this name; give each its own."


def _chosen(call: ModelCall) -> str:
    return '{"choice": "concierge", "reason": "x", "question": "", "details": false, "then": []}'
