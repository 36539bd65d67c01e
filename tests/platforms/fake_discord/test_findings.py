"""What the fake finds in what a bot did, and what Discord would have fetched of it."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord.http import Route

from tests.fakes.discord import Can, FakeDiscord, ManualClock
from tests.fakes.discord.listening import Ear, logged_in

Json = dict[str, Any]
CALM: Json = {"allowed_mentions": {"parse": []}, "flags": 4}
V2 = 1 << 15


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock()) as server:
        yield server


@pytest.fixture
async def client(fake: FakeDiscord) -> AsyncIterator[Ear]:
    async with logged_in(fake) as ear:
        yield ear


async def post(fake: FakeDiscord, client: Ear, body: Json) -> Json:
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=fake.general.id)
    posted: Json = await client.http.request(route, json=body)
    return posted


async def edit(fake: FakeDiscord, client: Ear, message: Json, body: Json) -> None:
    route = Route(
        "PATCH",
        "/channels/{channel_id}/messages/{message_id}",
        channel_id=fake.general.id,
        message_id=message["id"],
    )
    await client.http.request(route, json=body)


async def test_good_manners_are_not_mentioned(fake: FakeDiscord, client: Ear):
    message = await post(fake, client, {"content": "@everyone https://evil.test", **CALM})
    await edit(fake, client, message, {"content": "done", "allowed_mentions": {"parse": []}})
    await post(fake, client, CALM | {"components": [{"type": 10, "content": "x"}], "flags": V2})
    ana = fake.user("ana")
    only_ana = {"parse": [], "users": [str(ana.id)]}
    await post(fake, client, CALM | {"content": ana.mention, "allowed_mentions": only_ana})

    assert fake.findings() == []
    assert fake.crawler.hits == []


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"content": "x", "flags": 4}, "mentions are not switched off"),
        (CALM | {"content": "x", "allowed_mentions": {"parse": ["users"]}}, "mentions are not"),
        (CALM | {"content": "x", "flags": 0}, "link previews are not switched off"),
        (
            {"components": [{"type": 10, "content": "x"}], "flags": V2},
            "mentions are not switched off",
        ),
        (
            {"content": "https://evil.test", "embeds": [{"title": "x"}], **CALM, "flags": 0},
            "link previews are not switched off",
        ),
    ],
)
async def test_bad_manners_are_found(body: Json, said: str, fake: FakeDiscord, client: Ear):
    await post(fake, client, body)

    assert [one for one in fake.findings() if said in one], fake.findings()


async def test_who_calls_a_crowd_is_found(fake: FakeDiscord, client: Ear):
    fake.allow(fake.general, fake.bot, Can.MENTION_EVERYONE)

    await post(fake, client, {"content": "@everyone", "flags": 4})

    assert [one for one in fake.findings() if "calls a crowd" in one]


async def test_what_nobody_answered_is_found(fake: FakeDiscord):
    fake.patience_seconds = fake.grace_seconds = 0
    fake.world.commands[None] = {1: {"id": "1", "name": "bot", "type": 1}}
    await fake.command(fake.user("ana"), fake.general, "bot")
    assert fake.findings() == []

    await fake.advance(3)

    assert [one for one in fake.findings() if "ana: The application did not respond" in one]


def picture(url: str) -> Json:
    return {"type": 12, "items": [{"media": {"url": url}}]}


def thumbnail(url: str) -> Json:
    texts = [{"type": 10, "content": "x"}]
    return {"type": 9, "components": texts, "accessory": {"type": 11, "media": {"url": url}}}


EVIL = "https://evil.test/a"
FETCHED: dict[str, Json] = {
    "bare": {"content": f"see {EVIL}."},
    "masked": {"content": f"[your bank]({EVIL})"},
    "between lone backticks": {"content": f"` {EVIL}"},
    "spoiler": {"content": f"||{EVIL}||"},
    "embed image": CALM | {"embeds": [{"image": {"url": EVIL}}]},
    "embed thumbnail": CALM | {"embeds": [{"thumbnail": {"url": EVIL}}]},
    "embed author": CALM | {"embeds": [{"author": {"name": "a", "icon_url": EVIL}}]},
    "embed footer": CALM | {"embeds": [{"footer": {"text": "a", "icon_url": EVIL}}]},
    "gallery": {"components": [picture(EVIL)], "flags": V2},
    "thumbnail": {"components": [{"type": 17, "components": [thumbnail(EVIL)]}], "flags": V2},
}
LEFT: dict[str, Json] = {
    "suppressed": CALM | {"content": EVIL},
    "in brackets": {"content": f"<{EVIL}>"},
    "in code": {"content": f"`{EVIL}` and ```\n{EVIL}\n```"},
    "component text": {"components": [{"type": 10, "content": EVIL}], "flags": V2},
    "button": CALM
    | {
        "content": "x",
        "components": [
            {"type": 1, "components": [{"type": 2, "style": 5, "label": "x", "url": EVIL}]}
        ],
    },
}


@pytest.mark.parametrize("case", FETCHED)
async def test_what_is_shown_is_fetched(case: str, fake: FakeDiscord, client: Ear):
    await post(fake, client, FETCHED[case])

    assert fake.crawler.urls == {EVIL}


@pytest.mark.parametrize("case", LEFT)
async def test_what_is_kept_quiet_is_not_fetched(case: str, fake: FakeDiscord, client: Ear):
    await post(fake, client, LEFT[case])

    assert fake.crawler.hits == []


async def test_suppressing_afterwards_comes_too_late(fake: FakeDiscord, client: Ear):
    message = await post(fake, client, {"content": EVIL})
    await edit(fake, client, message, {"flags": 4})

    assert fake.messages(fake.general)[0].flags == 4
    assert fake.crawler.urls == {EVIL}


async def test_an_edit_is_fetched_too(fake: FakeDiscord, client: Ear):
    open_one = await post(fake, client, {"content": "x"})
    quiet = await post(fake, client, CALM | {"content": "x"})
    await edit(fake, client, open_one, {"content": EVIL})
    await edit(fake, client, quiet, {"content": "https://quiet.test"})

    assert fake.crawler.urls == {EVIL}


async def test_the_face_of_a_persona_is_fetched(fake: FakeDiscord, client: Ear):
    room = await client.fetch_channel(fake.general.id)
    assert isinstance(room, discord.TextChannel)
    hook = await room.create_webhook(name="voices")

    await hook.send("x", avatar_url=EVIL, suppress_embeds=True)

    assert fake.crawler.urls == {EVIL}


async def test_what_people_say_is_their_own_affair(fake: FakeDiscord):
    await fake.say(fake.user("ana"), fake.general, f"@everyone {EVIL}")

    assert (fake.findings(), fake.crawler.hits) == ([], [])
