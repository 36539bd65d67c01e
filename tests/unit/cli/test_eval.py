"""`frontdesk eval`: pass rates of scripted conversations."""

import asyncio
from pathlib import Path

import pytest

from bot.cli.eval_scripts import BadScript, EvalTurn, Expected, files_of, read_scripts
from tests.fakes.command_line import command, with_model
from tests.fakes.model_answers import Asked, Reply, says
from tests.fakes.model_server import ModelServer
from tests.fakes.stand_in_server import stands_in

PASSES = """
name: a price
turns:
  - say: what does a share of Apple cost?
    expect: {agent: stock_lookup, contains: [AAPL, 2], lacks: [password]}
rows:
  - {table: bank_transfers, count: 0}
"""
FAILS = """
name: a wrong guess
turns:
  - say: what does a share of Apple cost?
    expect: {agent: authenticate, contains: [apples], lacks: [aapl], buttons: ['Yes']}
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def a_file(text: str) -> str:
    Path("talk.yaml").write_text(text, encoding="utf-8")
    return "talk.yaml"


@pytest.mark.proves("S2-05")
def test_the_samples_pass_without_a_model():
    shown = command("eval")

    assert shown.exit_code == 0, shown.output
    assert shown.output.startswith("model: none, by rules\n")
    assert shown.output.count("1/1 (100%)") == 14
    assert shown.output.count("not held, for it needs a model: ") == 4
    assert not Path("frontdesk.db").exists()


@pytest.mark.proves("S2-05")
def test_the_samples_pass_with_a_model():
    with with_model() as env:
        shown = command("eval", env=env)

    assert shown.exit_code == 0, shown.output
    assert shown.output.count("1/1 (100%)") == 18


@pytest.mark.proves("S2-05")
def test_the_rate_is_over_all_runs_and_repeats():
    shown = command("eval", a_file(PASSES + "repeat: 2\n"), "--runs", "2")

    assert "4/4 (100%)  a price" in shown.output


@pytest.mark.proves("S2-05")
def test_a_failing_turn_is_shown_with_what_was_said():
    shown = command("eval", a_file(FAILS))

    assert shown.exit_code == 1
    assert "0/1 (0%)  a wrong guess" in shown.output
    assert (
        "turn 1, after “what does a share of Apple cost?”: “apples” is missing; "
        "“aapl” should not be there; there is no button “Yes”; authenticate did not speak. "
        "It said:\n      stock_lookup: One share of Apple"
    ) in shown.output


@pytest.mark.proves("S2-05")
async def test_it_is_said_which_model_was_judged_and_what_that_cost():
    async with ModelServer(stands_in) as server:
        env = {
            "OPENAI_BASE_URL": server.base_url,
            "FRONTDESK_MODEL": "fake-1",
            "FRONTDESK_PRICES": "fake-1=10/50",
        }
        file = a_file("name: small talk\nturns: [{say: how are you today}, {say: tell me a joke}]")
        shown = await asyncio.to_thread(command, "eval", file, env=env)
        asked = len(server.asked)

    assert asked > 1
    assert shown.output.startswith("model: fake-1\n1/1 (100%)  small talk\n")
    spent = f"{asked}.0 model calls, {asked * 820:,} tokens, ${asked * 0.009:.4f}, "
    assert f"each: {spent}" in shown.output


@pytest.mark.proves("S2-05")
def test_models_are_compared_side_by_side_what_reads_and_what_talks_apart():
    file = a_file(
        "name: a plan\nturns: [{say: tell me a joke}, {say: 'plan: Onboard Jessica Smith as a "
        "marketing manager starting Monday', expect: {contains: [Jessica Smith, create account]}}]"
    )
    with with_model(one_is_odd) as env:
        shown = command("eval", file, "--model", "good-1", "--model", "bad-1", env=env)

    *_, headings, good, bad = shown.output.splitlines()
    assert shown.exit_code == 1
    assert headings.split()[:4] == ["model", "passed", "reads", "tokens"]
    assert good.split()[:5] == ["good-1", "1/1", "(100%)", "1.0", "820"]
    assert good.split()[6:8] == ["1.0", "820"]
    assert bad.split()[:3] == ["bad-1", "0/1", "(0%)"]
    assert len({len(line) for line in (headings, good, bad)}) == 1


def one_is_odd(asked: Asked) -> Reply:
    is_odd = asked.body["model"] == "bad-1" and asked.headers["x-frontdesk-purpose"] == "plan"
    return says("As well as a zebra.") if is_odd else stands_in(asked)


def test_a_model_can_only_be_named_where_a_server_is():
    shown = command("eval", a_file(PASSES), "--model", "small")

    assert shown.exit_code == 1
    assert "--model needs a server: set OPENAI_API_KEY" in shown.output


@pytest.mark.proves("S2-05")
def test_one_conversation_that_fails_is_a_failure():
    shown = command("eval", a_file(f"{PASSES}---{FAILS}"))

    assert shown.exit_code == 1
    assert "1/1 (100%)  a price" in shown.output


@pytest.mark.proves("S2-05")
def test_a_lower_bar_can_be_set():
    assert command("eval", a_file(f"{PASSES}---{FAILS}"), "--min-rate", "0").exit_code == 0


@pytest.mark.proves("S2-05")
@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        ("{table: bank_transfers, count: 3}", "bank_transfers has 0 rows, not 3"),
        ("{table: nowhere, count: 0}", "there is no table nowhere"),
        (
            "{table: stock_quotes, where: {ticker: AAPL}, has: {worth: 7}}",
            "stock_quotes has no column ticker, worth; it has symbol",
        ),
        (
            '{table: bank_accounts, where: {id: "1234567890"}, has: {balance_minor: 7}}',
            "bank_accounts.balance_minor is 100000, not 7",
        ),
    ],
)
def test_rows_are_compared_at_the_end(rows: str, problem: str):
    talk = f"name: rows\nturns: [{{command: /help}}]\nrows: [{rows}]\n"

    assert problem in command("eval", a_file(talk)).output


def test_a_button_that_was_not_shown_cannot_be_pressed():
    shown = command("eval", a_file("name: x\nturns: [{press: Approve}]"))

    assert "turn 1: nothing to answer with [Approve]" in shown.output


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("name: x\nturns: [\n", "this is not YAML: expected the node content"),
        ("name: x\nturns: [\n", "in line 3"),
        ("name: x\nname: y\nturns: [{say: a}]", "the key name stands twice, again in line 2"),
        ("\x1f", "this is not YAML"),
        ("name: x\nturns: [{say: 2026-13-45}]", "talk.yaml: a value in it cannot be read: month"),
        ("name: x\nturns: [{say: &a [*a]}]", "line 2 contains itself"),
        ("name: x\nturns: [{say: a}]\n---\nname: y", "talk.yaml: conversation 2 (y): turns: is"),
        ("- name: x", "talk.yaml: conversation 1: write words and values, such as name: value"),
        ("name: x\nturns: []", "turns: at least one is needed"),
        ("name: x\nturns: [{say: a, press: b}]", "turn 1: give exactly one of say, press"),
        ("name: x\nturns: [{press: Yes}]", "put quotes around yes and no"),
        ("name: x\nturns: [{says: a}]", "turn 1: there is no word says; did you mean say?"),
        ("name: x\nturns: [{say: a}, b]", "turn 2: write words and values, such as name: value"),
        ("turn: [{say: a}]", "there is no word turn; did you mean turns?"),
        ("turns: [{say: a}]", "name: is missing"),
        (
            "name: x\nturns: [{say: a, expect: {agnt: b}}]",
            "turn 1: expect: there is no word agnt; did you mean agent?",
        ),
        (
            "name: x\nturns: [{say: a, expect: {contains: b}}]",
            "turn 1: expect: contains: write a list, such as [one, two]",
        ),
        (
            "name: x\nturns: [{say: a}]\nrows: [{tables: a}]",
            "row 1: there is no word tables; did you mean table?",
        ),
    ],
)
def test_a_file_that_is_no_conversation_is_said(text: str, problem: str, tmp_path: Path):
    with pytest.raises(BadScript, match=r"talk\.yaml") as caught:
        read_scripts(tmp_path / a_file(text))

    assert problem in str(caught.value)
    assert "tuple" not in str(caught.value)


def test_a_turn_that_is_wrong_is_not_said_to_be_missing(tmp_path: Path):
    with pytest.raises(BadScript) as caught:
        read_scripts(tmp_path / a_file("name: x\nturns: [{says: a}]"))

    assert "at least one" not in str(caught.value)


def test_a_folder_means_the_files_in_it(tmp_path: Path):
    a_file(PASSES)

    assert files_of((tmp_path,)) == [tmp_path / "talk.yaml"]


def test_a_secret_is_not_shown_in_a_report():
    assert EvalTurn(secret="monkey", expect=Expected()).shown == "(a secret)"


@pytest.mark.parametrize("option", [("--runs", "0"), ("--runs", "-1"), ("--min-rate", "7")])
def test_what_no_run_could_meet_is_refused(option: tuple[str, str]):
    shown = command("eval", a_file(PASSES), *option)

    assert shown.exit_code == 2
    assert "is not in the range" in shown.output
