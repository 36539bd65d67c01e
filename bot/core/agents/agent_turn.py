"""Equip an agent's own code for one run: who it serves, what is known, ports that journal."""

import json
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from pydantic import JsonValue, TypeAdapter
from typing_extensions import override

from agents.kit.agent import Agent
from agents.kit.ports.web import Headers, Http, Page, is_host_of, is_named, secrets_in
from agents.kit.tool import Tool
from agents.kit.turn import Turn
from agents.kit.values.errors import AuthorError, Declined, ToolFailed
from agents.kit.values.person import Fact
from bot.core.prompts.prompting import list_quoted
from bot.core.redaction.tool_redaction import SecretRedactor
from bot.core.state.kill_switch import stop_if_paused
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.errors import BudgetSpent
from bot.domain.participant import ToolForm
from bot.domain.tasks import Task

SEALED = "sealed"  # what stands under this name is no part of an export


def make_turn(
    work: Work,
    task: Task,
    agent: Agent,
    provides: tuple[Fact, ...] = (),
    destinations: tuple[str, ...] = (),
) -> Turn:
    """What an agent's own code is given of this turn; `destinations` may be read as pages."""
    return Turn(
        person=work.person.identity,
        text=task.said[-1] if task.said else "",
        now=work.now,
        records=work.services.records,
        http=JournalledHttp(work, task, agent, destinations, may_act=agent.run is not None),
        progress=lambda text: work.progress(agent.name, text),
        known=work.person.facts.values,
        colleagues=work.catalogue.exposed,
        state=_state(work.person, task, agent),
        notes=task.notes,
        key=f"{work.journal.turn}:{work.journal.step('run', agent.name, list(task.said))}",
        allowed=frozenset(fact.name for fact in provides),
        sql=work.services.sql,
        said=task.said,
        quoted=list_quoted(work, task),
        words_of=_words_of(work.person, task, agent),
    )


def veil_turn(turn: Turn, veil: SecretRedactor) -> Turn:
    """The same turn for a tool that is given secrets: what goes out of it shows none."""
    assert isinstance(turn.http, JournalledHttp), "a turn's own HTTP is journalled"
    tell, http = turn.progress, replace(turn.http, veil=veil)
    return replace(turn, progress=lambda text: tell(veil.text(text)), http=http)


@dataclass(frozen=True, slots=True)
class JournalledHttp(Http):
    """HTTP for an agent's code: what a server answered in this turn is not asked again.

    `may_act` says that nobody declared what the calls do, as of an agent that runs elsewhere:
    nothing is sent then while the bot is paused. `destinations` have passed the guard of tools.
    Under a `veil` answers are journalled sealed: the tool must be given the same ones again, and
    may be told its secrets by them. Headers are no part of the journal, not even of a step's name.
    """

    work: Work
    task: Task
    agent: Agent
    destinations: tuple[str, ...] = ()
    may_act: bool = False
    veil: SecretRedactor = field(default_factory=SecretRedactor)

    @override
    async def post_json(
        self, url: str, body: dict[str, JsonValue], *, headers: Headers | None = None
    ) -> dict[str, JsonValue]:
        sent = SecretRedactor(secrets_in(headers))

        async def ask() -> dict[str, JsonValue]:
            if self.may_act:
                await stop_if_paused(self.work)
            try:
                answer = await self.work.services.http.post_json(url, body, headers=headers)
            except Declined as no:
                words, text = sent.text(str(no)), sent.text(no.text)
                raise Declined(words, status=no.status, text=text) from None
            return {sent.text(name): sent.json(part) for name, part in answer.items()}

        return await self._once(self._step("http", url, body), ask)

    @override
    async def get(self, url: str) -> Page:
        if not self._may_read(url):
            message = (
                f"Nobody named the page {url} themselves. Let it be an argument among the "
                "`destinations` of a look, or not `free` of an effect, or one of the agent's "
                "`pages`, or let the operator set FRONTDESK_PAGE_HOSTS."
            )
            raise ToolFailed(message)

        async def ask() -> dict[str, JsonValue]:
            return asdict(await self.work.services.http.get(url))

        return TypeAdapter(Page).validate_python(await self._once(self._step("page", url), ask))

    def _step(self, kind: str, *content: JsonValue) -> str:
        """Name a step without the secrets in it: a short one could be guessed from a digest.

        One whose answer is sealed has a name of its own, lest somebody read it as it stands.
        """
        name = f"{kind}-sealed" if self.veil else kind
        return self.work.journal.step(name, *(self.veil.json(part) for part in content))

    async def _once(
        self, step: str, ask: Callable[[], Awaitable[dict[str, JsonValue]]]
    ) -> dict[str, JsonValue]:
        cipher, recorded = self.work.services.cipher, self.work.journal.recorded(step)
        if isinstance(recorded, dict):
            opened: dict[str, JsonValue] = (
                json.loads(cipher.open(str(recorded[SEALED]))) if self.veil else recorded
            )
            return opened
        self._count()
        answer = await ask()
        sealed: JsonValue = {SEALED: cipher.seal(json.dumps(answer))} if self.veil else answer
        await self.work.journal.record(step, sealed)
        return answer

    def _count(self) -> None:
        """Stop code that sends one request after the other: its author can mend that, nobody else.

        Raises:
            AuthorError: it has sent as many as a turn may.
        """
        try:
            self.work.limits.budget.request()
        except BudgetSpent as spent:
            message = (
                f"agent {self.agent.name} has sent {spent.limit}, and no turn may send more; ask "
                "for several things in one, or let a script have another turn with go_on(…)"
            )
            raise AuthorError(message) from None

    def _may_read(self, url: str) -> bool:
        heard = self.work.person.current(self.task).own
        named = (*heard, *self.destinations, *self.agent.pages)
        return (
            url in named or is_named(url, named) or is_host_of(url, self.work.services.page_hosts)
        )


def find_destinations(tool: Tool, arguments: Mapping[str, Any]) -> tuple[str, ...]:
    """Where a call goes to, as its arguments say."""
    return tuple(str(arguments[name]) for name in tool.guarded if arguments[name])


def _words_of(person: PersonState, task: Task, agent: Agent) -> dict[str, str]:
    """The sentence in which its person gave each value of a form."""
    kept = person.current(task)
    if agent.name != task.agent or not agent.is_form:
        return {}
    return {n: said for n, said in ToolForm.read(kept.state).words.items() if said in kept.own}


def _state(person: PersonState, task: Task, agent: Agent) -> dict[str, JsonValue] | None:
    if agent.keeps == "thread":
        return person.participant.threads.get(agent.name)
    return task.state if agent.name == task.agent else None  # the position of a script is its own
