"""Links over whatever store there is: codes, both yeses, and who is whose."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import pytest

from agents.kit import Person
from bot.core.ports.admin import Operations
from bot.core.ports.directory import Links
from bot.domain.accounts import CannotLink, Claim, Fault, LinkOffer
from bot.domain.audit_log import AuditBatch
from bot.domain.ids import SessionId
from bot.domain.operations import Unlinked
from tests.fakes.world import NOON

ANN = Person("slack", "T1", "U1")
ANNS_KEY = Person("http", "main", "ann/of%sales")
HERSELF = Person("console", "local", "ann")
ELSEWHERE = Person("slack", "T2", "U7")
EVE = Person("http", "main", "eve")
LATER = NOON + timedelta(minutes=11)


@dataclass
class Linking:
    """The ports of links over one store."""

    links: Links
    operations: Operations

    async def code(self, maker: Person = ANN, at: datetime = NOON) -> str:
        return await self.links.make(maker, SessionId(f"{maker.key}/C1/1"), at)

    async def redeem(self, code: str, by: Person = ANNS_KEY, at: datetime = NOON) -> LinkOffer:
        return await self.links.redeem(code, a_claim(by), at)

    async def link(self, one: Person = ANN, other: Person = ANNS_KEY) -> LinkOffer:
        """Let two become one, as far as they agree."""
        offer = await self.redeem(await self.code(one), other)
        await self.links.answer(offer.id, one, NOON, yes=True)
        return await self.links.answer(offer.id, other, NOON, yes=True)

    async def unlink(self, person: Person) -> None:
        note = AuditBatch(NOON, "", "", "", "", ())
        await self.operations.act((Unlinked(person, NOON),), note)

    async def linked(self, person: Person) -> set[Person]:
        return {*(await self.links.of(person)).linked}

    async def known(self, person: Person) -> set[Person]:
        return {*(await self.links.of(person)).known}

    async def fault(self, code: str, by: Person = ANNS_KEY, at: datetime = NOON) -> Fault:
        with pytest.raises(CannotLink) as refused:
            await self.redeem(code, by, at)
        return refused.value.fault


def a_claim(by: Person, turn: str = "") -> Claim:
    return Claim(by, SessionId(f"{by.key}/C2/2"), turn or f"turn of {by.user}")
