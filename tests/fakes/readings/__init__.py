"""The one table of the stand-in: all areas together."""

from tests.fakes.readings import bank
from tests.fakes.readings.rows import Table

TABLE = Table(rows=(*bank.ROWS,))
