"""Where the messages of plans hang in Discord."""

from dataclasses import dataclass

from typing_extensions import override

from bot.domain.messages import PlanView
from bot.platforms.discord.outbound.plans import drawn
from bot.platforms.shared.boards import PlanMessages
from bot.platforms.shared.wire import ChatPlace, PlatformMessage


@dataclass
class DiscordPlanMessages(PlanMessages):
    """Draws plans in lines."""

    between_seconds = 1.5

    @override
    def draw(self, place: ChatPlace, view: PlanView) -> PlatformMessage:
        return drawn(view, self.titles)
