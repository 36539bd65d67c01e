"""The other door to Discord, signed HTTP; and what comes twice is done once."""

import asyncio
import socket
from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord
from tests.platforms.discord.bot import running
from tests.platforms.discord.desk import a_bank, card_of
from tests.platforms.kept import MOVED, READY, WISH, audited, moved

pytestmark = [pytest.mark.timeout(60)]

BAD = (b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"type": 2}', b'{"type": "x"}')


def by_http(fake: FakeDiscord) -> tuple[dict[str, str], str]:
    """What an operator sets so that interactions are posted, and where to."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
    key = fake.world.app.key.public_key().public_bytes_raw().hex()
    given = {"DISCORD_PUBLIC_KEY": key, "PORT": str(port), "FRONTDESK_HOST": "127.0.0.1"}
    return given, f"http://127.0.0.1:{port}/discord/interactions"


@pytest.mark.proves("R10")
async def test_what_is_not_signed_by_discord_goes_no_further(tmp_path: Path):
    async with FakeDiscord() as fake:
        given, url = by_http(fake)
        async with running(fake, tmp_path, **given) as bot:
            door = fake.use_http(url)
            assert await door.probe()
            body = b'{"type": 1}'
            signed = door.sign(body)

            for headers in (
                {},
                {"X-Signature-Timestamp": signed["X-Signature-Timestamp"]},
                signed | {"X-Signature-Ed25519": "00" * 64},
                signed | {"X-Signature-Ed25519": "xyz"},
                signed | {"X-Signature-Timestamp": "1"},
                door.sign(body, timestamp=1_000_000_000),
                door.sign(b'{"type": 2}'),
            ):
                assert (await door.raw(body, headers)).status == 401, headers
            assert (await door.raw(b"x" * 1_010_000, signed)).status == 413
            statuses = [(await door.raw(bad, door.sign(bad))).status for bad in BAD]
            assert statuses == [400] * len(BAD)
            assert bot.ends.count == 0


@pytest.mark.proves("R10")
async def test_commands_and_forms_come_by_http(tmp_path: Path):
    async with FakeDiscord() as fake:
        given, url = by_http(fake)
        async with running(fake, tmp_path, **given) as bot:
            fake.use_http(url)
            talk = bot.talk(fake.user("ann"), fake.general)
            await talk.say("hello")

            said = await talk.command("frontdesk help")

            assert "stop" in said
            assert fake.interactions[-1].via == "http"


@pytest.mark.proves("R9")
async def test_what_is_told_twice_is_done_once(tmp_path: Path):
    """R9: every message and every press comes again, as Discord may tell it twice."""
    async with a_bank(tmp_path) as bank:
        fake, talk = bank.fake, bank.bot.talk(bank.ann, bank.fake.general)
        for line in (*READY, WISH):
            await talk.say(line)
            said = [row for row in fake.world.in_channel(talk.place) if row.author is bank.ann]
            await fake.repeat(said[-1] if said else fake.messages(fake.general)[0])
        card, ended = card_of(talk), bank.bot.ends.count

        pressed = await fake.press(bank.ben, card, "Approve")
        await fake.repeat(pressed)
        await bank.until_shown(card, "Approved")
        await asyncio.sleep(0.5)

        assert await moved(bank) == [MOVED]
        assert ended == len(READY) + 1
        assert len(await audited(bank, "press_refused")) == 0
