"""Shows people their home, and again when something on it was decided."""

from collections import OrderedDict
from dataclasses import dataclass, field

from agents.kit.values.person import Person
from bot.core.requests.overview import overview_of
from bot.core.turn.paused import pause_at
from bot.domain.ids import RequestId
from bot.domain.messages import PlanView, Thread
from bot.domain.plans.plan_view import view_of
from bot.domain.requests import Request
from bot.platforms.shared.cards import again
from bot.platforms.shared.recent import keep
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.doors.hearing import SlackPorts
from bot.platforms.slack.outbound.cards import RequestView
from bot.platforms.slack.outbound.home import HomeView, Introduction, home

MOST_PLANS = 20


@dataclass
class Homes:
    """The homes people have looked at while this process lives, and the requests on them."""

    desk: SlackPorts
    _shown: OrderedDict[Person, frozenset[RequestId]] = field(default_factory=OrderedDict)

    async def show(self, person: Person) -> None:
        """Publish somebody's home: what is open for them, and what the bot can do."""
        overview = await overview_of(self.desk.overviews, self.desk.services.directory, person)
        web = await self.desk.workspaces.web(person.workspace)
        place = Thread(PLATFORM, person.workspace, "", "")
        paused = await pause_at(self.desk.services, place)
        shown = HomeView(
            tasks=tuple(self.desk.titles.get(agent, agent) for _session, agent in overview.tasks),
            requests=tuple((again(r), RequestView.of(r)) for r in overview.requests),
            others=tuple((again(r), RequestView.of(r)) for r in overview.others),
            agents=tuple(
                Introduction(card.name, card.introduction or card.description, card.examples)
                for card in self.desk.services.catalogue.exposed
            ),
            plans=await self._plans(person),
            titles=self.desk.titles,
            paused=(paused.shown or "the operator") if paused else "",
        )
        open_now = (*overview.requests, *overview.others)
        self._remember(person, frozenset(request.id for request in open_now))
        await web.call("views.publish", user_id=person.user, view=home(shown))

    async def _plans(self, person: Person) -> tuple[PlanView, ...]:
        newest = await self.desk.services.plans.of_person(person, MOST_PLANS)
        return tuple(view_of(plan) for plan in newest if plan.is_open)

    def refresh(self, request: Request) -> None:
        """Show a request's outcome on the homes where it still waits."""
        for person in [who for who, shown in self._shown.items() if request.id in shown]:
            self.desk.apart(self.show(person))

    def _remember(self, person: Person, requests: frozenset[RequestId]) -> None:
        keep(self._shown, person, requests)
        self._shown.move_to_end(person)
