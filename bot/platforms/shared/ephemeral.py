"""What only one person may see: where they asked, if it was they who did, and once."""

from abc import ABC, abstractmethod
from collections import OrderedDict
from dataclasses import dataclass, field

from bot.domain.messages import Reply
from bot.platforms.shared.posting import Poster
from bot.platforms.shared.recent import keep
from bot.platforms.shared.wire import Asker, ChatPlace, Posting


@dataclass(kw_only=True)
class Ephemeral(ABC):
    """Shows private replies.

    A message of unknown fate is shown again: no platform can be asked whether it was shown, and
    an answer seen twice does less harm than one that was never seen.
    """

    poster: Poster
    _said: OrderedDict[str, None] = field(default_factory=OrderedDict)

    async def say(self, place: ChatPlace, reply: Reply, posting: Posting) -> None:
        """Show a message of a reply to its person alone; one that was shown is not shown again."""
        if posting.key in self._said:
            return
        assert reply.to is not None, "a private reply says whom it is for"
        asker = self.poster.wire.asker_of(reply.reply_to)
        # What one person decides may be answered to another, who must read it elsewhere.
        is_asker = asker is not None and asker.user == reply.to.user
        await self._show(place, reply, posting, asker if is_asker else None)
        keep(self._said, posting.key, None)

    @abstractmethod
    async def _show(
        self, place: ChatPlace, reply: Reply, posting: Posting, asker: Asker | None
    ) -> None:
        """Show it to its person, in answer to what they did if it was they who asked."""
