"""One person's side of a conversation with a bot that runs as a process of its own.

Each platform has one file that does this through its own surface; what is tried on all of them
asks for no more than this.
"""

from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import ClassVar

from tests.fakes.model_answers import Script
from tests.faults.bot_process import BotProcess


class Chat(ABC):
    """Somebody and the bot: in private, or in a thread that their first mention opens.

    Buttons go by their words, on the newest message that has them.
    """

    where: ClassVar[str]
    """As figures have it: in Slack, on Discord."""
    bot: BotProcess

    @staticmethod
    @abstractmethod
    def running(
        folder: Path, *, script: Script, **settings: str
    ) -> AbstractAsyncContextManager[BotProcess]:
        """Run a bot on a fake platform until the block ends."""

    @classmethod
    @abstractmethod
    def of(cls, bot: BotProcess, name: str, *, shared: bool) -> "Chat":
        """Let somebody come, and begin to talk."""

    @property
    @abstractmethod
    def shown(self) -> list[str]:
        """All messages of the bot that this person is shown, here or in private."""

    @property
    @abstractmethod
    def boards(self) -> list[bool]:
        """Of each message that shows how far a plan is, whether all of it is done there."""

    @property
    @abstractmethod
    def sent(self) -> object:
        """All that the bot has told the platform."""

    @abstractmethod
    async def say(self, text: str, answer: str = "") -> None:
        """Say something and wait for what is answered, which has these words."""

    @abstractmethod
    async def edit(self, said: str, text: str) -> None:
        """Change what one said, and wait for nothing."""

    @abstractmethod
    async def command(self, words: str) -> None:
        """Give the bot's command."""

    @abstractmethod
    async def press(self, label: str) -> None:
        """Press a button until that is answered."""

    @abstractmethod
    async def open(self, label: str) -> None:
        """Open the form behind a button."""

    @abstractmethod
    async def fill_in(self, **values: str) -> None:
        """Send the form that is open."""

    @abstractmethod
    def offers(self, label: str) -> bool:
        """Whether a message shows such a button."""

    async def until_offered(self, label: str) -> None:
        """Wait until a message shows a button; the bot may die before it does."""
        await self.bot.until(lambda: self.offers(label))

    async def until_said(self, words: str) -> None:
        """Wait until the bot has said something; it may die before it does."""
        await self.bot.until(lambda: any(words in text for text in self.shown))
