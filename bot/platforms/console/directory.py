"""The people at the console: whoever sits at this machine looks after the bot."""

from typing_extensions import override

from agents.kit.identity import Person
from bot.core.ports.directory import Standing
from bot.core.turn.directory import NoDirectory
from bot.platforms.console.inbound import Seat

AT_THE_KEYBOARD = Seat().person


class ConsoleDirectory(NoDirectory):
    """Everybody is active; the person at the keyboard is the one admin."""

    def __init__(self, local: Person = AT_THE_KEYBOARD) -> None:
        self._local = local

    @override
    async def standing(self, person: Person) -> Standing:
        return Standing(is_admin=person == self._local)
