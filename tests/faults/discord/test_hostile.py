"""R19: hostile text by every way into Discord: nothing crashes, all of it is inert."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path

import pytest

from tests.fakes.discord import FakeDiscord, Message, User
from tests.fakes.discord.formkit import filled
from tests.fakes.discord.limits import CONTENT
from tests.fakes.discord.rows import Json
from tests.faults.conftest import Count
from tests.faults.hostile import shared
from tests.platforms import small_desk
from tests.platforms.discord.bot import running

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_500), pytest.mark.proves("R19")]

STORES = ("sqlite", pytest.param("postgres", marks=pytest.mark.postgres))
FEW, AT_ONCE = 8, 40
PATIENCE_SECONDS = 300.0
MOST_PRESSES = 20
COMMAND, TYPING, FORM = 2, 4, 5
Way = Callable[[FakeDiscord, User, str], Awaitable[object]]


def _as_typed(text: str) -> dict[str, object]:
    """What a client makes of what is typed: of too much, a file."""
    words = f"echo {text}"
    if len(words) <= CONTENT:
        return {"content": words}
    return {"content": "echo", "files": ((("message.txt", _bytes(text))),)}


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


async def _private(fake: FakeDiscord, user: User, text: str) -> object:
    return await fake.say(user, None, **_as_typed(text))  # type: ignore[arg-type] # as named


async def _mention(fake: FakeDiscord, user: User, text: str) -> object:
    words = f"{fake.bot.mention} echo {text}"[:CONTENT]
    return await fake.say(user, fake.general, words)


async def _command(fake: FakeDiscord, user: User, text: str) -> object:
    return await fake.interact(COMMAND, user, fake.general, _command_with(text))


async def _typing(fake: FakeDiscord, user: User, text: str) -> object:
    return await fake.interact(TYPING, user, fake.general, _command_with(text))


def _command_with(text: str) -> dict[str, object]:
    """A slash command as Discord sends it; what is typed may be longer than a client lets it."""
    about = {"name": "about", "type": 3, "value": text, "focused": True}
    verb = {"name": "decide", "type": 1, "options": [about]}
    return {"id": "1", "name": "frontdesk", "type": 1, "options": [verb]}


async def _form(fake: FakeDiscord, user: User, text: str) -> object:
    await fake.say(user, None, "pay rent")

    def cards() -> list[Message]:
        return [row for row in fake.answers(user) if "Reject" in row.buttons]

    await fake.until(cards, PATIENCE_SECONDS)
    card = cards()[0]
    form = await _opened(fake, user, card)
    components, _rows = filled(form, {"reason": text}, is_forged=True)
    told = {"custom_id": form["custom_id"], "components": components, "resolved": {}}
    return await fake.interact(FORM, user, card, told, message=card)


async def _opened(fake: FakeDiscord, user: User, card: Message) -> Json:
    """The form of a card; a busy machine is too slow to open it at times, and says so."""
    for _press in range(MOST_PRESSES):
        opened = await fake.press(user, card, "Reject")
        assert opened.trouble is None
        if opened.form is not None:
            return opened.form
    pytest.fail(f"no form was opened: {[row.shown for row in opened.messages]}")


async def _file_name(fake: FakeDiscord, user: User, text: str) -> object:
    return await fake.say(user, None, "echo a file", files=((text, b"words"),))


async def _file_body(fake: FakeDiscord, user: User, text: str) -> object:
    return await fake.say(user, None, "echo a file", files=(("notes.txt", _bytes(text)),))


async def _display_name(fake: FakeDiscord, user: User, text: str) -> object:
    fake.change_member(user, nick=text)
    user.shown_name = text
    return await fake.mention(user, fake.general, "echo a name")


async def _channel_name(fake: FakeDiscord, user: User, text: str) -> object:
    return await fake.mention(user, fake.channel(text), "echo a channel")


WAYS: dict[str, Way] = {
    "private": _private,
    "mention": _mention,
    "command": _command,
    "typing": _typing,
    "form": _form,
    "file name": _file_name,
    "file body": _file_body,
    "display name": _display_name,
    "channel name": _channel_name,
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("store", STORES)
async def test_hostile_text_harms_nothing(
    tmp_path: Path, way: str, store: str, request: pytest.FixtureRequest, count: Count
):
    given = {"FRONTDESK_AGENTS": small_desk.MODULE, "model": small_desk.model()}
    if store == "postgres":
        given["DATABASE_URL"] = request.getfixturevalue("postgres_address")
    place, on_postgres = list(WAYS).index(way), store == "postgres"
    texts = shared(place, len(WAYS), FEW, on_postgres=on_postgres)
    async with FakeDiscord() as fake, running(fake, tmp_path, **given) as bot:
        fake.patience_seconds = PATIENCE_SECONDS  # how quick a busy machine is says nothing
        people = [fake.user(f"user{number}") for number in range(len(texts))]
        for number, (person, text) in enumerate(zip(people, texts, strict=True), start=1):
            await WAYS[way](fake, person, text)
            await fake.say(person, None, f"echo next of {person.name}")
            if number % AT_ONCE == 0:
                await _all_answered(fake, people[:number])
        await _all_answered(fake, people)

        assert await bot.app.ports.upkeep.parked() == []
        assert [row.shown for row in _called(fake, people)] == []
        assert fake.crawler.hits == []
        assert [row for row in fake.interactions if row.trouble is not None] == []
        count(hostile_texts_in_Discord_that_harmed_nothing=len(texts))


async def _all_answered(fake: FakeDiscord, people: list[User]) -> None:
    def unanswered() -> list[str]:
        return [one.name for one in people if f"next of {one.name}." not in _told(fake, one)]

    with suppress(TimeoutError):
        await fake.until(lambda: not unanswered(), PATIENCE_SECONDS)
    assert unanswered() == []


def _called(fake: FakeDiscord, people: list[User]) -> list[Message]:
    """What calls a crowd, or anybody who is not here."""
    known = {person.id for person in people}
    rows = [row for place in fake.world.posted.values() for row in place.values()]
    mine = [row for row in rows if row.author is fake.bot]
    loud = [row for row in mine if row.pinged.everyone or row.pinged.role_ids]
    return loud + [row for row in mine if set(row.pinged.user_ids) - known]


def _told(fake: FakeDiscord, person: User) -> str:
    return "\n".join(row.shown for row in fake.answers(person))
