"""What the operator decides about approvals: who gives them, and where two must agree."""

from collections.abc import Callable
from pathlib import Path

import pytest

from agents.kit import Agent, Approval, EffectKey, Money, always, four_eyes, tool
from bot.bootstrap import (
    CatalogueWrong,
    Settings,
    SettingsWrong,
    catalogue_findings,
    load_agents,
    read_settings,
)
from bot.bootstrap.agents import ruled
from tests.fakes.command_line import SETTINGS

Read = Callable[..., Settings]

TRANSFERS = {"FRONTDESK_FOUR_EYES": "transfer_money.transfer"}


@pytest.fixture
def read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)

    def _read(**given: str) -> Settings:
        for name, value in given.items():
            monkeypatch.setenv(name, value)
        return read_settings()

    return _read


def rule_of(agents: tuple[Agent, ...], agent: str, name: str) -> Approval | None:
    tools = (tool for a in agents if a.name == agent for tool in a.tools if tool.name == name)
    return next(tools).approval


def an_agent(approval: Approval | None) -> Agent:
    @tool(effect=True, approval=approval)
    def pay(amount: Money, key: EffectKey) -> str:
        """Pay somebody."""
        return f"{amount} {key}"

    return Agent(name="payer", description="Pays.", prompt="Pay.", tools=(pay,))


def pays(approval: Approval | None, settings: Settings) -> Approval | None:
    return rule_of(ruled((an_agent(approval),), settings).agents, "payer", "pay")


def test_nothing_changes_when_nothing_is_set(read: Read):
    agent = an_agent(always())

    assert ruled((agent,), read()).agents == (agent,)


def test_the_banks_transfers_can_need_a_second_person(read: Read):
    settings = read(**TRANSFERS, FRONTDESK_APPROVERS="U123, group:S777, slack/T1/U9")

    rule = rule_of(load_agents(settings), "transfer_money", "transfer")

    assert rule is not None
    assert (rule.policy, rule.approvers, rule.groups) == (
        "four_eyes",
        ("U123", "slack/T1/U9"),
        ("S777",),
    )
    assert [rule.needed({"amount": Money(n)}) for n in ("600.00", "600.01")] == [False, True]


def test_a_second_person_whom_nobody_names_keeps_the_bot_from_starting(read: Read):
    loaded = load_agents(read(**TRANSFERS))

    (found,) = catalogue_findings(loaded)
    assert found.startswith("transfer_money.transfer: needs a second person's approval")


def test_only_rules_that_name_nobody_get_the_operators_approvers(read: Read):
    settings = read(FRONTDESK_APPROVERS="U123", FRONTDESK_QUORUM="2")

    open_rule, written = pays(four_eyes(), settings), four_eyes(approvers=["U1"])

    assert open_rule is not None
    assert (open_rule.approvers, open_rule.quorum) == (("U123",), 2)
    assert pays(written, settings) == written
    assert pays(always(), settings) is not None
    assert pays(None, settings) is None


def test_what_needed_nobody_always_asks_once_the_operator_wants_two(read: Read):
    settings = read(FRONTDESK_FOUR_EYES="payer", FRONTDESK_APPROVERS="U123")

    rule = pays(None, settings)

    assert rule is not None
    assert (rule.policy, rule.approvers, rule.needed({})) == ("four_eyes", ("U123",), True)


def test_reminders_and_the_next_ones_are_the_operators_too(read: Read):
    settings = read(
        FRONTDESK_REMIND_AFTER_HOURS="0.5",
        FRONTDESK_ESCALATE_TO="U9",
        FRONTDESK_ESCALATE_AFTER_HOURS="2",
    )

    rule, confirmed = pays(four_eyes(approvers=["U1"]), settings), pays(always(), settings)

    assert rule is not None
    assert confirmed is not None
    assert (rule.remind_after_seconds, confirmed.remind_after_seconds) == (1800, 1800)
    assert (rule.escalate_to, rule.escalate_after_seconds) == (("U9",), 7200)
    assert confirmed.escalate_to == ()


@pytest.mark.parametrize("name", ["transfer", "transfer_money.banana", "stock_lookup", "TRANSFER"])
def test_a_name_that_changes_nothing_is_told(name: str, read: Read):
    settings = read(FRONTDESK_FOUR_EYES=name, FRONTDESK_APPROVERS="U1")

    with pytest.raises(CatalogueWrong, match="transfer_money"):
        load_agents(settings)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("FRONTDESK_APPROVERS", "Ann Smith"),
        ("FRONTDESK_APPROVERS", "slack/U1"),
        ("FRONTDESK_APPROVERS", "team:S1"),
        ("FRONTDESK_ESCALATE_TO", "group:S1"),
        ("FRONTDESK_QUORUM", "0"),
        ("FRONTDESK_ESCALATE_AFTER_HOURS", "0"),
    ],
)
def test_what_is_nobody_or_never_is_told(name: str, value: str, read: Read):
    with pytest.raises(SettingsWrong, match=name):
        read(**{name: value})
