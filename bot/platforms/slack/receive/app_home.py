"""The App Home: a person's tasks, what waits for them or others, and whom to ask for what."""

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from slack_sdk.models.views import View

from agents.kit.values.person import Person
from bot.core.accounts.overview import collect_overview
from bot.core.state.kill_switch import find_pause_at
from bot.domain.ids import RequestId
from bot.domain.messages import PlanView, Reply, Thread
from bot.domain.plans.plan_view import view_of
from bot.domain.requests import Request
from bot.platforms.chat.deduplication import keep
from bot.platforms.chat.render.cards import restate_request
from bot.platforms.chat.wire import Json
from bot.platforms.slack import PLATFORM
from bot.platforms.slack.receive.events import SlackPorts
from bot.platforms.slack.render.blocks import (
    context,
    cut,
    divider,
    header,
    literal,
    mrkdwn,
    section,
    short,
)
from bot.platforms.slack.render.cards import SlackCardView, card
from bot.platforms.slack.render.task_cards import lines as plan_lines

MOST_BLOCKS = 100
MOST_TASKS = 10
MOST_PLANS = 5
MOST_EXAMPLES = 2
LONGEST_TASK = 200
LONGEST_INTRODUCTION = 1_000
# Requests may take this many blocks; the agents come after them and must not be pushed out.
_FOR_REQUESTS = 60

Requests = Sequence[tuple[Reply, SlackCardView]]


@dataclass(frozen=True, slots=True)
class Introduction:
    """An agent as people get to know it."""

    name: str
    text: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HomeView:
    """What one person's home shows; `paused` says who paused the bot, empty if nobody did.

    `requests` are theirs to decide, `others` what they asked for and others decide; `plans` are
    those that are not over.
    """

    tasks: tuple[str, ...] = ()
    requests: Requests = ()
    others: Requests = ()
    agents: tuple[Introduction, ...] = ()
    paused: str = ""
    plans: tuple[PlanView, ...] = ()
    titles: Mapping[str, str] = field(default_factory=dict)


def home(view: HomeView) -> dict[str, Any]:
    """Build the view for `views.publish`; what has no room is counted instead."""
    asked = _requests("Waiting for you", view.requests, _FOR_REQUESTS)
    told = tuple((replace(reply, buttons=()), shown) for reply, shown in view.others)
    asked += _requests("Waiting for others", told, _FOR_REQUESTS - len(asked))
    blocks = [*_paused(view), *_tasks(view.tasks), *_plans(view), *asked]
    blocks += _agents(view.agents, MOST_BLOCKS - len(blocks))
    return View(type="home", blocks=blocks).to_dict()


def _paused(view: HomeView) -> list[Json]:
    if not view.paused:
        return []
    by = literal(view.paused)
    return [section(f"⏸️ *Paused by {by}.* I answer, but I change nothing until I am resumed.")]


def _tasks(tasks: Sequence[str]) -> list[Json]:
    lines = [f"• {literal(short(' '.join(task.split()), LONGEST_TASK))}" for task in tasks]
    says = "\n".join(lines[:MOST_TASKS]) or "_Nothing is open. Write to me to begin._"
    return [header("Your tasks"), section(says), *_more(len(tasks) - MOST_TASKS, "tasks", "tasks")]


def _plans(view: HomeView) -> list[Json]:
    shown = [section("\n".join(plan_lines(plan, view.titles))) for plan in view.plans[:MOST_PLANS]]
    heading = [header("Your plans")] if shown else []
    return [*heading, *shown, *_more(len(view.plans) - MOST_PLANS, "plans", "plans")]


def _requests(title: str, requests: Requests, room: int) -> list[Json]:
    if not requests:
        return []
    blocks: list[Json] = [header(title)]
    for number, (reply, view) in enumerate(requests):
        shown = [*card(reply, view).parts, divider()]
        if len(blocks) + len(shown) > room:
            return [*blocks, *_more(len(requests) - number, "requests", "requests")]
        blocks += shown
    return blocks


def _agents(agents: Sequence[Introduction], room: int) -> list[Json]:
    if not agents:
        return []
    most = room - 2  # the header, and the line about the others
    blocks = [section(_introduced(agent)) for agent in agents[:most]]
    return [header("What I can help with"), *blocks, *_more(len(agents) - most, "agents", "help")]


def _introduced(agent: Introduction) -> str:
    name = f"*{literal(agent.name.replace('_', ' '))}*"
    lines = [f"{name}: {cut(mrkdwn(agent.text), LONGEST_INTRODUCTION)}"]
    lines += [f"      _“{said}”_" for said in _examples(agent.examples)]
    return "\n".join(lines)


def _examples(examples: Iterable[str]) -> list[str]:
    said = (" ".join(example.split()) for example in examples)
    return [literal(short(example, LONGEST_TASK)) for example in said if example][:MOST_EXAMPLES]


def _more(count: int, what: str, word: str) -> list[Json]:
    if count <= 0:
        return []
    return [context(f"_… and {count} more {what}; write “{word}” to see them._")]


MOST_PLANS_ASKED = 20


@dataclass
class AppHomes:
    """The homes people have looked at while this process lives, and the requests on them."""

    desk: SlackPorts
    _shown: OrderedDict[Person, frozenset[RequestId]] = field(default_factory=OrderedDict)

    async def show(self, person: Person) -> None:
        """Publish somebody's home: what is open for them, and what the bot can do."""
        overview = await collect_overview(
            self.desk.overviews, self.desk.services.directory, person
        )
        web = await self.desk.workspaces.web(person.workspace)
        place = Thread(PLATFORM, person.workspace, "", "")
        paused = await find_pause_at(self.desk.services, place)
        shown = HomeView(
            tasks=tuple(self.desk.titles.get(agent, agent) for _session, agent in overview.tasks),
            requests=tuple((restate_request(r), SlackCardView.of(r)) for r in overview.requests),
            others=tuple((restate_request(r), SlackCardView.of(r)) for r in overview.others),
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
        newest = await self.desk.services.plans.of_person(person, MOST_PLANS_ASKED)
        return tuple(view_of(plan) for plan in newest if plan.is_open)

    def refresh(self, request: Request) -> None:
        """Show a request's outcome on the homes where it still waits."""
        for person in [who for who, shown in self._shown.items() if request.id in shown]:
            self.desk.apart(self.show(person))

    def _remember(self, person: Person, requests: frozenset[RequestId]) -> None:
        keep(self._shown, person, requests)
        self._shown.move_to_end(person)
