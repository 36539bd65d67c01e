"""Every kind of field, new components and dynamic buttons, rendered by discord.py itself."""

import re
from collections.abc import AsyncIterator
from io import BytesIO
from typing import Any, Self

import discord
import pytest
from discord import ui

from tests.fakes.discord import FakeDiscord, ManualClock, Message, User
from tests.fakes.discord.listening import Ear, listening, running

Asked = discord.Interaction[Any]


class Everything(ui.Modal, title="Everything"):
    words: ui.TextDisplay[Any] = ui.TextDisplay("Please fill in.")
    who: ui.Label["Everything"] = ui.Label(text="Who", component=ui.UserSelect(custom_id="who"))
    how: ui.Label["Everything"] = ui.Label(
        text="How",
        component=ui.RadioGroup(
            custom_id="how",
            options=[discord.RadioGroupOption(label=one) for one in ("Slowly", "Quickly")],
        ),
    )
    what: ui.Label["Everything"] = ui.Label(
        text="What",
        component=ui.CheckboxGroup(
            custom_id="what",
            max_values=2,
            options=[discord.CheckboxGroupOption(label=one) for one in ("A", "B", "C")],
        ),
    )
    paper: ui.Label["Everything"] = ui.Label(
        text="Paper", component=ui.FileUpload(custom_id="paper")
    )

    def __init__(self) -> None:
        super().__init__()
        self.got: list[Any] = []

    async def on_submit(self, interaction: Asked) -> None:
        for label in (self.who, self.how, self.what, self.paper):
            part: Any = label.component
            self.got.append(part.value if isinstance(part, ui.RadioGroup) else part.values)
        await interaction.response.defer()


class Decide(ui.DynamicItem[ui.Button[Any]], template=r"plan:(?P<plan>\d+):(?P<verb>ok|no)"):
    def __init__(self, plan: str, verb: str) -> None:
        super().__init__(ui.Button(label=verb, custom_id=f"plan:{plan}:{verb}"))
        self.plan, self.verb = plan, verb

    @classmethod
    async def from_custom_id(
        cls, _interaction: Asked, _item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["plan"], match["verb"])

    async def callback(self, interaction: Asked) -> None:
        done = ui.LayoutView()
        done.add_item(ui.TextDisplay(f"plan {self.plan}: {self.verb}"))
        await interaction.response.edit_message(view=done)


def card(plan: str) -> ui.LayoutView:
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] = ui.ActionRow()
    row.add_item(Decide(plan, "ok"))
    row.add_item(Decide(plan, "no"))
    view.add_item(ui.Container(ui.TextDisplay(f"# Plan {plan}"), ui.Separator(), row))
    return view


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        server.gateway.identify_seconds = 0
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


async def sent(fake: FakeDiscord, ear: Ear, view: Any, **more: Any) -> Message:
    channel = ear.get_channel(fake.general.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send(view=view, **more)
    return fake.answers(fake.general)[-1]


async def test_every_kind_of_field_comes_through(fake: FakeDiscord, ana: User):
    form = Everything()

    class Opener(ui.View):
        @ui.button(label="Open")
        async def open(self, interaction: Asked, _button: ui.Button["Opener"]) -> None:
            await interaction.response.send_modal(form)

    async with listening(fake) as ear:
        message = await sent(fake, ear, Opener())
        await fake.press(ana, message, "Open")
        paper = fake.upload(fake.general, "bill.txt", b"20 euro")
        values = {"Who": ana, "How": "Quickly", "What": ["A", "C"], "Paper": paper}
        await fake.submit(ana, values)
        who, how, what, papers = form.got
        content = await papers[0].read()

    assert ([row.id for row in who], how, what) == ([ana.id], "Quickly", ["A", "C"])
    assert (papers[0].filename, content) == ("bill.txt", b"20 euro")
    assert fake.findings() == []


async def test_dynamic_buttons_outlive_their_process(fake: FakeDiscord, ana: User):
    async with listening(fake) as ear:
        message = await sent(fake, ear, card("7"))
    async with listening(fake) as reborn:
        reborn.add_dynamic_items(Decide)
        assert message.buttons == ["ok", "no"]
        await fake.press(ana, message, "ok")

    assert message.shown == "plan 7: ok"
    assert fake.findings() == []


async def test_a_file_among_components_has_a_link(fake: FakeDiscord):
    view = ui.LayoutView()
    view.add_item(ui.File("attachment://bill.txt"))
    async with listening(fake) as ear:
        with pytest.raises(discord.HTTPException) as refused:
            await sent(fake, ear, view)
        message = await sent(fake, ear, view, file=discord.File(BytesIO(b"20 euro"), "bill.txt"))

    url = message.components[0]["file"]["url"]
    assert refused.value.code == 50035
    assert await fake.fetch(url) == (200, b"20 euro")


async def test_a_suppressed_embed_is_not_seen(fake: FakeDiscord):
    async with listening(fake) as ear:
        channel = ear.get_channel(fake.general.id)
        assert isinstance(channel, discord.TextChannel)
        await channel.send(embed=discord.Embed(title="seen"))
        await channel.send("only this", embed=discord.Embed(title="x"), suppress_embeds=True)

    assert [row.shown for row in fake.answers(fake.general)] == ["seen", "only this"]


async def test_two_shards_hear_of_their_guilds(fake: FakeDiscord, ana: User):
    fake.world.shards = fake.world.max_concurrency = 2
    heard: list[tuple[str, int | None]] = []

    class Sharded(discord.AutoShardedClient):
        async def before_identify_hook(
            self, shard_id: int | None, *, initial: bool = False
        ) -> None:
            """Do not wait."""

        async def on_message(self, message: discord.Message) -> None:
            guild = message.guild
            heard.append((message.content, None if guild is None else guild.shard_id))

    others = []
    for number in range(3):
        await fake.advance(0.001)  # the shard is taken from the time in the id
        others.append(fake.guild(str(number)))
    rooms = [fake.general, *(fake.channel("room", guild=guild) for guild in others)]
    client = Sharded(intents=discord.Intents.all(), guild_ready_timeout=0.05)
    async with running(fake, client):
        for room in rooms:
            guild = fake.world.guilds[room.guild_id or 0]
            if ana.id not in guild.members:
                fake.join(ana, guild)
            await fake.say(ana, room, guild.name)
        await fake.until(lambda: len(heard) == len(rooms))

    shards = {fake.world.guilds[room.guild_id or 0].name: _shard(room.guild_id) for room in rooms}
    assert set(shards.values()) == {0, 1}
    assert dict(heard) == shards
    assert len(fake.gateway.identifies) == 2


def _shard(guild_id: int | None) -> int:
    return ((guild_id or 0) >> 22) % 2


async def test_words_do_not_stay_beside_new_components(fake: FakeDiscord):
    view = ui.LayoutView()
    view.add_item(ui.TextDisplay("new"))
    async with listening(fake) as ear:
        channel = ear.get_channel(fake.general.id)
        assert isinstance(channel, discord.TextChannel)
        old = await channel.send("old", suppress_embeds=True)
        with pytest.raises(discord.HTTPException) as refused:
            await old.edit(view=view)
        await old.edit(content=None, view=view)

    assert "In content:" in refused.value.text
    assert [row.shown for row in fake.answers(fake.general)] == ["new"]
