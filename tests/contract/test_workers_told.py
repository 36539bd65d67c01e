"""What the operator is told of workers, and where they can be."""

from pathlib import Path

import pytest

from bot.bootstrap import Settings
from bot.bootstrap.workers import ProcessRole, part_of
from tests.contract.test_jobs import connected
from tests.fakes.command_line import command

pytestmark = pytest.mark.timeout(60)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def doctor(address: str) -> tuple[int, list[str]]:
    """The exit code, and the lines that tell of workers."""
    told = command("doctor", env={"DATABASE_URL": address})
    return told.exit_code, [line for line in told.output.splitlines() if "workers:" in line]


@pytest.mark.postgres
def test_the_doctor_says_whether_anybody_works(migrated_postgres: str):
    nobody = doctor(migrated_postgres)
    with connected(migrated_postgres) as connection:
        connection.execute("INSERT INTO procrastinate_workers DEFAULT VALUES")
    somebody = doctor(migrated_postgres)

    assert nobody == (0, ["look  workers: none gives a sign of life; start: frontdesk worker"])
    assert somebody == (0, ["ok    workers: alive; 0 sessions wait for one"])


@pytest.mark.postgres
def test_the_doctor_says_that_a_login_may_only_read(migrated_postgres: str):
    sign = "&" if "?" in migrated_postgres else "?"
    reader = f"{migrated_postgres}{sign}options=-c%20role%3Dpg_read_all_data"

    told = command("doctor", env={"DATABASE_URL": reader})

    assert told.exit_code == 1
    assert "this login may not write to agent_counters and " in told.output


@pytest.mark.postgres
def test_the_doctor_says_that_the_tables_of_jobs_are_missing(migrated_postgres: str):
    with connected(migrated_postgres) as connection:
        connection.execute("DROP SCHEMA procrastinate CASCADE")

    code, (line,) = doctor(migrated_postgres)

    assert code == 1
    assert line.startswith("BAD   workers: the schema “procrastinate” is missing")


def test_the_doctor_says_nothing_of_workers_where_one_process_does_it_all():
    assert doctor("sqlite:///frontdesk.db") == (0, [])


def test_a_worker_needs_postgres():
    told = command("worker", env={"DATABASE_URL": "sqlite:///frontdesk.db"})

    assert told.exit_code == 1
    assert "Workers of their own need Postgres" in told.output


@pytest.mark.parametrize(
    ("address", "only", "part"),
    [
        ("sqlite:///frontdesk.db", "", ProcessRole.WHOLE),
        ("sqlite:///frontdesk.db", "slack", ProcessRole.WHOLE),
        ("postgres://u:p@host/name", "", ProcessRole.WHOLE),
        ("postgres://u:p@host/name", "slack", ProcessRole.DOORS),
    ],
)
def test_doors_alone_leave_the_work_to_workers_where_there_can_be_any(
    monkeypatch: pytest.MonkeyPatch, address: str, only: str, part: ProcessRole
):
    monkeypatch.setenv("DATABASE_URL", address)

    assert part_of(Settings(_env_file=None), only) is part
