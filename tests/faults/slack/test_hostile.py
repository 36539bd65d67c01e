"""R19: hostile text by every way into Slack: nothing crashes, all of it is inert."""

from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from tests.effort import IN_FULL
from tests.fakes.slack import FakeSlack, Message
from tests.faults.conftest import Count
from tests.faults.hostile import shared
from tests.faults.slack.test_exfiltration import pings_in
from tests.platforms import small_desk
from tests.platforms.slack.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_500), pytest.mark.proves("R19")]

FEW = {"sqlite": 16, "postgres": 4}
PATIENCE_SECONDS = 300.0
Way = Callable[[FakeSlack, str, str], Awaitable[object]]


async def _private(fake: FakeSlack, user: str, text: str) -> object:
    return await fake.say(user, None, f"echo {text}")


async def _mention(fake: FakeSlack, user: str, text: str) -> object:
    return await fake.mention(user, "C1", f"echo {text}")


async def _command(fake: FakeSlack, user: str, text: str) -> object:
    return await fake.command(user, "C1", f"/frontdesk {text}")


async def _file_name(fake: FakeSlack, user: str, text: str) -> object:
    return await fake.say(user, None, "echo a file", files=[(text, b"words")])


async def _file_body(fake: FakeSlack, user: str, text: str) -> object:
    body = text.encode("utf-8", "surrogatepass")
    return await fake.say(user, None, "echo a file", files=[("notes.txt", body)])


async def _display_name(fake: FakeSlack, user: str, text: str) -> object:
    fake.user(user, name=text)
    return await fake.say(user, None, "echo a name")


async def _channel_name(fake: FakeSlack, user: str, text: str) -> object:
    fake.channel(f"C{user}", name=text)
    return await fake.mention(user, f"C{user}", "echo a channel")


async def _form(fake: FakeSlack, user: str, text: str) -> object:
    message = await fake.say(user, None, "pay rent")

    def cards() -> list[Message]:
        return [m for m in fake.answers(fake.dm(user), message.ts) if "Reject" in m.labels]

    await fake.until(cards, PATIENCE_SECONDS)
    await fake.press(user, cards()[0], "Reject")
    await fake.until(lambda: fake.modal(user), PATIENCE_SECONDS)
    form = fake.modal(user)
    assert form is not None
    return await fake.submit(user, form, {"reason": text}, forged=True)


WAYS: dict[str, Way] = {
    "private": _private,
    "mention": _mention,
    "command": _command,
    "form": _form,
    "file name": _file_name,
    "file body": _file_body,
    "display name": _display_name,
    "channel name": _channel_name,
}


PLACES = (
    *(("sqlite", way) for way in WAYS),
    *(
        pytest.param("postgres", way, marks=pytest.mark.postgres)
        for way in (WAYS if IN_FULL else ("private", "form"))
    ),
)


@pytest.mark.parametrize(("store", "way"), PLACES)
async def test_hostile_text_harms_nothing(
    tmp_path: Path, way: str, store: str, request: pytest.FixtureRequest, count: Count
):
    given = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    if store == "postgres":
        given["DATABASE_URL"] = request.getfixturevalue("migrated_postgres")
    async with FakeSlack() as fake, running(fake, tmp_path, **given) as bot:
        place, on_postgres = list(WAYS).index(way), store == "postgres"
        texts = shared(place, len(WAYS), FEW[store], on_postgres=on_postgres)
        people = [f"U{10_000 + number}" for number in range(len(texts))]
        for person, text in zip(people, texts, strict=True):
            fake.user(person, name=f"name of {person}")
            await WAYS[way](fake, person, text)
            await fake.say(person, None, f"echo next of {person}")

        def unanswered() -> list[str]:
            return [one for one in people if f"answer next of {one}." not in _told(fake, one)]

        await fake.until(lambda: not unanswered(), PATIENCE_SECONDS)

        assert await bot.app.ports.upkeep.parked() == []
        assert [ping for call in fake.record for ping in pings_in(call.arguments)] == []
        assert fake.crawler.hits == []
        count(hostile_texts_in_Slack_that_harmed_nothing=len(texts))


def _told(fake: FakeSlack, person: str) -> str:
    return str([message.shown for message in fake.answers(fake.dm(person))])
