"""Seals hold, keys rotate, and two processes starting at once agree on one key."""

import base64
import stat
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.core.ports.environment import Cipher
from bot.storage.databases.encryption import CachingCipher, FernetCipher, NotAKey, OtherKey
from tests.fakes.events import SESSION, a_message
from tests.fakes.opened import Store, open_store
from tests.fakes.world import FakeClock, FakeIds

OLD, NEW = (base64.urlsafe_b64encode(letter * 32).decode() for letter in (b"o", b"n"))


def test_what_was_sealed_can_be_opened_and_not_read(cipher: Cipher):
    sealed = cipher.seal("monkey 🐒")

    assert "monkey" not in sealed
    assert cipher.open(sealed) == "monkey 🐒"


@dataclass
class Watched(Cipher):
    """A cipher that writes down what it has to open."""

    inner: Cipher
    opened: list[str] = field(default_factory=list)

    def seal(self, clear: str) -> str:
        return self.inner.seal(clear)

    def open(self, sealed: str) -> str:
        self.opened.append(sealed)
        return self.inner.open(sealed)


def test_what_was_just_sealed_is_known_until_it_is_opened(cipher: Cipher):
    watched = Watched(cipher)
    fresh = CachingCipher(watched)
    sealed = fresh.seal("x")

    assert [fresh.open(sealed), fresh.open(sealed)] == ["x", "x"]
    assert watched.opened == [sealed]


def test_what_nobody_opens_is_not_known_for_long(cipher: Cipher):
    watched = Watched(cipher)
    fresh = CachingCipher(watched)
    first, *_others = [fresh.seal(str(number)) for number in range(100)]

    assert fresh.open(first) == "0"
    assert watched.opened == [first]


def test_the_first_key_seals_and_the_others_still_open():
    before, after = FernetCipher(OLD), FernetCipher(f"{NEW}, {OLD}")

    assert after.open(before.seal("x")) == "x"
    assert FernetCipher(NEW).open(after.seal("x")) == "x"


def test_another_key_opens_nothing():
    with pytest.raises(OtherKey, match="FRONTDESK_SECRET_KEY"):
        FernetCipher(NEW).open(FernetCipher(OLD).seal("x"))


@pytest.mark.parametrize("wrong", ["", "monkey", f"{NEW},monkey", "é" * 32])
def test_what_is_no_key_is_refused_without_being_repeated(wrong: str):
    with pytest.raises(NotAKey) as refused:
        FernetCipher(wrong)

    assert "monkey" not in str(refused.value)


def test_a_key_is_made_once_for_its_owner_alone(tmp_path: Path):
    path = tmp_path / "private" / "key"

    sealed = FernetCipher.of_file(path).seal("x")

    assert FernetCipher.of_file(path).open(sealed) == "x"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["key"]


def test_many_starting_at_once_agree_on_a_key(tmp_path: Path):
    with ThreadPoolExecutor(16) as threads:
        ciphers = list(threads.map(FernetCipher.of_file, [tmp_path / "key"] * 16))

    sealed = ciphers[0].seal("x")
    assert {cipher.open(sealed) for cipher in ciphers} == {"x"}


async def test_no_word_of_what_came_in_stands_in_the_files(
    migrated_sqlite: str, cipher: Cipher, clock: FakeClock
):
    store = open_store(migrated_sqlite, cipher, clock, FakeIds())
    await store.inbox.accept(a_message("1", text="my password is monkey"))
    await store.turns.begin(SESSION)

    files = Path(migrated_sqlite.removeprefix("sqlite:///")).parent.glob("frontdesk.db*")
    contents = {file.name: file.read_bytes() for file in files}
    await store.database.close()

    assert b"console" in contents["frontdesk.db-wal"]
    assert not any(b"monkey" in content for content in contents.values())


async def test_an_event_sealed_with_a_lost_key_begins_as_one_to_set_aside(store: Store):
    await store.inbox.accept(a_message("1"))
    vars(store.turns)["cipher"] = FernetCipher(NEW)  # the key is lost

    beginning = await store.turns.begin(SESSION)

    assert beginning is not None
    assert beginning.is_unreadable
    unread, sent = beginning.incoming, a_message("1")
    assert (unread.id, unread.thread, unread.person, unread.kind, unread.text) == (
        *(sent.id, sent.thread, sent.person, sent.kind),
        "",
    )
