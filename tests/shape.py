"""The shape of the product's code in figures: `make shape`.

`python -m tests.shape FOLDER` counts another tree. It reports, and limits nothing. Tokens are
counted as the Python that runs this reads them, so trees are compared under one version.
"""

import ast
import io
import sys
import token
import tokenize
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDERS = ("bot", "agents")
MOST_FILES, SHORT, LONGEST = 15, 25, 15
LAYOUT = {
    *(token.COMMENT, token.NL, token.NEWLINE, token.INDENT, token.DEDENT),
    *(token.ENCODING, token.ENDMARKER),
}

Function = ast.FunctionDef | ast.AsyncFunctionDef
Graph = Mapping[str, set[str]]


@dataclass(frozen=True)
class File:
    """A source file, read once."""

    path: Path
    text: str

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    @property
    def lines(self) -> int:
        return len(self.text.splitlines())

    @property
    def module(self) -> str:
        parts = self.path.with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    @property
    def classes(self) -> Iterator[ast.ClassDef]:
        return (node for node in ast.walk(self.tree) if isinstance(node, ast.ClassDef))

    @property
    def functions(self) -> Iterator[Function]:
        return (node for node in ast.walk(self.tree) if isinstance(node, Function))

    @cached_property
    def sources(self) -> dict[str, tuple[str, str]]:
        """Where the names that it imports come from: the module, and their name there."""
        return {
            name.asname or name.name: (str(node.module), name.name)
            for node in ast.walk(self.tree)
            if isinstance(node, ast.ImportFrom)
            for name in node.names
        }


def tokens_of(text: str) -> int:
    """Count tokens, but for comments, docstrings, imports, commas and layout."""
    left_out = set(_lines_left_out(ast.parse(text)))
    return sum(
        found.type not in LAYOUT and found.string != "," and found.start[0] not in left_out
        for found in tokenize.generate_tokens(io.StringIO(text).readline)
    )


def _lines_left_out(tree: ast.Module) -> Iterator[int]:
    """The lines of docstrings and imports; a formatter puts nothing else on them."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield from _lines_of(node)
        elif isinstance(node, ast.Module | ast.ClassDef | Function) and ast.get_docstring(node):
            yield from _lines_of(node.body[0])


def _lines_of(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def files_of(root: Path) -> list[File]:
    """The Python files of the product, in order."""
    paths = sorted(path for folder in FOLDERS for path in (root / folder).rglob("*.py"))
    return [File(path.relative_to(root), path.read_text(encoding="utf-8")) for path in paths]


def bases_of(node: ast.ClassDef) -> list[str]:
    """The names of the classes that a class names as its bases, without their modules."""
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
    return [ast.unparse(base).rpartition(".")[2] for base in plain]


def keepers_of(files: Iterable[File]) -> dict[str, set[str]]:
    """Which classes keep the promise of each Protocol: they name it, or one that does."""
    read = {file.module: file for file in files}
    children, protocols = defaultdict[str, set[str]](set), set[str]()
    for module, file in read.items():
        for node in file.classes:
            name, bases = f"{module}.{node.name}", bases_of(node)
            protocols |= {name} if "Protocol" in bases else set()
            for base in bases:
                children[_whole_name(base, module, read)].add(name)
    return {name: _below(name, children) - protocols for name in sorted(protocols)}


def _whole_name(name: str, module: str, read: Mapping[str, File]) -> str:
    """Where a name comes from, by way of those that pass it on."""
    for _step in read:  # a package may import its own modules by its own name
        if module not in read or name not in read[module].sources:
            break
        module, name = read[module].sources[name]
    return f"{module}.{name}"


def _below(name: str, children: Graph) -> set[str]:
    found, left = set[str](), [name]
    while left:
        new = children.get(left.pop(), set()) - found
        found |= new
        left += new
    return found


def imports_of(files: Iterable[File]) -> dict[str, set[str]]:
    """Which files each file imports, wherever in it."""
    files = list(files)
    modules = {file.module for file in files}
    return {file.module: {*_imported(file, modules)} - {file.module} for file in files}


def _imported(file: File, modules: set[str]) -> Iterator[str]:
    for node in ast.walk(file.tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in modules)
        elif isinstance(node, ast.ImportFrom):
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                found = whole if whole in modules else str(node.module)
                yield from (found,) if found in modules else ()


def by_folder(graph: Graph) -> dict[str, set[str]]:
    """The same, of folders; what stands in an `__init__` is in the folder that has it."""
    parents = {module: module.rpartition(".")[0] for module in graph}
    packages, folders = {*parents.values()}, defaultdict[str, set[str]](set)
    for module, imported in graph.items():
        home, *others = (one if one in packages else parents[one] for one in (module, *imported))
        folders[home] |= {*others} - {home}
    return folders


def circles_in(graph: Graph) -> list[list[str]]:
    """Those that reach one another, each in one list."""
    reached = {one: _below(one, graph) for one in graph}
    circles = {
        frozenset(other for other in reached[one] if one in reached.get(other, ()))
        for one in graph
        if one in reached[one]
    }
    return sorted(sorted(circle) for circle in circles)


def report(files: Sequence[File]) -> Iterator[str]:
    """All figures, a line each, and what they count."""
    yield f"files: {len(files)}"
    yield f"lines: {sum(file.lines for file in files)}"
    yield f"tokens: {sum(tokens_of(file.text) for file in files)}"
    yield f"functions: {sum(1 for file in files for _ in file.functions)}"
    yield f"classes: {sum(1 for file in files for _ in file.classes)}"
    yield from _listed("protocols", _protocols(files))
    yield from _listed("class names that stand more than once", _repeated(files))
    yield from _listed(f"folders of more than {MOST_FILES} files", _crowded(files))
    yield from _listed(f"files under {SHORT} lines, but __init__", _short(files))
    yield from _listed(f"the {LONGEST} longest functions", _longest(files))
    imports = imports_of(files)
    for name, graph in (("files", imports), ("folders", by_folder(imports))):
        yield from _listed(f"circles of {name}", map(" ".join, circles_in(graph)))


def _listed(title: str, found: Iterable[str]) -> Iterator[str]:
    lines = list(found)
    yield f"{title}: {len(lines)}"
    yield from (f"  {line}" for line in lines)


def _protocols(files: Sequence[File]) -> Iterator[str]:
    """Each with how many keep its promise, and whether it is a wall between layers."""
    for name, keepers in keepers_of(files).items():
        is_wall = {_layer(keeper) for keeper in keepers} - {_layer(name)}
        where = "across layers" if is_wall else "in its own layer" if keepers else "by its shape"
        yield f"{name}: kept by {len(keepers)}, {where}"


def _layer(name: str) -> str:
    return ".".join(name.split(".")[:2])


def _repeated(files: Sequence[File]) -> Iterator[str]:
    homes = defaultdict[str, list[str]](list)
    for file in files:
        for node in file.classes:
            homes[node.name].append(file.module)
    yield from (f"{name}: {', '.join(homes[name])}" for name in sorted(homes) if homes[name][1:])


def _crowded(files: Sequence[File]) -> Iterator[str]:
    counts = _counted(files, lambda file: str(file.path.parent))
    yield from (f"{name}: {count}" for name, count in counts.items() if count > MOST_FILES)


def _counted(files: Sequence[File], of: Callable[[File], str]) -> dict[str, int]:
    counts = defaultdict[str, int](int)
    for file in files:
        counts[of(file)] += 1
    return counts


def _short(files: Sequence[File]) -> Iterator[str]:
    for file in files:
        if file.path.name != "__init__.py" and file.lines < SHORT:
            yield f"{file.path}: {file.lines}"


def _longest(files: Sequence[File]) -> Iterator[str]:
    found = [
        (len(_lines_of(function)), f"{file.path}: {function.name}")
        for file in files
        for function in file.functions
    ]
    for lines, name in sorted(found, reverse=True)[:LONGEST]:
        yield f"{lines} {name}"


if __name__ == "__main__":
    tree = Path(sys.argv[1]) if sys.argv[1:] else ROOT
    sys.stdout.writelines(f"{line}\n" for line in report(files_of(tree)))
