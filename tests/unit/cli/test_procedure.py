"""`frontdesk procedure`, and procedures of one's own: loaded from files, played, checked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from agents.kit.procedures import read_procedure
from tests.fakes.command_line import command, json_chat, with_model
from tests.fakes.model_answers import Asked, Reply, says
from tests.fakes.stand_in_server import PURPOSE, stands_in
from tests.unit.procedures.stories import a_part, a_talk, as_yaml


@pytest.fixture(name="env")
def _env() -> Iterator[dict[str, str]]:
    with with_model(staying) as env:
        yield env


def staying(asked: Asked) -> Reply:
    """Stay in a state for as long as it may last."""
    is_judge = asked.headers[PURPOSE] == "judge"
    return says("<end>0</end>") if is_judge else stands_in(asked)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def written(where: str, **changes: Any) -> Path:
    path = Path(where)
    path.parent.mkdir(exist_ok=True)
    raw = a_talk(description="Talks about the weather of the day.", **changes)
    path.write_text(as_yaml(raw), encoding="utf-8")
    return path


def test_without_a_model_a_procedure_says_that_it_needs_one():
    shown = command("procedure", "run", str(written("talk.yaml")), "about", "rain")

    assert "talk needs a language model, and none is set up here." in shown.output


def test_a_procedure_is_played_here(env: dict[str, str]):
    shown = command("procedure", "run", str(written("talk.yaml")), "about", "rain", env=env)

    assert shown.exit_code == 0, shown.output
    lines = [line for line in shown.output.splitlines() if "(host)" in line or "(guest)" in line]
    assert [line.partition(":")[0] for line in lines] == [
        "Ann (host)", "Ann (host)", "Ben (guest)", "Ann (host)", "Ben (guest)",
    ]  # fmt: skip
    assert "talk is over, after 5 contributions." in shown.output


def test_nobody_is_greeted_before_it_begins(env: dict[str, str]):
    shown = command("procedure", "run", str(written("talk.yaml")), "rain", env=env)

    lines = shown.output.splitlines()
    said = [line for line in lines if not line.startswith("  …")]
    assert said[0] == "Ann (host): Welcome, all."


def test_run_again_it_goes_on_where_a_person_left_it(env: dict[str, str]):
    path = written("talk.yaml")
    raw = a_talk(description="Talks about the weather.")
    raw["agents"]["Ben"] |= {"person": True, "question": "Well?"}
    path.write_text(as_yaml(raw), encoding="utf-8")
    command("procedure", "run", str(path), "rain", typed="so so\n", env=env)

    shown = command("procedure", "run", str(path), "something else", typed="not bad\n", env=env)

    assert "Welcome back." in shown.output
    assert "Well?" in shown.output
    assert "Welcome, all." not in shown.output
    assert "talk is over, after 5 contributions." in shown.output


def test_a_person_who_plays_a_part_is_asked_here(env: dict[str, str]):
    path = written("talk.yaml")
    raw = a_talk(description="Talks about the weather.")
    raw["agents"]["Ben"] |= {"person": True, "question": "Well?"}
    path.write_text(as_yaml(raw), encoding="utf-8")

    shown = command("procedure", "run", str(path), "rain", typed="so so\nnot bad\n", env=env)

    assert shown.output.count("talk: Well?") == 2
    assert "so so" in shown.output
    assert "talk is over, after 5 contributions." in shown.output


def test_it_is_asked_what_it_is_about_when_nothing_was_said(env: dict[str, str]):
    path = written("talk.yaml", question="What about?", closing="That was {wish}.")

    shown = command("procedure", "run", str(path), typed="pumps\n", env=env)

    assert "talk: What about?" in shown.output
    assert "talk: That was “pumps”." in shown.output


def test_a_file_is_checked_and_what_is_doubtful_is_told():
    path = written("talk.yaml", colour="red")

    shown = command("procedure", "check", str(path))

    assert shown.output.splitlines() == [
        "warning: colour: is not known here and is left out.",
        "talk: 3 states, 2 agents, nothing wrong.",
    ]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("people", "people: 2 agents have this name; give each its own."),
        ("stop", "stop: this word is a command; choose another name."),
        ("planner", "planner: this is what a router answers for no agent; choose another name."),
    ],
)
@pytest.mark.parametrize("verb", ["run", "check"])
def test_a_name_that_is_taken_is_refused(verb: str, name: str, says: str):
    shown = command("procedure", verb, str(written("talk.yaml", name=name)))

    assert shown.exit_code == 1
    assert says in shown.output


@pytest.mark.parametrize("verb", ["run", "check"])
def test_a_file_that_cannot_be_played_is_refused_with_all_that_is_wrong(verb: str):
    path = written("talk.yaml", root="nowhere", deliver=["x"])

    shown = command("procedure", verb, str(path))

    assert shown.exit_code == 1
    assert "talk.yaml: deliver: write a text here." in shown.output


def test_a_folder_of_procedures_is_part_of_the_catalogue():
    written("ours/talk.yaml")
    written("ours/other.yml", name="other", introduction="Something else")
    (Path("ours") / "notes.txt").write_text("no procedure", encoding="utf-8")

    shown = command("agents", env={"FRONTDESK_PROCEDURES": "ours"}).output

    assert "Something else" in shown
    assert shown.count("talk ") == 1


def test_lint_tells_what_is_wrong_in_any_of_them():
    written("ours/one.yaml", root="nowhere")
    written("ours/two.json", colour="red", name="two")

    both = command("lint", env={"FRONTDESK_PROCEDURES": "ours, missing"})
    one = command("lint", env={"FRONTDESK_PROCEDURES": "ours/two.json"})

    assert both.exit_code == 1
    assert "ours/one.yaml: root: there is no state nowhere" in both.output
    assert "there is no file or folder missing." in both.output
    assert one.exit_code == 0
    assert "warning: two: colour: is not known here and is left out." in one.output


def test_a_file_that_is_named_twice_is_loaded_once():
    written("ours/talk.yaml")
    written("ours/zoo.yaml", name="zoo", introduction="Another")

    shown = command("procedure", "check", "ours/talk.yaml", env={"FRONTDESK_PROCEDURES": "ours"})

    assert shown.output == "talk: 3 states, 2 agents, nothing wrong.\n"


def test_a_file_takes_the_place_of_a_procedure_that_came_along():
    written("debate.yaml", name="debate", introduction="Our own way to argue")

    shown = command("agents", env={"FRONTDESK_PROCEDURES": "debate.yaml"}).output

    assert "Our own way to argue" in shown
    assert "A debate with a judge" not in shown


def with_notes(path: str) -> Path:
    raw = a_talk(description="Talks about the weather.")
    raw["states"]["chat"]["agent_states"]["guest"] = a_part(
        "guest", KnowledgeBaseComponent={"knowledge_path": path}
    )
    written("ours/talk.yaml")
    Path("ours/talk.yaml").write_text(as_yaml(raw), encoding="utf-8")
    return Path("ours/talk.yaml")


def test_knowledge_is_read_from_beside_the_procedure():
    path = with_notes("notes.json")
    Path("ours/notes.json").write_text(json.dumps([{"question": "q", "answer": "a"}]))

    assert command("procedure", "check", str(path)).exit_code == 0


def test_knowledge_that_is_named_from_further_up_is_found_beside_the_procedure():
    path = with_notes("Single_Agent/ours/notes.json")
    Path("ours/notes.json").write_text(json.dumps([{"question": "q", "answer": "a"}]))

    assert command("procedure", "check", str(path)).exit_code == 0


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("../secret.txt", "is not in the procedure's folder"),
        ("/etc/hostname", "is not in the procedure's folder"),
        ("none.txt", "there is no file none.txt beside"),
        ("a/../../secret.txt", "is not in the procedure's folder"),
        ("a/secret.txt", "there is no file a/secret.txt beside"),
    ],
)
def test_nothing_is_read_from_elsewhere(name: str, says: str):
    Path("secret.txt").write_text("a secret", encoding="utf-8")

    shown = command("procedure", "check", str(with_notes(name)))

    assert shown.exit_code == 1
    assert says in shown.output


def test_what_is_no_text_or_too_large_is_refused():
    Path("big.yaml").write_text(" " * 1_000_001, encoding="utf-8")
    Path("odd.yaml").write_bytes(b"\xff\xfe\x00")

    assert "larger than" in command("procedure", "check", "big.yaml").output
    assert "cannot be read" in command("procedure", "check", "odd.yaml").output


def test_how_much_is_shown_is_the_operator_s_choice():
    env = {"FRONTDESK_PROCEDURES": str(written("talk.yaml")), "FRONTDESK_MAX_CHAT_HISTORY": "1"}

    assert "FRONTDESK_MAX_CHAT_HISTORY" in command("lint", env=env).output


def test_the_procedure_of_the_manual_is_right():
    manual = (Path(__file__).parents[3] / "docs" / "procedures.md").read_text(encoding="utf-8")
    written = manual.partition("```yaml\n")[2].partition("```")[0]

    reading = read_procedure(written)

    assert (reading.problems, reading.warnings) == ((), ())


def test_personas_speak_under_their_own_names_for_programs_too():
    with with_model() as env:
        lines = json_chat({"text": "@debate we need more tea"}, {"text": "thanks"}, env=env)

    speakers = [line["speaker"] for line in lines if line.get("speaker")]
    assert speakers[:2] == ["Pia (proposer)", "Otto (opponent)"]
    assert speakers[-1] == "Judith (judge)"
