"""Rules about the project's files that no linter has."""

import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.shape import File, circles_in, files_of, imports_of, keepers_of, tokens_of

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "agents", "tests", "migrations")
GENERATED = ROOT / "migrations" / "versions"
MAX_LINES, MAX_LINES_OF_A_FUNCTION, LEAST_LINES, MAX_FILES = 350, 40, 25, 15
# Declarations that are whole in fewer lines.
SHORT = {
    *("agents/bank/facts.py", "agents/concierge/agent.py", "agents/meetings/agent.py"),
    "bot/__main__.py",
}
# Words of the field that people look for, each of which is in the path of a file.
SEARCHED = """
rate.limit retries redaction injection audit lease scheduler heartbeat worker.pool outbox
inbox dedup ephemeral tool_call approval planner memory summary embedding procedure
webhook oauth modal markdown card attachment signature metrics health openapi
authentication migration encryption retention erasure export kill_switch budget secret journal
"""
ROOM = re.compile(
    r"`((?:core|engine|platforms|storage|llm|language|settings|bootstrap)/[\w/.-]+)`"
)
RUNTIME_EXTRAS = ("discord", "postgres", "traces")


def test_no_python_file_is_longer_than_the_limit():
    sources = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    written_by_hand = (path for path in sources if not path.is_relative_to(GENERATED))

    lengths = {str(path.relative_to(ROOT)): _line_count(path) for path in written_by_hand}

    assert {name: count for name, count in lengths.items() if count > MAX_LINES} == {}


@pytest.fixture(scope="module")
def product() -> list[File]:
    return files_of(ROOT)


def test_a_file_is_a_theme(product: list[File]):
    sentences = {
        str(file.path)
        for file in product
        if file.path.name != "__init__.py" and file.lines < LEAST_LINES
    }

    assert sentences == SHORT


def test_a_folder_can_be_taken_in_at_a_glance(product: list[File]):
    counts = Counter(str(file.path.parent) for file in product)

    assert {name: count for name, count in counts.items() if count > MAX_FILES} == {}


def test_a_function_fits_a_screen(product: list[File]):
    lengths = {
        f"{file.path}: {function.name}": (function.end_lineno or 0) - function.lineno + 1
        for file in product
        for function in file.functions
    }

    assert {
        name: count for name, count in lengths.items() if count > MAX_LINES_OF_A_FUNCTION
    } == {}


def test_no_two_classes_have_one_name(product: list[File]):
    counts = Counter(node.name for file in product for node in file.classes)

    assert [name for name, count in counts.items() if count > 1] == []


def test_no_files_import_one_another_in_a_circle(product: list[File]):
    assert circles_in(imports_of(product)) == []


def test_who_looks_for_a_word_of_the_field_finds_its_room(product: list[File]):
    paths = "\n".join(str(file.path) for file in product)

    assert [word for word in SEARCHED.split() if not re.search(word, paths)] == []


@pytest.mark.parametrize("page", ["README.md", "docs/architecture.md"])
def test_rooms_that_a_page_names_are_there(page: str):
    named = ROOM.findall((ROOT / page).read_text(encoding="utf-8"))

    assert named
    assert [name for name in named if not _is_there(name)] == []


@pytest.mark.parametrize(
    ("pin_file", "extras"),
    [("requirements.txt", RUNTIME_EXTRAS), ("requirements-dev.txt", (*RUNTIME_EXTRAS, "dev"))],
)
def test_pins_satisfy_what_the_project_asks_for(pin_file: str, extras: tuple[str, ...]):
    pins = _pins(pin_file)

    unmet = [
        str(wanted)
        for wanted in _wanted(extras)
        if not wanted.specifier.contains(pins.get(canonicalize_name(wanted.name), "0"))
    ]

    assert unmet == [], f"Run `make lock`: {pin_file} does not hold {unmet}"


def test_both_pin_files_agree():
    runtime, development = _pins("requirements.txt"), _pins("requirements-dev.txt")

    assert {name: development.get(name) for name in runtime} == runtime


@pytest.mark.parametrize("pin_file", ["requirements.txt", "requirements-dev.txt"])
def test_pin_files_name_no_place_to_download_from(pin_file: str):
    assert not re.search(r"://|--(extra-)?index-url|--find-links", (ROOT / pin_file).read_text())


def test_neither_words_nor_imports_nor_layout_count_as_tokens():
    bare = "def add(a, b):\n    return a + b\n"
    wordy = '"""Adds."""\nimport os\n\ndef add(\n    a,\n    b,  # too\n):\n    """Add."""\n'

    assert tokens_of(bare) == 11
    assert tokens_of(f"{wordy}    return a + b\n") == 11


def test_a_circle_is_found_and_what_leads_to_it_is_no_part_of_it():
    files = [
        _file("bot/one.py", "from bot import two"),
        _file("bot/two.py", "from bot.three import Three"),
        _file("bot/three.py", "import bot.two"),
    ]

    assert circles_in(imports_of(files)) == [["bot.three", "bot.two"]]


def test_who_keeps_a_protocol_is_found_where_it_is_passed_on_and_not_by_its_name_alone():
    files = [
        _file("bot/ports.py", "class Box(Protocol):\n    ..."),
        _file("bot/kit.py", "from bot.ports import Box"),
        _file("bot/boxes.py", "from bot.kit import Box as Port\nclass Chest(Port):\n    ..."),
        _file("bot/other.py", "class Box:\n    ...\nclass Tin(Box):\n    ..."),
    ]

    assert keepers_of(files) == {"bot.ports.Box": {"bot.boxes.Chest"}}


def _is_there(name: str) -> bool:
    """Say whether a room of the bot, or a file with or without its ending, has this name."""
    return (ROOT / "bot" / name).exists() or (ROOT / "bot" / f"{name}.py").exists()


def _file(path: str, text: str) -> File:
    return File(Path(path), text)


def _line_count(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


def _pins(pin_file: str) -> dict[str, str]:
    text = (ROOT / pin_file).read_text(encoding="utf-8")
    found = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^\s;\\]+)", text, re.MULTILINE)
    return {canonicalize_name(name): version for name, version in found}


def _wanted(extras: tuple[str, ...]) -> list[Requirement]:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = pyproject["project"]
    lists = [project["dependencies"], pyproject["dependency-groups"]["build"]]
    lists += [project["optional-dependencies"][extra] for extra in extras]
    return [Requirement(line) for lines in lists for line in lines]
