"""How commands show what people wrote: nothing of it steers the terminal."""

from collections.abc import Iterable, Iterator

import click

from bot.platforms.chat.render.sanitize import reveal_hidden, write_code_point


def tell(text: str) -> None:
    """Print a text that may hold what people wrote."""
    click.echo(reveal_hidden(text))


def table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> str:
    """Line up columns; the last one is as wide as it likes."""
    lines = [heads, *(tuple(map(_cell, row)) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads) - 1)]
    return "\n".join("  ".join((*_padded(line, widths), line[-1])) for line in lines)


def _cell(text: str) -> str:
    """One line of a text, a break in it made visible as well."""
    return reveal_hidden(text).replace("\n", write_code_point("\n")).replace("\t", " ")


def _padded(cells: tuple[str, ...], widths: list[int]) -> Iterator[str]:
    return (cell.ljust(width) for cell, width in zip(cells[:-1], widths, strict=True))
