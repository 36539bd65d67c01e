"""Files for what no message holds: long answers and large tables."""

import csv
import io
import re
from dataclasses import dataclass

from bot.platforms.shared.markdown import Table

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_NUMBER = re.compile(r"[+-]?[\d.,\s]*%?")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file to be shared in the thread; `name` is ours, never a model's."""

    name: str
    content: bytes


def spreadsheet(table: Table, number: int) -> Upload:
    """Write a table for a spreadsheet, which must not run a cell as a formula."""
    lines = io.StringIO()
    csv.writer(lines).writerows([_harmless(cell) for cell in row] for row in table.rows)
    return Upload(f"table-{number}.csv", lines.getvalue().encode())


def _harmless(cell: str) -> str:
    is_formula = cell.startswith(_FORMULA) and not _NUMBER.fullmatch(cell)
    return f"'{cell}" if is_formula else cell
