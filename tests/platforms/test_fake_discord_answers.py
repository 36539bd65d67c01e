"""Commands, buttons, selects and forms of the fake, answered by discord.py's own client."""

from collections.abc import AsyncIterator
from typing import Any

import discord
import pytest
from discord import app_commands, ui

from tests.fakes.discord import FakeDiscord, ManualClock, NotPossible, User
from tests.fakes.discord.listening import Ear, listening

QUIET: dict[str, Any] = {"suppress_embeds": True}
CALLBACK = "POST /interactions/{interaction}/{token}/callback"
Asked = discord.Interaction[Any]


class Ask(ui.Modal, title="How much?"):
    amount: ui.TextInput["Ask"] = ui.TextInput(label="Amount", max_length=5)
    kind: ui.Label["Ask"] = ui.Label(
        text="Kind",
        component=ui.Select(
            custom_id="kind",
            options=[discord.SelectOption(label="Now"), discord.SelectOption(label="Later")],
        ),
    )

    async def on_submit(self, interaction: Asked) -> None:
        select = self.kind.component
        assert isinstance(select, ui.Select)
        said = f"{self.amount.value} {select.values[0]}"
        await interaction.response.send_message(said, ephemeral=True, **QUIET)


class Card(ui.View):
    def __init__(self) -> None:
        super().__init__(timeout=None)

    @ui.button(label="Approve", custom_id="yes")
    async def approve(self, interaction: Asked, _button: ui.Button["Card"]) -> None:
        await interaction.response.edit_message(content="approved", view=None)

    @ui.button(label="Think", custom_id="think")
    async def think(self, interaction: Asked, _button: ui.Button["Card"]) -> None:
        await interaction.response.defer(thinking=True, ephemeral=True)
        await interaction.followup.send("thought", **QUIET)
        await interaction.followup.send("more", ephemeral=True, **QUIET)

    @ui.button(label="Edit", custom_id="edit")
    async def edit(self, interaction: Asked, _button: ui.Button["Card"]) -> None:
        await interaction.response.send_modal(Ask())

    @ui.button(label="Quiet", custom_id="quiet")
    async def quiet(self, interaction: Asked, _button: ui.Button["Card"]) -> None:
        await interaction.response.defer()
        await interaction.edit_original_response(content="changed")

    @ui.button(label="Deaf", custom_id="deaf")
    async def deaf(self, interaction: Asked, _button: ui.Button["Card"]) -> None:
        """Answer nothing."""

    @ui.select(custom_id="pick", cls=ui.UserSelect)
    async def pick(self, interaction: Asked, select: ui.UserSelect["Card"]) -> None:
        await interaction.response.send_message(select.values[0].name, **QUIET)


def give_commands(ear: Ear) -> None:
    plan = app_commands.Group(name="plan", description="Plans")
    bot = app_commands.Group(name="bot", description="The bot")
    bot.add_command(plan)

    @plan.command(name="show", description="Show a plan")
    async def show(interaction: Asked, plan: str, whose: discord.Member | None = None) -> None:
        owner = "nobody" if whose is None else whose.name
        await interaction.response.send_message(f"plan {plan} of {owner}", **QUIET)

    @show.autocomplete("plan")
    async def offer(interaction: Asked, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}{number}", value="x") for number in (1, 2)]

    @ear.tree.context_menu(name="Explain")
    async def explain(interaction: Asked, message: discord.Message) -> None:
        await interaction.response.send_message(f"about {message.content}", **QUIET)

    ear.tree.add_command(bot)


@pytest.fixture
async def fake() -> AsyncIterator[FakeDiscord]:
    async with FakeDiscord(clock=ManualClock(1_800_000_000.0)) as server:
        yield server


@pytest.fixture
def ana(fake: FakeDiscord) -> User:
    return fake.user("ana")


@pytest.fixture
async def ear(fake: FakeDiscord) -> AsyncIterator[Ear]:
    client = Ear()
    give_commands(client)
    async with listening(fake, client):
        await client.tree.sync()
        client.add_view(Card())
        yield client


@pytest.fixture
async def card(fake: FakeDiscord, ear: Ear) -> Any:
    channel = ear.get_channel(fake.general.id)
    assert isinstance(channel, discord.TextChannel)
    await channel.send("a card", view=Card(), **QUIET)
    return fake.answers(fake.general)[-1]


async def test_a_command_of_a_group_is_answered(fake: FakeDiscord, ear: Ear, ana: User):
    ben = fake.user("ben")

    given = await fake.command(ana, fake.general, "bot plan show", plan="P1", whose=ben)

    assert given.original is not None
    assert given.original.shown == "plan P1 of ben"
    assert given.answered_at == given.made_at
    assert fake.findings() == []


async def test_commands_work_in_direct_messages_and_threads(
    fake: FakeDiscord, ear: Ear, ana: User
):
    thread = await fake.start_thread(ana, fake.general, "work")

    await fake.command(ana, None, "bot plan show", plan="P1")
    await fake.command(ana, thread, "bot plan show", plan="P2")

    assert [row.shown for row in fake.answers(ana)] == ["plan P1 of nobody"]
    assert [row.shown for row in fake.answers(thread)] == ["plan P2 of nobody"]


async def test_values_are_offered_while_one_types(fake: FakeDiscord, ear: Ear, ana: User):
    assert await fake.autocomplete(ana, fake.general, "bot plan show", plan="P") == ["P1", "P2"]


async def test_a_menu_of_a_message_is_answered(fake: FakeDiscord, ear: Ear, ana: User):
    message = await fake.say(ana, fake.general, "this")

    used = await fake.menu(ana, "Explain", message)

    assert used.original is not None
    assert used.original.shown == "about this"


@pytest.mark.parametrize(
    ("words", "options"),
    [
        ("nothing", {}),
        ("bot plan", {}),
        ("bot plan hide", {}),
        ("bot plan show", {}),
        ("bot plan show", {"plan": 7}),
        ("bot plan show", {"plan": "P1", "other": "x"}),
    ],
)
async def test_nobody_gives_a_command_that_is_not_offered(
    fake: FakeDiscord, ear: Ear, ana: User, words: str, options: dict[str, Any]
):
    with pytest.raises(NotPossible):
        await fake.command(ana, fake.general, words, **options)


async def test_a_press_changes_its_message(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    pressed = await fake.press(ana, card, "Approve")

    assert (pressed.answer_type, card.shown, card.buttons) == (7, "approved", [])
    with pytest.raises(NotPossible):
        await fake.press(ana, card, "Approve")
    again = await fake.press(ana, card, "yes", forged=True)
    assert again.answer_type == 7


async def test_a_private_answer_is_seen_by_one_person(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    pressed = await fake.press(ana, card, "Think")
    await fake.until(lambda: len(pressed.messages) == 2)

    assert [row.shown for row in fake.sees(ana, fake.general)] == ["a card", "thought", "more"]
    assert [row.shown for row in fake.sees(fake.user("ben"), fake.general)] == ["a card"]
    assert fake.findings() == []


async def test_a_form_is_filled_in_and_closes(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    await fake.press(ana, card, "Edit")
    for values in ({"Amount": "20"}, {"Amount": "123456", "Kind": "Now"}, {"Amount": ""}):
        with pytest.raises(NotPossible):
            await fake.submit(ana, values)

    sent = await fake.submit(ana, {"Amount": "20", "kind": "Later"})

    assert [row.shown for row in sent.messages] == ["20 Later"]
    assert sent.message is card
    assert fake.form(ana) is None


async def test_a_form_may_be_dismissed(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    await fake.press(ana, card, "Edit")

    fake.close_form(ana)

    with pytest.raises(NotPossible):
        await fake.submit(ana, {"Amount": "20"})


async def test_a_silent_defer_is_followed_by_an_edit(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    await fake.press(ana, card, "Quiet")
    await fake.until(lambda: card.shown == "changed")

    assert fake.findings() == []


async def test_people_are_chosen(fake: FakeDiscord, ear: Ear, ana: User, card: Any):
    chosen = await fake.choose(ana, card, ana)

    assert [row.shown for row in chosen.messages] == ["ana"]


async def test_what_is_not_answered_in_three_seconds_has_failed(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.patience_seconds = 0.05
    pressed = await fake.press(ana, card, "Deaf")
    await fake.advance(3)
    assert pressed.trouble == "The application did not respond"
    await fake.advance(1)

    with pytest.raises(discord.NotFound) as late:
        await ear.pressed[-1].response.send_message("sorry", **QUIET)

    assert late.value.code == 10062
    assert len(fake.findings()) == 2


async def test_of_two_processes_only_one_gives_the_first_answer(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.gateway.identify_seconds = 0
    async with listening(fake) as twin:
        twin.add_view(Card())
        await fake.press(ana, card, "Approve")
        await fake.until(
            lambda: sum(row.status is not None for row in fake.record.of(CALLBACK)) == 2
        )

    assert sorted(str(call.code) for call in fake.record.of(CALLBACK)) == ["40060", "None"]
    assert [said for said in fake.findings() if "already been acknowledged" in said]


async def test_the_token_is_good_for_a_quarter_of_an_hour(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    pressed = await fake.press(ana, card, "Quiet")
    await fake.until(lambda: card.shown == "changed")
    interaction = ear.pressed[-1]
    await fake.advance(15 * 60)
    await interaction.followup.send("just in time", **QUIET)
    await fake.advance(1)

    with pytest.raises(discord.HTTPException) as late:
        await interaction.followup.send("too late", **QUIET)

    assert (late.value.status, late.value.code) == (401, 50027)
    assert [row.shown for row in pressed.followups] == ["just in time"]


async def test_nothing_follows_before_the_first_answer(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    fake.patience_seconds = 0.05
    await fake.press(ana, card, "Deaf")

    with pytest.raises(discord.NotFound) as refused:
        await ear.pressed[-1].followup.send("first?", **QUIET)

    assert refused.value.code == 10015


async def test_follow_ups_are_read_changed_and_deleted(
    fake: FakeDiscord, ear: Ear, ana: User, card: Any
):
    given = await fake.command(ana, fake.general, "bot plan show", plan="P1")
    interaction = ear.pressed[-1]
    more = await interaction.followup.send("more", wait=True, **QUIET)

    await more.edit(content="even more")
    await interaction.edit_original_response(content="original")
    assert (await interaction.original_response()).content == "original"
    assert [row.shown for row in given.messages] == ["original", "even more"]
    await more.delete()
    await interaction.delete_original_response()

    assert given.messages == []
