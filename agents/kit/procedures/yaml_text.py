"""Reads YAML that may be written to do harm: it is refused, in words, before it grows.

A few lines that refer to one another stand for millions of values; so what they stand for is
counted on the nodes, where each is there once.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import yaml

MOST_NODES = 200_000
DEEPEST = 50

_MERGE = "tag:yaml.org,2002:merge"


class WrittenWrong(ValueError):
    """A text is not YAML, or none that is worth reading; the words say where."""


def read_yaml(text: str) -> Any:
    """Read a text of YAML; JSON is YAML too.

    Raises:
        WrittenWrong: it is no YAML, writes a key twice, or stands for far too much.
    """
    with _in_words():
        loader = yaml.SafeLoader(text)
        return _constructed(loader, loader.get_single_node())


def read_documents(text: str) -> list[Any]:
    """Read all documents of a text, which “---” divides.

    Raises:
        WrittenWrong: one is no YAML, writes a key twice, or stands for far too much.
    """
    found = []
    with _in_words():
        loader = yaml.SafeLoader(text)
        while loader.check_node():
            found.append(_constructed(loader, loader.get_node()))
    return found


@contextmanager
def _in_words() -> Iterator[None]:
    try:
        yield
    except yaml.YAMLError as error:
        raise WrittenWrong(f"this is not YAML: {_at(error)}") from error
    except RecursionError:
        raise _too_deep() from None


def _constructed(loader: yaml.SafeLoader, node: yaml.Node | None) -> Any:
    if node is None:
        return None
    _Measured().size(node)
    try:
        return loader.construct_document(node)
    except ValueError as error:  # a day or a number that there is not
        raise WrittenWrong(f"a value in it cannot be read: {error}") from error


@dataclass
class _Measured:
    """What nodes stand for, each counted once; those being counted contain what comes now."""

    known: dict[int, int] = field(default_factory=dict)
    around: list[int] = field(default_factory=list)

    def size(self, node: yaml.Node) -> int:
        if id(node) in self.around:
            raise WrittenWrong(f"what begins in {_line(node)} contains itself")
        if id(node) not in self.known:
            self.around.append(id(node))
            self.known[id(node)] = self._counted(node)
            self.around.pop()
        return self.known[id(node)]

    def _counted(self, node: yaml.Node) -> int:
        if len(self.around) > DEEPEST:
            raise _too_deep()
        if isinstance(node, yaml.MappingNode):
            _refuse_repeats(node)
        size = 1 + sum(self.size(inner) for inner in _inside(node))
        if size > MOST_NODES:
            raise WrittenWrong(
                f"what begins in {_line(node)} stands for more than {MOST_NODES:,} values"
            )
        return size


def _inside(node: yaml.Node) -> Iterator[yaml.Node]:
    if isinstance(node, yaml.SequenceNode):
        yield from node.value
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield key
            yield value


def _refuse_repeats(node: yaml.MappingNode) -> None:
    """The last of two would hold, unseen."""
    seen: set[str] = set()
    for key, _value in node.value:
        if not isinstance(key, yaml.ScalarNode) or key.tag == _MERGE:
            continue
        if key.value in seen:
            raise WrittenWrong(f"the key {key.value} stands twice, again in {_line(key)}")
        seen.add(key.value)


def _too_deep() -> WrittenWrong:
    return WrittenWrong(f"it is nested more than {DEEPEST} deep")


def _line(node: yaml.Node) -> str:
    return f"line {node.start_mark.line + 1}"


def _at(error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    what = getattr(error, "problem", None) or "it cannot be read"
    return f"{what} in line {mark.line + 1}" if mark else str(what)
