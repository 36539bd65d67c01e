"""Rules about the project's files that no linter has."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
FOLDERS = ("bot", "agents", "tests", "migrations")
GENERATED = ROOT / "migrations" / "versions"
MAX_LINES = 300
RUNTIME_EXTRAS = ("discord", "postgres", "traces")


def test_no_python_file_is_longer_than_the_limit():
    sources = (path for folder in FOLDERS for path in (ROOT / folder).rglob("*.py"))
    written_by_hand = (path for path in sources if not path.is_relative_to(GENERATED))

    lengths = {str(path.relative_to(ROOT)): _line_count(path) for path in written_by_hand}

    assert {name: count for name, count in lengths.items() if count > MAX_LINES} == {}


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
