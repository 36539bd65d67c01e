"""Ann on Slack, over HTTP and at the console; links are made as she would make them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from agents.catalogue import AGENTS
from agents.kit import Agent, Person
from agents.kit.values.model import Model
from bot.core.state.directory import Directories
from bot.domain.messages import Reply, Thread
from bot.domain.requests import Request, RequestKind
from tests.journeys.conversation import a_conversation
from tests.journeys.office import ANN, HERE, Office, People

ANNS_KEY = Person("http", "main", "ann")
BY_HTTP = Thread("http", "main", "ann", "s1")
AT_HOME = Person("console", "local", "you")
CONSOLE = Thread("console", "local", "chat", "main")
EVES_KEY = Person("http", "main", "eve")
EVES_PLACE = Thread("http", "main", "eve", "s1")
PLACES = {ANN: HERE, ANNS_KEY: BY_HTTP, AT_HOME: CONSOLE, EVES_KEY: EVES_PLACE}
YES, NO = "option-1", "option-2"
_CODE = re.compile(r"Your code: (\S+)")


@dataclass
class Linked(Office):
    """Several platforms, each with a directory of its own, and all that follows from a word."""

    def __post_init__(self) -> None:
        services = self.conversation.services
        directory = Directories(
            {"slack": self.people, "http": self.people, "console": self.people},
            links=services.links,
        )
        self.services = replace(services, directory=directory)

    async def words(self, person: Person, text: str, *, slash: bool = False) -> str:
        """Say something in one's usual place; the texts that come back there."""
        replies = await self.says(person, text, PLACES[person], slash=slash)
        return "\n\n".join(r.text for r in replies if r.thread == PLACES[person])

    async def code(self, person: Person = ANN) -> str:
        """A fresh code of somebody."""
        shown = await self.words(person, "link")
        found = _CODE.search(shown)
        assert found, shown
        return found[1]

    async def asked(self, person: Person = ANN, other: Person = ANNS_KEY) -> list[Reply]:
        """Bring somebody's code to another side: both are asked."""
        code = await self.code(person)
        return await self.says(other, f"link {code}", PLACES[other])

    async def link(self, person: Person = ANN, other: Person = ANNS_KEY) -> None:
        """Link two, with all they must say for it."""
        await self.asked(person, other)
        for one in (other, person):
            await self.confirms(one)

    async def confirms(self, person: Person, verb: str = YES) -> list[Reply]:
        """Answer whether both are oneself."""
        return await self.presses(person, self.question(person).id, verb)

    def question(self, person: Person) -> Request:
        """What somebody is asked about a link."""
        (found,) = [r for r in self.questions if r.asked == person]
        return found

    @property
    def questions(self) -> list[Request]:
        return [r for r in self.pending if r.kind is RequestKind.LINK]

    async def linked(self, person: Person) -> set[Person]:
        return {*(await self.services.links.of(person)).linked}

    async def decides(self, person: Person, request: Request, words: str) -> str:
        """Decide by the words, from one's own place."""
        return await self.words(person, f"decide {request.id} {words}", slash=True)


async def an_office_with_links(
    model: Model | None = None, agents: Sequence[Agent] = AGENTS
) -> Linked:
    """Nobody is linked yet."""
    return Linked(await a_conversation(model, agents=agents), People(known={}))


def texts(replies: Sequence[Reply], place: Thread) -> str:
    """What was said in one place."""
    return "\n\n".join(reply.text for reply in replies if reply.thread == place)
