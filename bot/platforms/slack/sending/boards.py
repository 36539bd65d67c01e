"""Where the messages of plans hang in Slack: task cards, or sections where none are taken."""

from dataclasses import dataclass, field

from typing_extensions import override

from bot.domain.messages import PlanView
from bot.platforms.shared.boards import PlanMessages
from bot.platforms.shared.wire import ChatPlace, PlatformMessage, PlatformRefused
from bot.platforms.slack.outbound.plans import drawn, listed


@dataclass
class SlackPlanMessages(PlanMessages):
    """Draws plans as task cards, and knows the workspaces that take none."""

    _plain: set[str] = field(default_factory=set)

    between_seconds = 1.0

    @override
    def draw(self, place: ChatPlace, view: PlanView) -> PlatformMessage:
        return (listed if place.workspace in self._plain else drawn)(view, self.titles)

    @override
    def is_drawn_simpler(self, place: ChatPlace, refused: PlatformRefused) -> bool:
        if place.workspace in self._plain or "block" not in refused.why:
            return False
        self._plain.add(place.workspace)
        return True
