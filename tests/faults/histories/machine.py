"""Histories: steps that Hypothesis chooses, and the ten things that stay true after them.

All of it runs on a loop whose time is its own and in one thread, so that a history that fails
is found again, and made shorter.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
)

from agents.kit import Person
from bot.core.ports.directory import MemberStatus
from bot.domain.ids import RequestId
from bot.domain.messages import Incoming, Kind, Press, Thread
from bot.domain.requests import Request, RequestKind
from tests.faults.histories.chaos import FAULTS
from tests.faults.histories.consent import TYPED, Consent
from tests.faults.histories.staff import LEDGER
from tests.faults.histories.verdict import Past, violations
from tests.faults.histories.world import A_DAY, EVERYBODY, World, alone_with, in_memory
from tests.journeys.office import ADA, ANN, BEN, HERE, ROB, THERE

ABROAD_ANN = Person("slack", "T2", "UANN1", "Ann")
GUARDED = ("pay to=Sam amount=7", "ship version=v12", "plan: tea cups=1; pay to=Sam amount=5")
WISHES = (
    "tea cups=2", "tea cups=3", "soup bowls=1", "cake cakes=4", "pay to=Sam amount=7",
    "pay to=Kim amount=70", "ship version=v12", "diary", "box", "chat about it",
    "plan: tea cups=1; pay to=Sam amount=5", "plan: ship version=v30; soup bowls=9",
)  # fmt: skip
COMMANDS = ("status", "tasks", "why", "help", "requests", "plans", "new", "stop", "memory")
VERBS = ("approve", "reject", "edit", "respond", "approve-1", "approve-2", "reject-1", "edit-1",
         "option-1", "option-2", "submit", "deleted", "approve-9")  # fmt: skip
STANDINGS = (MemberStatus(), MemberStatus(is_active=False), MemberStatus(is_guest=True))

people = st.sampled_from(EVERYBODY)
places = st.sampled_from((HERE, HERE, THERE, None))
numbers = st.integers(0, 30)
moments = st.sampled_from((0.0, 0.0, 0.15, 0.25, 0.5, 3.0))


class Histories(RuleBasedStateMachine):
    """One history; `make` makes the world it happens in."""

    make: ClassVar[Callable[[], World]] = staticmethod(in_memory)
    told: ClassVar[dict[str, int]] = {}

    @initialize()
    def begin(self) -> None:
        self.world, self.consent, self.past = type(self).make(), Consent(), Past()
        self.held: list[Incoming] = []
        self.count = self.steps = 0
        self.carry_out(self.world.open())

    @invariant()
    def one_more_step(self) -> None:
        self.steps += 1

    def carry_out(self, work: Coroutine[Any, Any, Any], then: float = 0.0) -> Any:
        async def step() -> Any:
            LEDGER.set(self.world.ledger)
            answer = await work
            await asyncio.sleep(then)
            await self.world.note_cards()
            return answer

        return self.world.loop.run_until_complete(step())

    def bring(self, incoming: Incoming, then: float = 0.0) -> None:
        press = incoming.press
        card = self.world.cards.get(press.request) if press else None
        if card is not None:
            card = self.carry_out(self.world.raw.requests.find(card.id)) or card
        standing = self.world.people.known.get(incoming.person, MemberStatus())
        self.consent.hear(incoming, card, standing)
        self.carry_out(self.world.says(incoming), then)

    def event(self, person: Person, place: Thread | None, kind: Kind, **parts: Any) -> Incoming:
        self.count += 1
        thread = place or alone_with(person)
        id_ = f"event-{self.count}"
        parts.setdefault("message", id_ if kind is Kind.MESSAGE else "")
        return Incoming(id_, thread, person, kind, shared=place is not None, **parts)

    @rule(person=people, place=places, text=st.sampled_from(WISHES), then=moments)
    def wish(self, person: Person, place: Thread | None, text: str, then: float) -> None:
        self.bring(self.event(person, place, Kind.MESSAGE, text=text), then)

    @rule(person=people, place=places, text=st.sampled_from(GUARDED), is_lost=st.booleans())
    def ask_and_approve(
        self, person: Person, place: Thread | None, text: str, *, is_lost: bool
    ) -> None:
        self.bring(self.event(person, place, Kind.MESSAGE, text=text), 3.0)
        if is_lost:
            self.world.process.power.touches_left = 12
        self.press_the_right(0, "approve", 0.3)

    @rule(person=people, place=places, text=st.sampled_from(COMMANDS), then=moments)
    def command(self, person: Person, place: Thread | None, text: str, then: float) -> None:
        self.bring(self.event(person, place, Kind.MESSAGE, text=text), then)

    @rule(person=people, place=places, text=st.sampled_from((*TYPED, "no")))
    def verdict(self, person: Person, place: Thread | None, text: str) -> None:
        self.bring(self.event(person, place, Kind.MESSAGE, text=text), 1.0)

    @rule(person=people, place=places)
    def forget(self, person: Person, place: Thread | None) -> None:
        for text in ("forget", "forget yes"):
            self.bring(self.event(person, place, Kind.MESSAGE, text=text), 1.0)

    @rule(person=st.sampled_from((ROB, ADA, ANN)), whom=people, place=places)
    def reset(self, person: Person, whom: Person, place: Thread | None) -> None:
        self.bring(self.event(person, place, Kind.MESSAGE, text=f"reset <@{whom.user}>"), 1.0)

    @rule(person=st.sampled_from((ROB, ADA, BEN)), text=st.sampled_from(("pause", "unpause")))
    def switch(self, person: Person, text: str) -> None:
        self.bring(self.event(person, HERE, Kind.MESSAGE, text=text), 0.2)

    @rule(number=numbers, copies=st.integers(1, 11), then=moments)
    def repeat(self, number: int, copies: int, then: float) -> None:
        if recent := [one for one in self.world.sent if self.world.is_repeated(one)]:
            for _copy in range(copies):
                self.carry_out(self.world.says(recent[-1 - number % len(recent)]))
            self.carry_out(asyncio.sleep(then))

    @rule(person=people, text=st.sampled_from(WISHES))
    def hold_back(self, person: Person, text: str) -> None:
        self.held.append(self.event(person, HERE, Kind.MESSAGE, text=text))

    @rule(then=moments)
    def let_go(self, then: float) -> None:
        while self.held:
            self.bring(self.held.pop())
        self.carry_out(asyncio.sleep(then))

    @rule(number=numbers, person=people, is_own=st.booleans(), text=st.sampled_from((*WISHES, "")))
    def revise(self, number: int, person: Person, text: str, *, is_own: bool) -> None:
        said = [one for one in self.world.sent if one.kind is Kind.MESSAGE]
        if said:
            old = said[-1 - number % len(said)]
            kind = Kind.EDIT if text else Kind.DELETION
            by = old.person if is_own else person
            place = old.thread if old.shared else None
            revised = self.event(by, place, kind, text=text, message=old.id)
            if by == old.person:
                self.past.silenced.add(old.id)
            self.past.silenced.add(revised.id)
            self.bring(revised, 0.3)

    @rule(number=numbers, verb=st.sampled_from(VERBS), person=people, then=moments)
    def press_anything(self, number: int, verb: str, person: Person, then: float) -> None:
        self._press(number, verb, person, then)

    @rule(number=numbers, then=moments)
    def press_abroad(self, number: int, then: float) -> None:
        self._press(number, "approve", ABROAD_ANN, then)

    @rule(number=numbers, verb=st.sampled_from(VERBS[:9]), then=moments)
    def press_rightly(self, number: int, verb: str, then: float) -> None:
        self.press_the_right(number, verb, then)

    def press_the_right(self, number: int, verb: str, then: float) -> None:
        if open_ := self._open_cards():
            card = open_[-1 - number % len(open_)]
            by = card.asked if card.policy == "confirm" else BEN
            self._press_card(card, verb if card.kind is RequestKind.PLAN else "approve", by, then)

    @rule(number=numbers, right=st.booleans(), typed=st.booleans(), then=moments)
    def give_secret(self, number: int, then: float, *, right: bool, typed: bool) -> None:
        forms = [card for card in self._open_cards() if card.kind is RequestKind.SECRET]
        if not forms:
            return
        form = forms[-1 - number % len(forms)]
        password = f"PW-{form.asked.user}" if right else "PW-WRONG1"
        thread = Thread.of(form.session)
        if typed:
            event = self.event(form.asked, thread, Kind.MESSAGE, text=password)
        else:
            press = Press(form.id, "submit", {"password": password})
            event = self.event(form.asked, thread, Kind.PRESS, press=press)
        self.bring(event, then)

    @rule(seconds=st.sampled_from((0.1, 1.0, 5.0, 30.0, 200.0)))
    def wait(self, seconds: float) -> None:
        self.carry_out(asyncio.sleep(seconds))

    @rule(hours=st.sampled_from((0.3, 5.0, 7.0, 25.0)))
    def sleep(self, hours: float) -> None:
        self.past.note(self.carry_out(self.world.kept.books()))
        if hours > A_DAY:
            self.quiet()
        self.world.clock.ahead += hours * 3600
        self.carry_out(asyncio.sleep(16.0))

    @rule(seconds=st.sampled_from((0.0, 600.0, -600.0)))
    def put_clock(self, seconds: float) -> None:
        self.world.clock.wrong_by = seconds

    @rule(touches=st.integers(1, 25))
    def doom(self, touches: int) -> None:
        self.world.process.power.touches_left = touches

    @rule()
    def kill(self) -> None:
        self.world.process.power.cut()
        self.carry_out(self.world.lives())

    @rule()
    def freeze(self) -> None:
        if self.world.process.power.is_on and len(self.world.frozen) < 2:
            self.carry_out(self.world.freeze())

    @rule(then=moments)
    def thaw(self, then: float) -> None:
        self.carry_out(self.world.thaw(), then)

    @rule(seconds=st.sampled_from((0.5, 4.0, 40.0)), then=moments)
    def lose_store(self, seconds: float, then: float) -> None:
        self.world.loses_store(seconds)
        self.carry_out(asyncio.sleep(then))

    @rule(answers=st.integers(1, 3))
    def lose_answers(self, answers: int) -> None:
        self.world.outage.lost_answers = answers

    @rule(faults=st.lists(st.sampled_from(FAULTS), min_size=1, max_size=4))
    def misbehave(self, faults: list[str]) -> None:
        self.world.chaos.faults.extend(faults)

    @rule(faults=st.lists(st.sampled_from(("away", "lost", "")), min_size=1, max_size=4))
    def post_in_vain(self, faults: list[str]) -> None:
        self.world.platform.faults.extend(faults)

    @rule()
    def break_tool(self) -> None:
        self.world.ledger.breaks = 1

    @rule(person=st.sampled_from((ANN, BEN)), standing=st.sampled_from(STANDINGS))
    def change_role(self, person: Person, standing: MemberStatus) -> None:
        self.quiet()
        self.world.people.known[person] = standing

    @rule()
    def quiet(self) -> None:
        while self.held:
            self.bring(self.held.pop())
        books = self.carry_out(self.world.quiet())
        found = violations(self.world, books, self.consent, self.past)
        assert not found, "\n".join(found)

    def teardown(self) -> None:
        if not hasattr(self, "world"):
            return
        try:
            self.quiet()
        finally:
            self._count()
            self.world.close()

    def _press(self, number: int, verb: str, person: Person, then: float) -> None:
        cards = list(self.world.cards.values())
        if cards:
            self._press_card(cards[-1 - number % len(cards)], verb, person, then)

    def _press_card(self, card: Request, verb: str, person: Person, then: float) -> None:
        thread = Thread.of(card.session)
        values = {"amount": "8"} if verb.startswith("edit") else {}
        press = Press(card.id, verb, dict(values))
        place = thread if thread in (HERE, THERE) else None
        event = self.event(person, place, Kind.PRESS, press=press)
        event = Incoming(event.id, thread, person, Kind.PRESS, press=press, shared=event.shared)
        self.bring(event, then)

    def _open_cards(self) -> list[Request]:
        cards = self.world.cards
        found = [
            self.carry_out(self.world.raw.requests.find(RequestId(id_))) for id_ in list(cards)
        ]
        return [card for card in found if card is not None and card.status == "pending"]

    def _count(self) -> None:
        world, told = self.world, type(self).told
        tally = {
            "random_histories": 1,
            "steps_of_histories": self.steps - 1,
            "events_of_histories": len(world.acknowledged),
            "effects_of_histories": len(world.ledger.deeds),
            "guarded_effects_of_histories": sum(
                d.tool in {"pay", "ship"} for d in world.ledger.deeds
            ),
            "private_reads_of_histories": len(world.ledger.reads),
            "restarts_in_histories": world.restarts,
        }
        for name, number in tally.items():
            told[name] = told.get(name, 0) + number
