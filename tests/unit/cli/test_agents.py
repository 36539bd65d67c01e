"""`frontdesk agents`, `lint` and `new agent`: the catalogue as an author meets it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fakes.command_line import command, json_chat

ROOT = Path(__file__).parents[3]
BROKEN = """
from agents.kit import Agent, Fact
first = Agent(name="first", description="Does it.", prompt="x", introduction="x")
second = Agent(
    name="second", description="Does it.", prompt="x", requires=(Fact("Paid", "having paid"),)
)
"""
EVERYTHING = [
    (
        "error: broken_tool cannot be loaded (broken_tool.py:3: AuthorError: tool send: "
        "destinations names tow, no parameter; it takes to)."
    ),
    "error: broken_syntax cannot be loaded (broken_syntax.py:2: SyntaxError: invalid syntax).",
    "error: broken_import cannot be loaded (broken_syntax.py:2: SyntaxError: invalid syntax).",
    (
        "error: leaving cannot be loaded (leaving.py:3: SystemExit: it leaves the program when "
        "it is imported)."
    ),
    (
        "error: misnamed:two cannot be loaded (KitError: it holds nothing called two; its agents "
        "are one)."
    ),
    ("error: listing cannot be loaded (KitError: listing:AGENTS lists str, which is no Agent)."),
    (
        "error: first, second: their descriptions cannot be told apart. (broken_agents.py:3, "
        "broken_agents.py:5)"
    ),
    "error: second: requires Paid, which no agent provides. (broken_agents.py:5)",
]
MADE = """
from agents.kit import Agent, tool

@tool
def ask(text: str) -> str:
    return text

def made(name: str) -> Agent:
    return Agent(name=name, description="Asks.", introduction="Asking", prompt="x", tools=(ask,))

asker = made("asker")
"""
AGAIN = """
from agents.kit import Agent
from made_agents import asker
again = Agent(
    description="Asks for something else.", introduction="Else", prompt="x",
    name='Asker',
)
"""


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    for name, module in tuple(sys.modules.items()):
        if (getattr(module, "__file__", None) or "").startswith(str(tmp_path)):
            del sys.modules[name]


def test_agents_are_listed_with_what_they_need_and_provide():
    lines = {line.split()[0]: line for line in command("agents").output.splitlines()}

    assert "Authenticated, BalanceKnown" in lines["transfer_money"]
    assert "Looking up a stock price" in lines["stock_lookup"]
    assert lines["DeclineLetterAssistance"].endswith("decline_letter")


def test_the_catalogue_that_comes_with_the_product_is_clean():
    assert command("lint").output == "21 agents, nothing wrong.\n"


def test_everything_wrong_with_the_catalogue_is_told_at_once(tmp_path: Path):
    (tmp_path / "broken_agents.py").write_text(BROKEN, encoding="utf-8")
    switched_on = {"FRONTDESK_AGENTS": "broken_agents"}

    shown = command("lint", env=switched_on)

    assert shown.exit_code == 1
    assert shown.output.splitlines() == [
        *EVERYTHING[-2:],
        "warning: second: is shown to people but has no introduction. (broken_agents.py:5)",
    ]
    refused = command("chat", env=switched_on)
    assert refused.exit_code == 1
    assert "second: requires Paid, which no agent provides." in refused.output


def test_modules_that_cannot_be_loaded_are_told_at_once():
    shown = command("lint", env={"FRONTDESK_AGENTS": "nowhere, json"})

    assert shown.exit_code == 1
    assert "nowhere cannot be loaded (ModuleNotFoundError" in shown.output
    assert (
        "json cannot be loaded (KitError: it holds no Agent; name the module that makes one"
        in shown.output
    )


def test_what_cannot_be_loaded_hides_nothing_and_names_its_line(tmp_path: Path):
    sources = {
        "broken_agents": BROKEN,
        "broken_tool": (
            "from agents.kit import tool\n\n@tool(effect=True, destinations=['tow'])\n"
            "def send(to: str) -> str:\n    'Send.'\n    return to\n"
        ),
        "broken_syntax": "one = 1\ntwo = = 2\n",
        "broken_import": "import broken_syntax\n",
        "leaving": "import sys\n\nsys.exit(3)\n",
        "misnamed": "from agents.kit import Agent\none = Agent(name='one', description='One.')\n",
        "listing": "AGENTS = ['one']\n",
    }
    for name, source in sources.items():
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
    named = ["misnamed:two" if name == "misnamed" else name for name in sources]

    shown = command("lint", env={"FRONTDESK_AGENTS": ",".join(named)})

    assert shown.exit_code == 1
    assert [line for line in shown.output.splitlines() if line.startswith("error")] == EVERYTHING


def test_what_is_wrong_with_a_tool_names_its_line(tmp_path: Path):
    (tmp_path / "made_agents.py").write_text(MADE, encoding="utf-8")
    switched_on = {"FRONTDESK_AGENTS": "made_agents"}
    missing = "has no description; write a docstring, it is what the model reads."

    found = f"asker.ask: {missing} (made_agents.py:4)"
    assert command("lint", env=switched_on).output.splitlines() == [f"error: {found}"]
    assert f"BAD   agents: {found}" in command("doctor", env=switched_on).output


def test_a_name_given_twice_is_shown_in_every_file_that_gives_it(tmp_path: Path):
    for name, source in (("made_agents", MADE), ("again", AGAIN)):
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")

    shown = command("lint", env={"FRONTDESK_AGENTS": "made_agents, again:again"})

    [twice] = [line for line in shown.output.splitlines() if "2 agents" in line]
    said, _, places = twice.partition(" (")
    assert said.endswith("agents have this name; give each its own.")
    assert set(places.rstrip(")").split(", ")) == {"made_agents.py", "again.py", "again.py:6"}


def test_doctor_names_what_cannot_be_loaded(tmp_path: Path):
    (tmp_path / "leaving.py").write_text("raise SystemExit\n", encoding="utf-8")

    shown = command("doctor", env={"FRONTDESK_AGENTS": "leaving"})

    assert shown.exit_code == 1
    assert "BAD   agents: leaving cannot be loaded (leaving.py:1: SystemExit" in shown.output


def test_doctor_says_what_a_start_would_not_add_to_a_table(tmp_path: Path):
    former = """
from agents.kit import Agent, Column, Table
VISITS = Table("visits", (Column("id", key=True),))
desk = Agent(name="desk", description="A desk.", prompt="x", introduction="x", tables=[VISITS])
"""
    switched_on = {"FRONTDESK_AGENTS": "former"}
    (tmp_path / "former.py").write_text(former, encoding="utf-8")
    command("db", "upgrade", env=switched_on)
    later = former.replace("key=True),)", "key=True), Column('floor'))")
    (tmp_path / "later.py").write_text(later, encoding="utf-8")

    for name in ("doctor", "chat"):
        shown = command(name, env={"FRONTDESK_AGENTS": "later"})

        assert shown.exit_code == 1
        assert "columns of agents' tables are not in the database: visits.floor." in shown.output


def test_a_new_agent_is_routed_to_with_the_one_line_the_command_prints():
    made = command("new", "agent", "opening_hours")

    assert "\n  FRONTDESK_AGENTS=opening_hours.agent\n" in made.output
    lines = json_chat(
        {"text": "tell me about opening hours"},
        {"text": "example"},
        env={"FRONTDESK_AGENTS": "opening_hours.agent"},
    )
    answers = [line for line in lines if line.get("agent") == "opening_hours"]
    assert "About example" in answers[-1]["text"]


@pytest.mark.timeout(60)
@pytest.mark.parametrize("name", ["weather", "a_rather_long_name_of_30_chars"])
def test_a_new_agent_in_a_checkout_is_in_shape(name: str, tmp_path: Path):
    (tmp_path / "agents").mkdir()
    (tmp_path / "agents" / "kit").symlink_to(ROOT / "agents" / "kit")

    made = command("new", "agent", name)

    assert f"FRONTDESK_AGENTS=agents.{name}.agent" in made.output
    for check in (("check",), ("format", "--check")):
        config = ("--config", str(ROOT / "pyproject.toml"), "--no-cache")
        subprocess.run(  # noqa: S603 - our own code
            [sys.executable, "-m", "ruff", *check, *config, f"agents/{name}", "tests"], check=True
        )


@pytest.mark.timeout(60)
def test_the_test_of_a_new_agent_passes(tmp_path: Path):
    command("new", "agent", "weather")

    options = ("--quiet", "-p", "no:cacheprovider", "--rootdir", str(tmp_path))
    tested = subprocess.run(  # noqa: S603 - our own code
        [sys.executable, "-m", "pytest", *options, "tests"],
        env={"PYTHONPATH": f"{ROOT}:{tmp_path}", "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )

    assert "3 passed" in tested.stdout, tested.stdout + tested.stderr


def test_a_second_new_agent_is_switched_on_beside_the_first(tmp_path: Path):
    (tmp_path / ".env").write_text("FRONTDESK_AGENTS=weather.agent\n", encoding="utf-8")

    made = command("new", "agent", "traffic")

    assert "\n  FRONTDESK_AGENTS=weather.agent,traffic.agent\n" in made.output


@pytest.mark.parametrize(
    "name",
    [
        *("Weather", "9lives", "a-b", "class", "stop", "x" * 31, "../a"),
        *("clarify", "planner", "out_of_scope", "look_up", "findings", "json", "people"),
    ],
)
def test_a_name_that_cannot_be_is_refused(name: str, tmp_path: Path):
    shown = command("new", "agent", name)

    assert shown.exit_code == 1
    assert list(tmp_path.iterdir()) == []


def test_a_word_of_python_is_said_to_be_one():
    assert "“class” is a word of Python itself" in command("new", "agent", "class").output


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "weather").write_text("a file where the folder would be", encoding="utf-8")

    shown = command("new", "agent", "weather")

    assert shown.exit_code == 1
    assert f"cannot be written in {tmp_path}" in shown.output


@pytest.mark.timeout(60)
def test_the_commands_that_a_new_agent_is_shown_with_work_as_they_stand(tmp_path: Path):
    ours = {"PYTHONPATH": f"{ROOT}:{tmp_path}", "PATH": os.environ["PATH"]}
    new = (sys.executable, "-m", "bot", "new", "agent", "weather")
    made = subprocess.run(new, env=ours, capture_output=True, text=True, check=True)  # noqa: S603 - our own code

    checks = dict(line.split(": ", 1) for line in made.stdout.splitlines()[-2:])
    for shown in (checks["Check the catalogue"], checks["Its test"]):
        subprocess.run(shown, shell=True, env=ours, capture_output=True, check=True)  # noqa: S602 - our own code


def test_nothing_is_overwritten():
    command("new", "agent", "weather")
    Path("weather", "agent.py").write_text("mine", encoding="utf-8")

    shown = command("new", "agent", "weather")

    assert shown.exit_code == 1
    assert Path("weather", "agent.py").read_text(encoding="utf-8") == "mine"
