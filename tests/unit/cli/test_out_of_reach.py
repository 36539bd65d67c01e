"""What an operator is told where the database, its folder or its key cannot be reached."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.storage.databases.encryption import HOW
from tests.fakes.command_line import command

ROOT = Path(__file__).parents[3]
KEY = {"FRONTDESK_SECRET_KEY": "bm90LWEtc2VjcmV0LW9ubHktZm9yLWEtZml4dHVyZS4="}
WITHOUT_PRIVILEGES = "--bounding-set=-dac_override,-dac_read_search"


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)


def as_anybody(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as somebody for whom the modes of files count, which root is not."""
    limited = shutil.which("setpriv")
    if not os.geteuid() and not limited:
        pytest.skip("root may write everywhere, unless it gives that up")
    before = () if os.geteuid() else (str(limited), WITHOUT_PRIVILEGES)
    return subprocess.run(  # noqa: S603 - our own program
        (*before, sys.executable, "-m", "bot", *arguments),
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("arguments", [("db", "upgrade"), ("sessions", "list"), ("doctor",)])
def test_a_folder_that_cannot_be_made_is_named(arguments: tuple[str, ...]):
    Path("file").touch()

    shown = command(*arguments, env={**KEY, "DATABASE_URL": "sqlite:///file/x.db"})

    assert shown.exit_code == 1
    assert f"its folder {Path('file').absolute()} cannot be made: File exists" in shown.output


@pytest.mark.parametrize("arguments", [("sessions", "list"), ("doctor",)])
def test_a_key_file_that_cannot_be_read_is_named(arguments: tuple[str, ...]):
    key = Path(".frontdesk/secret.key")
    key.mkdir(parents=True, mode=0o700)

    shown = command(*arguments)

    assert shown.exit_code == 1
    assert f"cannot be kept in {key.absolute()} (Is a directory): let this user" in shown.output


def test_a_key_file_of_other_bytes_holds_no_key():
    Path(".frontdesk").mkdir()
    Path(".frontdesk/secret.key").write_bytes(bytes(range(200, 244)))

    shown = command("sessions", "list")

    assert shown.exit_code == 1
    assert f"secret.key does not hold a key of 32 bytes in URL-safe base64. {HOW}" in shown.output


def test_a_file_that_may_only_be_read_is_said_to_be_so():
    command("db", "upgrade")
    Path("frontdesk.db").chmod(0o444)

    refused, seen = as_anybody("pause"), as_anybody("doctor")

    assert (refused.returncode, seen.returncode) == (1, 1)
    assert "attempt to write a readonly database; let this user write to the" in refused.stderr
    path = Path("frontdesk.db")
    assert f"BAD   database: {path} may not be written; let this user do so" in seen.stdout


@pytest.mark.parametrize("arguments", [("chat", "--json"), ("run", "--only", "web")])
def test_nobody_is_served_from_a_file_that_may_only_be_read(arguments: tuple[str, ...]):
    command("sessions", "list")
    Path("frontdesk.db").chmod(0o444)

    refused = as_anybody(*arguments)

    assert refused.returncode == 1
    told = "The database cannot be used (frontdesk.db may not be written; let this user do so)"
    assert told in refused.stderr
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""


@pytest.mark.parametrize(
    ("free", "told", "exit_code"),
    [
        (60_000, "BAD   disk: 60 kB are free", 1),
        (90_000_000, "look  disk: 90 MB are free", 0),
        (2_000_000_000, "", 0),
    ],
)
def test_the_doctor_says_that_the_disk_is_full(
    free: int, told: str, exit_code: int, monkeypatch: pytest.MonkeyPatch
):
    room = shutil.disk_usage(".")._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: room)

    before, _, after = command("doctor"), command("db", "upgrade"), command("doctor")

    for shown in (before, after):
        assert shown.exit_code == exit_code
        disk = [line for line in shown.output.splitlines() if " disk: " in line]
        assert disk == ([f"{told} where frontdesk.db lies; make room"] if told else [])


def test_the_doctor_looks_at_the_disk_of_a_folder_that_will_be_made(tmp_path: Path):
    shown = command("doctor", env={**KEY, "DATABASE_URL": f"sqlite:///{tmp_path}/new/a.db"})

    assert shown.exit_code == 0, shown.output
    assert "new/a.db will be made at the first start" in shown.output


def test_a_folder_in_which_no_file_can_be_made_is_said_to_be_so(tmp_path: Path):
    command("sessions", "list")
    Path("frontdesk.db").unlink()
    tmp_path.chmod(0o555)

    refused, seen = as_anybody("db", "upgrade"), as_anybody("doctor")

    tmp_path.chmod(0o755)
    assert (refused.returncode, seen.returncode) == (1, 1)
    assert "unable to open database file; let this user write to the file" in refused.stderr
    assert f"BAD   database: {tmp_path} may not be written; let this user" in seen.stdout


def test_what_nobody_lets_us_see_is_named(tmp_path: Path):
    command("sessions", "list")
    hidden = tmp_path / "hidden"
    hidden.mkdir(mode=0o000)
    address = f"sqlite:///{hidden / 'frontdesk.db'}"
    Path(".env").write_text(f"DATABASE_URL={address}\n")

    ends = [as_anybody("db", "upgrade"), as_anybody("sessions", "list"), as_anybody("doctor")]

    hidden.chmod(0o755)
    assert [end.returncode for end in ends] == [1, 1, 1]
    assert f"{hidden / 'frontdesk.db'}: Permission denied" in ends[0].stderr
    assert all("Permission denied" in end.stdout + end.stderr for end in ends)
    assert not any("Traceback" in end.stderr for end in ends)
