"""A small bot of discord.py's own commands, buttons and forms, to try the fake with."""

from typing import Any

import discord
from discord import app_commands, ui
from tests.fakes.discord.listening import Ear

QUIET: dict[str, Any] = {"suppress_embeds": True}
Asked = discord.Interaction[Any]


class Ask(ui.Modal, title="How much?"):
    """A form of two fields."""

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
    """A card with a button for every way to answer."""

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

    @ear.tree.context_menu(name="Who")
    async def who(interaction: Asked, user: discord.Member) -> None:
        said = f"{user.name} has {len(user.roles)} roles"
        await interaction.response.send_message(said, **QUIET)

    ear.tree.add_command(bot)
