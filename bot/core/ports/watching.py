"""Watching: how somebody outside learns when turns and tools begin and end."""

from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from typing_extensions import override

from agents.kit.tool import Tool
from bot.core.ports.turns import Beginning


class Watch(Protocol):
    """Is told what is being done, never what is said."""

    def turn(self, beginning: Beginning) -> AbstractContextManager[None]:
        """An attempt at a turn lasts as long as this."""
        ...

    def tool(self, agent: str, tool: Tool) -> AbstractContextManager[None]:
        """A tool of an agent runs as long as this."""
        ...


class NoWatch(Watch):
    """Nobody watches."""

    @override
    def turn(self, beginning: Beginning) -> AbstractContextManager[None]:
        return nullcontext()

    @override
    def tool(self, agent: str, tool: Tool) -> AbstractContextManager[None]:
        return nullcontext()
