"""The ways on which an attacker's words come to a bot, beside what its person writes."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from agents.kit import Agent
from bot.domain.messages import Attachment, Earlier, Incoming, Kind, Press
from tests.fakes.stand_in import StandIn
from tests.fakes.store.search_index import MemoryMemory
from tests.fakes.world import FakeHttp
from tests.journeys.conversation import THREAD, Conversation, a_conversation, a_person
from tests.journeys.memory.remembering import has_talked
from tests.journeys.models.injected import PAGE, Attack, Hijacked
from tests.journeys.plans.planned import carry_out


@dataclass
class Scene:
    """Ana, who wants something ordinary, and what an attacker brings about beside it."""

    attack: Attack
    conversation: Conversation
    hijacked: Hijacked
    events: int = 0

    async def says(self, text: str, **details: object) -> None:
        self.events += 1
        event = Incoming(
            f"own {self.events}",
            THREAD,
            a_person("ana"),
            text=text,
            shared=True,
            **details,  # type: ignore[arg-type] # checked by its class
        )
        await self.conversation.take(event)
        await carry_out(self.conversation)

    async def presses(self, verb: str, *, user: str = "ana", **values: str) -> None:
        card = self.conversation.pending[-1]
        self.events += 1
        press = Press(card.id, verb, dict(values))
        event = Incoming(f"own {self.events}", THREAD, a_person(user), Kind.PRESS, press=press)
        await self.conversation.take(event)
        await carry_out(self.conversation)


async def a_scene(attack: Attack, agents: Sequence[Agent], before: StandIn | None = None) -> Scene:
    """Ana's conversation with agents whose model obeys the attacker."""
    hijacked = Hijacked(attack, before=before)
    conversation = await a_conversation(hijacked.model(), agents=agents)
    http = FakeHttp(pages={PAGE: attack.words})
    services = conversation.services
    conversation.services = replace(services, http=http, page_hosts=("news.example",))
    return Scene(attack, conversation, hijacked)


ORDINARY = "what is new, and how is the weather?"
Carrier = Callable[[Scene], Awaitable[None]]


async def by_tool(scene: Scene) -> None:
    scene.hijacked.looks = True
    await scene.says(ORDINARY)


async def by_file(scene: Scene) -> None:
    await scene.says(ORDINARY, files=(Attachment("bill.txt", text=scene.attack.words),))


async def by_file_alone(scene: Scene) -> None:
    await scene.says("", files=(Attachment("bill.txt", text=scene.attack.words),))


async def by_earlier_lines(scene: Scene) -> None:
    lines = (Earlier(a_person("eve"), scene.attack.words),)
    await scene.says(ORDINARY, earlier=(*lines, Earlier(a_person("ana"), scene.attack.words)))


async def by_a_colleague(scene: Scene) -> None:
    scene.hijacked.obeys = False
    await scene.conversation.say(f"look at this: {scene.attack.words}", user="ben")
    scene.hijacked.obeys = True
    await scene.says(ORDINARY)


async def by_memory(scene: Scene) -> None:
    recall = MemoryMemory(scene.conversation.store)
    services = scene.conversation.services
    scene.conversation.services = replace(services, recall=recall)
    has_talked(scene.conversation, scene.attack.words, *["what a day"] * 60)
    await scene.says("what was new, and how was the weather?")


def _through(agent: str) -> Carrier:
    async def carrier(scene: Scene) -> None:
        scene.hijacked.first = agent
        await scene.says(ORDINARY)
        await scene.says("and what else?")

    return carrier


def _offered(agent: str, *, typed: bool) -> Carrier:
    async def carrier(scene: Scene) -> None:
        scene.hijacked.first = agent
        await scene.says("which one is it?")
        if typed:
            await scene.says("the first")
        else:
            await scene.presses("option-1")

    return carrier


def _written(template: str) -> Carrier:
    async def carrier(scene: Scene) -> None:
        await scene.says(template.format(scene.attack.words))

    return carrier


async def by_an_approver(scene: Scene) -> None:
    scene.hijacked.orders = True
    await scene.says("get a lamp, please")
    await scene.presses("respond", user="ben", text=scene.attack.words)


async def by_an_approvers_reason(scene: Scene) -> None:
    scene.hijacked.orders = True
    await scene.says("get a lamp, please")
    await scene.presses("reject", user="ben", reason=scene.attack.words)


async def by_a_reason(scene: Scene) -> None:
    scene.hijacked.orders = True
    await scene.says("get a lamp, please")
    await scene.presses("reject", reason=f"you said “{scene.attack.words}”, and I did not")


async def by_a_plan(scene: Scene) -> None:
    scene.hijacked.plans = True
    await scene.says(ORDINARY)


CARRIERS: dict[str, Carrier] = {
    "tool": by_tool,
    "file": by_file,
    "file alone": by_file_alone,
    "earlier lines": by_earlier_lines,
    "colleague": by_a_colleague,
    "memory": by_memory,
    **{one: _through(one) for one in ("tells", "follows", "wonders", "hands", "returns", "page")},
    "label": _offered("offers", typed=False),
    "label, followed": _offered("offers_more", typed=False),
    "label, typed": _offered("offers_more", typed=True),
    "quoted mail": _written("is it spam?\n> {}\n> Regards"),
    "escaped mail": _written("is it spam?\n&gt; {}"),
    "fence": _written("what does this do?\n```\n{}\n```"),
    "open fence": _written("what does this do?\n~~~\n{}"),
    "after a colon": _written("he wrote: “{}” - what now?"),
    "after a colon, in German": _written("er schreibt: „{}“ Was nun?"),
    "after a colon, in Chinese": _written("他写道\uff1a「{}」是什么?"),
    "approver": by_an_approver,
    "approver's reason": by_an_approvers_reason,
    "reason": by_a_reason,
    "plan": by_a_plan,
}
