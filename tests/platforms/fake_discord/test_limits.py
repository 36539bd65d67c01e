"""Discord's limits, which the fake refuses to see broken, with the path to what is wrong."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord.http import Route

from tests.fakes.discord import FakeDiscord, ManualClock
from tests.fakes.discord.commandkit import counted
from tests.fakes.discord.errors import InvalidForm
from tests.fakes.discord.listening import Ear, logged_in
from tests.fakes.discord.modalkit import modal_problems

V2 = 1 << 15
Json = dict[str, Any]


def button(**more: Any) -> Json:
    return {"type": 2, "style": 1, "label": "Go", "custom_id": "go"} | more


def row(*inner: Json) -> Json:
    return {"type": 1, "components": list(inner)}


def text(content: str = "x") -> Json:
    return {"type": 10, "content": content}


def options(count: int) -> list[Json]:
    return [{"label": f"o{number}", "value": str(number)} for number in range(count)]


def select(**more: Any) -> Json:
    return {"type": 3, "custom_id": "s", "options": options(2)} | more


def buttons(count: int) -> list[Json]:
    return [button(custom_id=str(number)) for number in range(count)]


BAD: dict[str, tuple[Json, str]] = {
    "long content": ({"content": "x" * 2001}, "content"),
    "long nonce": ({"content": "x", "nonce": "n" * 26}, "nonce"),
    "eleven embeds": ({"embeds": [{"title": "x"}] * 11}, "embeds"),
    "long title of an embed": ({"embeds": [{"title": "x" * 257}]}, "embeds.0.title"),
    "long embed": ({"embeds": [{"description": "x" * 4097}]}, "embeds.0.description"),
    "embeds too long together": ({"embeds": [{"description": "x" * 4000}] * 2}, "embeds"),
    "26 fields": ({"embeds": [{"fields": [{"name": "n", "value": "v"}] * 26}]}, "embeds.0.fields"),
    "empty field": (
        {"embeds": [{"fields": [{"name": "n", "value": ""}]}]},
        "embeds.0.fields.0.value",
    ),
    "six rows": ({"components": [row(one) for one in buttons(6)]}, "components"),
    "six buttons": ({"components": [row(*buttons(6))]}, "components.0.components"),
    "long label": (
        {"components": [row(button(label="x" * 81))]},
        "components.0.components.0.label",
    ),
    "long custom id": (
        {"components": [row(button(custom_id="x" * 101))]},
        "components.0.components.0.custom_id",
    ),
    "no custom id": (
        {"components": [row({"type": 2, "style": 1, "label": "x"})]},
        "components.0.components.0.custom_id",
    ),
    "link with custom id": (
        {"components": [row(button(style=5, url="https://x.test"))]},
        "components.0.components.0.custom_id",
    ),
    "no label": ({"components": [row(button(label=None))]}, "components.0.components.0.label"),
    "same custom id": ({"components": [row(button()), row(button())]}, "components"),
    "26 options": (
        {"components": [row(select(options=options(26)))]},
        "components.0.components.0.options",
    ),
    "no options": (
        {"components": [row(select(options=[]))]},
        "components.0.components.0.options",
    ),
    "same value": (
        {"components": [row(select(options=options(1) * 2))]},
        "components.0.components.0.options.1.value",
    ),
    "two selects in a row": (
        {"components": [row(select(), select(custom_id="t"))]},
        "components.0.components",
    ),
    "text without the flag": ({"components": [text()]}, "components.0.type"),
    "content with the flag": ({"content": "x", "components": [text()], "flags": V2}, "content"),
    "41 components": ({"components": [text()] * 41, "flags": V2}, "components"),
    "41 nested": (
        {"components": [{"type": 17, "components": [text()] * 40}], "flags": V2},
        "components",
    ),
    "long texts": ({"components": [text("x" * 2001)] * 2, "flags": V2}, "components"),
    "section without accessory": (
        {"components": [{"type": 9, "components": [text()]}], "flags": V2},
        "components.0.accessory",
    ),
    "file that is not there": (
        {"components": [{"type": 13, "file": {"url": "attachment://a"}}], "flags": V2},
        "components",
    ),
    "users both ways": (
        {"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}},
        "allowed_mentions",
    ),
    "reply to nothing": (
        {"content": "x", "message_reference": {"message_id": "1"}},
        "message_reference",
    ),
    "long poll": (
        {"poll": {"question": {"text": "x" * 301}, "answers": [{"poll_media": {"text": "a"}}]}},
        "poll.question.text",
    ),
}
GOOD: list[Json] = [
    {"content": "x" * 2000, "nonce": "n" * 25},
    {"components": [row(*buttons(5)), row(select(options=options(25)))]},
    {"components": [{"type": 17, "components": [text("x" * 100)] * 39}], "flags": V2},
    {"embeds": [{"title": "x" * 256, "description": "y" * 4096}]},
]


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock()) as server:
        yield server


@pytest.fixture
async def client(fake: FakeDiscord) -> AsyncIterator[Ear]:
    async with logged_in(fake) as ear:
        yield ear


async def post(fake: FakeDiscord, client: Ear, body: Json) -> None:
    route = Route("POST", "/channels/{channel_id}/messages", channel_id=fake.general.id)
    await client.http.request(route, json=body)


@pytest.mark.parametrize("case", BAD)
async def test_a_broken_limit_is_refused_with_its_path(case: str, fake: FakeDiscord, client: Ear):
    body, path = BAD[case]

    with pytest.raises(discord.HTTPException) as refused:
        await post(fake, client, body)

    assert refused.value.code == 50035
    assert f"In {path}:" in refused.value.text
    assert fake.messages(fake.general) == []
    assert [said for said in fake.findings() if "50035" in said]


@pytest.mark.parametrize("body", GOOD)
async def test_a_kept_limit_is_taken(body: Json, fake: FakeDiscord, client: Ear):
    await post(fake, client, body)

    assert len(fake.messages(fake.general)) == 1


async def test_an_empty_message_is_refused(fake: FakeDiscord, client: Ear):
    with pytest.raises(discord.HTTPException) as refused:
        await post(fake, client, {"content": ""})

    assert refused.value.code == 50006


def field(**more: Any) -> Json:
    return {"type": 4, "custom_id": "f", "style": 1, "label": "F"} | more


BAD_MODALS: dict[str, tuple[Json, str]] = {
    "long title": ({"title": "x" * 46}, "data/title"),
    "long custom id": ({"custom_id": "x" * 101}, "data/custom_id"),
    "nothing in it": ({"components": []}, "data/components"),
    "a button": ({"components": [button()]}, "data/components/0/type"),
    "long label": (
        {"components": [row(field(label="x" * 46))]},
        "data/components/0/components/0/label",
    ),
    "no style": (
        {"components": [row(field(style=3))]},
        "data/components/0/components/0/style",
    ),
    "long value": (
        {"components": [row(field(value="x" * 4001))]},
        "data/components/0/components/0/value",
    ),
    "long description": (
        {
            "components": [
                {"type": 18, "label": "L", "description": "x" * 101, "component": field()}
            ]
        },
        "data/components/0/description",
    ),
    "empty label": ({"components": [{"type": 18, "label": "L"}]}, "data/components/0/component"),
    "same custom id": ({"components": [row(field()), row(field())]}, "data/components"),
    "too many choices": (
        {
            "components": [
                {
                    "type": 18,
                    "label": "L",
                    "component": {"type": 21, "custom_id": "r", "options": options(11)},
                }
            ]
        },
        "data/components/0/component/options",
    ),
}


@pytest.mark.parametrize("case", BAD_MODALS)
def test_a_bad_form_is_found(case: str):
    change, path = BAD_MODALS[case]
    good = {"title": "T", "custom_id": "m", "components": [row(field())]}

    assert list(modal_problems(good)) == []
    assert path in [one.path for one in modal_problems(good | change)]


BAD_COMMANDS: list[tuple[Json, str]] = [
    ({"name": "Upper"}, "name"),
    ({"name": "x" * 33}, "name"),
    ({"name": "two words"}, "name"),
    ({"description": ""}, "description"),
    ({"description": "x" * 101}, "description"),
    ({"options": [{"type": 3, "name": "o", "description": "d"}] * 26}, "options"),
    (
        {
            "options": [
                {"type": 3, "name": "a", "description": "d"},
                {"type": 3, "name": "b", "description": "d", "required": True},
            ]
        },
        "options.1",
    ),
]


@pytest.mark.parametrize(("change", "path"), BAD_COMMANDS)
async def test_a_bad_command_is_refused(change: Json, path: str, fake: FakeDiscord, client: Ear):
    app_id = fake.world.app.id
    route = Route("POST", "/applications/{app}/commands", app=app_id)

    with pytest.raises(discord.HTTPException) as refused:
        await client.http.request(route, json={"name": "good", "description": "d"} | change)

    assert f"In {path}:" in refused.value.text


def test_there_are_only_so_many_commands():
    menus = [{"type": 3, "name": str(number)} for number in range(16)]

    assert [one.path for one in counted(menus)] == ["commands"]
    assert list(counted(menus[:15])) == []
    assert [one.code for one in counted(menus[:1] * 2)] == ["APPLICATION_COMMANDS_DUPLICATE_NAME"]


async def test_two_hundred_commands_a_day_are_enough(fake: FakeDiscord, client: Ear):
    route = Route("PUT", "/applications/{app}/commands", app=fake.world.app.id)

    async def overwrite(beginning: str, count: int) -> None:
        rows = [{"name": f"{beginning}{number}", "description": "d"} for number in range(count)]
        await client.http.request(route, json=rows)

    await overwrite("a", 100)
    await overwrite("b", 100)
    with pytest.raises(discord.HTTPException) as refused:
        await overwrite("c", 1)
    assert refused.value.code == 30034
    await fake.advance(24 * 3600 + 1)
    await overwrite("c", 1)


def test_an_error_tree_leads_to_every_problem():
    problems = [*modal_problems({"title": "", "components": []})]

    tree = InvalidForm(problems).answer["errors"]["data"]

    assert set(tree) == {"title", "custom_id", "components"}
    assert tree["title"]["_errors"][0]["code"] == "BASE_TYPE_BAD_LENGTH"
