"""Every listed behaviour is proved by a test, and every test proves a listed one."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from typing_extensions import TypeIs

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

TESTS = Path(__file__).parents[1]
LISTED_IN = TESTS / "behaviours.md"

_LINE = re.compile(r"- \*\*(?P<id>S\d-\d+\w?)\*\* (?P<text>\S.*)")
_OPEN = re.compile(r"\(open: \S.*\)$")
_ID = re.compile(r"S\d-\d+\w?")
_REQUIREMENT = re.compile(r"R\d+")  # what must never happen; listed elsewhere
_NOT_RUN = {"skip", "xfail"}


def test_no_behaviour_is_listed_twice():
    times = Counter(name for name, _text in _listed())

    assert [name for name, count in times.items() if count > 1] == []


def test_every_item_of_the_list_is_a_behaviour():
    items = [line for line in _lines() if line.lstrip().startswith(("-", "*"))]

    assert [line for line in items if not _LINE.fullmatch(line)] == []


def test_every_behaviour_is_proved_by_a_test():
    proved = _proved()

    missing = [name for name, text in _listed() if name not in proved and not _OPEN.search(text)]

    assert missing == [], f"{len(missing)} behaviours have no test: {', '.join(missing)}"


def test_no_test_proves_what_is_not_listed():
    listed = {name for name, _text in _listed()}

    strangers = {name: where for name, where in _proved().items() if name not in listed}

    assert strangers == {}, f"{LISTED_IN.name} has no line for {', '.join(sorted(strangers))}"


MARKED = """
import pytest

pytestmark = [pytest.mark.faults, pytest.mark.proves("S0-01")]

@pytest.mark.proves("S0-02", "S1-17b")
def test_one(): ...

@pytest.mark.proves("S0-03")
class TestMany:
    @pytest.mark.proves("S0-04")
    async def test_two(self): ...

@pytest.mark.parametrize("word", [pytest.param("yes", marks=pytest.mark.proves("S0-05"))])
def test_three(word): ...
"""

IDLE = """
import pytest

@pytest.mark.proves("S0-01")
def a_builder(): ...

@pytest.mark.skip(reason="later")
@pytest.mark.proves("S0-02")
def test_one(): ...

def test_two():
    pytest.mark.proves("S0-03")
"""


def test_marks_are_found_on_modules_classes_functions_and_parameters():
    assert _ids(MARKED) == ["S0-01", "S0-02", "S1-17b", "S0-03", "S0-04", "S0-05"]


def test_requirements_that_are_listed_elsewhere_are_left_alone():
    assert _ids('@pytest.mark.proves("R11", "S0-01")\ndef test_one(): ...') == ["S0-01"]


def test_what_never_runs_proves_nothing():
    assert _ids(IDLE) == []


@pytest.mark.parametrize("given", ['"S0-5, S0-6"', '"T0-05"', "*IDS", "NAME", ""])
def test_a_mark_that_names_no_id_is_a_mistake(given: str):
    source = f"@pytest.mark.proves({given})\ndef test_one(): ..."

    with pytest.raises(ValueError, match="names no behaviour"):
        _ids(source)


def _lines() -> list[str]:
    return LISTED_IN.read_text(encoding="utf-8").splitlines()


def _listed() -> list[tuple[str, str]]:
    """Every id with what it says, in the order of the file."""
    found = (_LINE.fullmatch(line) for line in _lines())
    return [(line["id"], line["text"]) for line in found if line]


def _proved() -> dict[str, str]:
    """Every id that a test proves, with the file of one such test."""
    paths = sorted(TESTS.rglob("*.py"))
    return {
        name: str(path.relative_to(TESTS))
        for path in paths
        for name in _ids(path.read_text(encoding="utf-8"))
    }


def _ids(source: str) -> list[str]:
    return [name for mark in _marks(ast.parse(source)) for name in _names(mark)]


def _marks(body: ast.Module | ast.ClassDef) -> Iterator[ast.Call]:
    """Find the marks on tests that run; marks elsewhere mark nothing."""
    for node in body.body:
        if isinstance(node, ast.Assign) and "pytestmark" in map(ast.unparse, node.targets):
            yield from _calls(node.value)
        elif _is_test(node) and not any(_says(d, _NOT_RUN) for d in node.decorator_list):
            for decorator in node.decorator_list:
                yield from _calls(decorator)
            if isinstance(node, ast.ClassDef):
                yield from _marks(node)


def _is_test(node: ast.stmt) -> TypeIs[Definition]:
    return isinstance(node, Definition) and node.name.lower().startswith("test")


def _calls(node: ast.AST) -> Iterator[ast.Call]:
    return (n for n in ast.walk(node) if isinstance(n, ast.Call) and _says(n.func, {"proves"}))


def _says(node: ast.expr, marks: set[str]) -> bool:
    word = ast.unparse(node.func if isinstance(node, ast.Call) else node)
    return word in {f"pytest.mark.{mark}" for mark in marks}


def _names(mark: ast.Call) -> list[str]:
    names = [arg.value for arg in mark.args if isinstance(arg, ast.Constant)]
    known = [n for n in names if isinstance(n, str) and (_ID.fullmatch(n) or _is_requirement(n))]
    if not known or len(known) < len(mark.args) or mark.keywords:
        message = f"{ast.unparse(mark)} names no behaviour; write each id as a plain string"
        raise ValueError(message)
    return [name for name in known if not _is_requirement(name)]


def _is_requirement(name: str) -> bool:
    return _REQUIREMENT.fullmatch(name) is not None
