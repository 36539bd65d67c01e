"""A file that is written to do harm, or by mistake means something else, is refused in words."""

import time
from itertools import pairwise

import pytest

from agents.kit.procedures import read_procedure
from agents.kit.procedures.load import pieces_of
from tests.unit.procedures.stories import a_talk, as_yaml

LETTERS = "abcdefgh"


def tenfold(first: str, form: str) -> str:
    """Lines each of which stands for the one before, ten times."""
    lines = [f"a: &a {first}"]
    for before, letter in pairwise(LETTERS):
        lines.append(f"{letter}: &{letter} {form.format(', '.join([f'*{before}'] * 10))}")
    return "\n".join(lines) + "\n"


LISTS = tenfold("[x]", "[{}]")
MERGED = tenfold("{x: 1}", "{{<<: [{}]}}")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{LISTS}config: {{API_KEY: *h}}", "what begins in line 6 stands for more than 200,000"),
        (MERGED, "what begins in line 6 stands for more than 200,000 values."),
        ("a: " + "[" * 5000 + "]" * 5000, "it is nested more than 50 deep."),
        ("a: " + "[" * 60 + "]" * 60, "it is nested more than 50 deep."),
        ("root: &a [*a]", "what begins in line 1 contains itself."),
        ("root: a\nstates: {}\nroot: b", "the key root stands twice, again in line 3."),
        ("relations: {w: {0: w, '0': x}}", "the key 0 stands twice, again in line 1."),
        ("root: " + "9" * 5000, "a value in it cannot be read: "),
        ("root: 2026-13-41", "a value in it cannot be read: month must be in 1..12"),
    ],
)
def test_what_cannot_be_meant_is_refused_at_once(text: str, problem: str):
    started = time.process_time()

    [found] = read_procedure(text).problems

    assert problem in found
    assert time.process_time() - started < 3


def test_parts_may_be_written_once_and_used_twice():
    text = as_yaml(a_talk()).replace("root:", "parts: &parts {task: {task: speak}}\nroot:", 1)
    named = text.replace(
        "agent_states:\n      host:\n        style:\n          role: host\n        task:\n"
        "          task: speak as host\n",
        "agent_states:\n      host:\n        <<: *parts\n        style: {role: host}\n",
    )

    reading = read_procedure(named)

    assert named.count("*parts") == 2
    assert reading.problems == ()
    assert reading.warnings == ("parts: is not known here and is left out.",)


def test_a_knowledge_file_of_plain_text_may_look_like_anything():
    assert [piece.answer for piece in pieces_of("a: 1\na: 2\n\nthe [rest")] == [
        "a: 1\na: 2", "the [rest",
    ]  # fmt: skip


def test_a_key_that_is_missing_is_named_with_the_one_that_stands_in_its_place():
    text = as_yaml(a_talk()).replace("\nrelations:", "\nrelatons:")

    assert read_procedure(text).problems == ("relations: is missing (it has relatons instead).",)
