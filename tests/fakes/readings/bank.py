"""What people say at the bank."""

from tests.fakes.readings.rows import Row, rows_for

ROWS: list[Row] = [
    *rows_for("transfer_money", "Transfer money", "I want to transfer money"),
]
