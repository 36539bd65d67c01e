"""The one table of the stand-in: all areas together."""

from tests.fakes.readings import bank, insurance, plans, talkers, team
from tests.fakes.readings.rows import Table

TABLE = Table(
    rows=(*bank.ROWS, *insurance.ROWS, *team.ROWS, *talkers.ROWS, *plans.ROWS),
    moves=tuple(talkers.MOVES),
    goals=tuple(plans.GOALS),
)
