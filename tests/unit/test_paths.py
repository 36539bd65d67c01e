"""Names that people, files and platforms give never become places on the disk."""

import ast
from contextlib import suppress
from pathlib import Path

import pytest

from bot.bootstrap.agent_modules import _Beside
from bot.cli.chat import alone_in
from bot.core.turn.attachments import NAME_CHARACTERS, name_file
from bot.domain.errors import FrontdeskError
from bot.domain.messages import Attachment, Incoming, Thread
from tests.fakes.command_line import command
from tests.journeys.conversation import THREAD, a_conversation, a_person

ROOT = Path(__file__).parents[2]
CANARY = "CANARY of the house next door"
NAMES = (
    "../canary.txt", "../../canary.txt", "../../../../../../etc/passwd", "..", ".", "./..",
    "/etc/passwd", "//etc/passwd", "/proc/self/environ", "/dev/stdin", "~/.ssh/id_rsa", "~root",
    "..\\canary.txt", "C:\\Windows\\win.ini", "C:canary.txt", "\\\\host\\share\\x", "..\\..\\x",
    "canary.txt\x00.png", "\x00", "a\nb", "a\r\nb", "\x1b[2J", "%2e%2e%2fcanary.txt", "%2e%2e/x",
    "..%2fcanary.txt", "..%5ccanary.txt", "%252e%252e%252fx", "..%c0%af", "%00",
    "\u2025/canary.txt", "\uff0e\uff0e/canary.txt", "..\u2215canary.txt", "..\u2044x", "..\uff0fx",
    "\u202egnp.exe", "a\u200bb",
    "CON", "con.txt", "NUL", "aux", "PRN.md", "COM1", "LPT1.txt",
    "a:stream", "x.txt::$DATA", "name.", "name ", " name", ".hidden", ".env",
    "frontdesk.db", "frontdesk.db-wal", "x" * 300, "x" * 5000, "../" * 200, "a/" * 200 + "b",
    "link/canary.txt", "link", "up/canary.txt", "deep/../../canary.txt",
    "Inside.TXT", "INSIDE.txt",
    "$(touch x)", "`touch x`", "; touch x", "| touch x", "&& touch x", "--help", "-rf", "*", "?",
    "file:///etc/passwd", "https://evil.example/x", "{name}", "{0.__class__}", "%s%n", "",
    "\ud800", "\U0001f4a9", "a" * 80 + "/b", "inside.txt/..", "inside.txt/../../canary.txt",
)  # fmt: skip

by_name = pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to be in, with something beside it that is not to be reached, and ways there."""
    room = tmp_path / "room"
    room.mkdir()
    (tmp_path / "canary.txt").write_text(CANARY)
    (room / "inside.txt").write_text("inside")
    (room / "link").symlink_to(tmp_path)
    (room / "up").symlink_to("..")
    monkeypatch.chdir(room)
    return room


def everything(room: Path) -> dict[str, bytes]:
    """Whatever lies in the room and beside it."""
    files = (path for path in room.parent.rglob("*") if path.is_file())
    return {str(path): path.read_bytes() for path in files}


def test_there_are_more_than_sixty_names():
    assert len(set(NAMES)) == len(NAMES) >= 60


@pytest.mark.proves("R16")
@by_name
def test_the_name_of_a_file_is_shown_as_one_harmless_line(name: str):
    shown = name_file(Attachment(name))

    assert 0 < len(shown) <= NAME_CHARACTERS
    assert not set(shown) & set("/\\\n\r\x00\x1b\u202e\u200b")


@pytest.mark.proves("R16")
@by_name
async def test_a_file_of_any_name_is_read_and_written_nowhere(room: Path, name: str):
    before = everything(room)
    conversation = await a_conversation()
    file = Attachment(name, text="hello")

    await conversation.take(Incoming("e1", THREAD, a_person("ana"), text="hi", files=(file,)))

    assert everything(room) == before


@pytest.mark.proves("R16")
@by_name
def test_a_procedure_reads_nothing_outside_of_its_folder(room: Path, name: str):
    text = ""

    with suppress(OSError, ValueError):
        text = _Beside(room).read(name)

    assert text in {"", "inside"}


@pytest.mark.proves("R16")
@by_name
def test_a_conversation_of_any_name_is_held_within_one_folder(room: Path, name: str):
    before = everything(room)
    held = room / "held"

    place = Thread("console", "local", "chat", name)

    with suppress(FrontdeskError, UnicodeEncodeError), alone_in(held, place):
        made = {path.parent for path in held.iterdir()} if held.exists() else set()
        assert made <= {held}

    for path in held.iterdir() if held.exists() else ():
        path.unlink()
    assert everything(room) == before


@pytest.mark.proves("R16")
@pytest.mark.parametrize("name", [name for name in NAMES if not name.isidentifier()], ids=repr)
def test_no_agent_is_made_under_a_name_that_leads_elsewhere(room: Path, name: str):
    before = everything(room)

    result = command("new", "agent", "--", name.replace("\ud800", "?"))

    assert result.exit_code != 0
    assert everything(room) == before


# Who may touch files at all, and why the names they use are nobody's but the operator's.
WRITERS = {
    "bot/cli/chat.py": "a lock, named by a digest",
    "bot/cli/agents.py": "a new agent, its name checked",
    "bot/cli/commands.py": "the standard streams",
    "bot/storage/databases/encryption.py": "the key, where the settings say",
    "bot/storage/databases/sqlite_connection.py": "the database, where the settings say",
}


@pytest.mark.proves("R16")
def test_nothing_else_in_the_bot_writes_files():
    """Whoever wants to is added above, with where its names come from."""
    sources = [path for folder in ("bot", "agents") for path in (ROOT / folder).rglob("*.py")]

    writers = {str(path.relative_to(ROOT)) for path in sources if writes(path.read_text("utf-8"))}

    assert writers <= WRITERS.keys()


def writes(source: str) -> bool:
    """Say whether code writes files: opens one to write, makes folders, or unpacks archives."""
    return any(
        is_writing(node.func, [*node.args, *(keyword.value for keyword in node.keywords)])
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Call)
    )


def is_writing(called: ast.expr, arguments: list[ast.expr]) -> bool:
    match called:
        case ast.Attribute(attr="write_text" | "write_bytes" | "mkdir" | "touch" | "symlink_to"):
            return True
        case ast.Attribute(attr="extractall" | "makedirs" | "copyfile" | "mkstemp"):
            return True
        case ast.Attribute(value=ast.Name(id="os"), attr="open" | "replace" | "rename" | "link"):
            return True
        case ast.Attribute(attr="open") | ast.Name(id="open"):
            modes = [one.value for one in arguments if isinstance(one, ast.Constant)]
            return any(mode in {"w", "wb", "a", "ab", "x", "xb", "r+", "w+"} for mode in modes)
        case _:
            return False


@pytest.mark.parametrize(
    ("source", "is_one"),
    [
        ("Path(name).write_text('x')", True),
        ("open(name, 'w')", True),
        ("path.open(mode='ab')", True),
        ("os.open(name, 1)", True),
        ("archive.extractall()", True),
        ("open(name)", False),
        ("cipher.open(sealed)", False),
    ],
)
def test_it_would_be_noticed(source: str, is_one: bool):  # noqa: FBT001 - a row of the table
    assert writes(source) is is_one
