"""What the words of an agent's declaration are; each mistake is told together with the others."""

from collections.abc import Mapping

from agents.kit.declaring import FLAG, TEXT, Word, function_of, many, one_of
from agents.kit.fact import Fact
from agents.kit.records import Table
from agents.kit.sql import Database
from agents.kit.steps import RecipeStep
from agents.kit.tool import Tool

SCRIPT = Word(
    "a script, such as TaskLoop(agent=…) or one of a class that is based on Script",
    lambda it: (
        not isinstance(it, type)
        and all(hasattr(it, name) for name in ("agents", "run", "claims", "without"))
    ),
)
WORDS: Mapping[str, Word] = {
    "name": TEXT,
    "description": TEXT,
    "introduction": TEXT,
    "prompt": TEXT,
    "opening": TEXT,
    "tools": many(Tool, "tools, functions with @tool above them"),
    "requires": many(Fact, "facts"),
    "provides": many(Fact, "facts"),
    "examples": many(str, "texts"),
    "names": many(str, "texts"),
    "pages": many(str, "addresses"),
    "tables": many(Table, "tables"),
    "databases": many(Database, "databases"),
    "steps": many(RecipeStep, "steps of a recipe"),
    "expose_to_user": FLAG,
    "can_generate_task": FLAG,
    "private": FLAG,
    "remote": TEXT,
    "keeps": one_of("task", "thread"),
    "style": one_of("", "talk"),
    "run": function_of("turn"),
    "script": Word(SCRIPT.what, lambda it: it is None or SCRIPT.fits(it)),
    "demo": function_of("rows"),
}
LISTS = (
    *("tools", "requires", "provides", "examples", "names", "pages", "tables", "databases"),
    "steps",
)
