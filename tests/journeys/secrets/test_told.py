"""A tool that was told a secret: whatever it says, does or breaks with, nobody else reads it."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
import structlog

from agents.kit import Agent, EffectKey, Fact, Secret, Tool, ToolFailed, Turn, tool
from agents.kit.values.errors import AuthorError
from agents.kit.values.model import ModelCall
from tests.fakes.scripted import ScriptedAnswer
from tests.fakes.world import FakeHttp
from tests.journeys.agents.small_agents import directed
from tests.journeys.bank.test_secrets import everything_kept
from tests.journeys.conversation import Conversation, a_conversation
from tests.journeys.models.puppet import calls
from tests.journeys.restarts import Killed, begun_again, killed_once

pytestmark = pytest.mark.proves("R8")

CODE = 'Zx9"Qq\\ü7'
SHAPES = (
    CODE,
    repr(CODE)[1:-1],
    json.dumps(CODE)[1:-1],
    json.dumps(CODE, ensure_ascii=False)[1:-1],
)
KNOWN = Fact("Known", "being known", label="known as")
SERVER = "https://login.example/check"

Leak = Callable[[Turn, str], Awaitable[Any]]


async def gives_it_back(_turn: Turn, code: str) -> str:
    return f"The code is {code}."


async def gives_it_back_in_a_dictionary(_turn: Turn, code: str) -> dict[str, Any]:
    return {"code": code, code: [f"quoted: “{code}”"]}


async def fails_for_good(_turn: Turn, code: str) -> str:
    raise ToolFailed(f"bad code {code}", ask_again=False)


async def fails_and_asks_again(_turn: Turn, code: str) -> str:
    raise ToolFailed(f"bad code {code!r}")


async def is_declared_wrongly(_turn: Turn, code: str) -> str:
    raise AuthorError(f"there is no {code}")


async def breaks_down(_turn: Turn, code: str) -> str:
    raise RuntimeError(f"db said: bad code {code}")


async def breaks_down_failing(_turn: Turn, code: str) -> str:
    try:
        return {"ana": code}[code]
    except KeyError as error:
        raise AuthorError("that was the wrong table") from error


async def tells_it_meanwhile(turn: Turn, code: str) -> str:
    turn.progress(f"Logging in with {code}")
    return "Done."


async def delivers_it(turn: Turn, code: str) -> str:
    turn.deliver(f"Dear {code}")
    return "Done."


async def establishes_it(turn: Turn, code: str) -> str:
    turn.establish(KNOWN, {"as": code, "by": [code]})
    return "Done."


async def posts_it(turn: Turn, code: str) -> str:
    answer = await turn.http.post_json(SERVER, {"code": code})
    return f"The server says {json.dumps(answer)}"


LEAKS = (
    *(gives_it_back, gives_it_back_in_a_dictionary, fails_for_good, fails_and_asks_again),
    *(is_declared_wrongly, breaks_down, breaks_down_failing, tells_it_meanwhile, delivers_it),
    *(establishes_it, posts_it),
)


def reads(leak: Leak) -> Tool:
    @tool(provides=[KNOWN])
    async def check(turn: Turn, who: str, code: Secret) -> Any:
        """Check a code."""
        return await leak(turn, code.reveal())

    return check


def changes(leak: Leak) -> Tool:
    @tool(effect=True, free=["who"], provides=[KNOWN])
    async def check(turn: Turn, who: str, code: Secret, key: EffectKey) -> Any:
        """Check a code."""
        return await leak(turn, code.reveal())

    return check


def act(call: ModelCall) -> ScriptedAnswer:
    """Check the code once, then say what came of it."""
    last = call.messages[-1].content
    return last if "Your tool returned" in last or "done" in last else calls("check", who="ana")


async def asked_for_it(
    checked: Tool, act: Callable[[ModelCall], ScriptedAnswer] = act
) -> Conversation:
    """A conversation in which a tool waits for the code."""
    gate = Agent(
        name="gate", description="Checks codes.", prompt="Check.", style="talk", tools=(checked,)
    )
    conversation = await a_conversation(directed({"check": "gate"}, act=act), agents=[gate])
    http = FakeHttp(lambda _url, body: {"you": body["code"], "ok": True})
    conversation.services = replace(conversation.services, http=http)
    await conversation.say("check me")
    return conversation


async def told(checked: Tool) -> tuple[Conversation, str]:
    """A conversation in which the code was typed, and one more thing said; and its logs."""
    conversation = await asked_for_it(checked)
    with structlog.testing.capture_logs([structlog.processors.format_exc_info]) as logs:
        await conversation.press("Submit", code=CODE)
        await conversation.say("done")
    return conversation, repr(logs)


@pytest.mark.parametrize("kind", [reads, changes])
@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__)
async def test_a_secret_leaves_its_tool_in_no_way(leak: Leak, kind: Callable[[Leak], Tool]):
    conversation, logs = await told(kind(leak))

    places = (everything_kept(conversation), conversation.model.everything_read, logs)
    assert [shape for shape in SHAPES for place in places if shape in place] == []


async def test_what_a_tool_says_stays_but_for_the_secret():
    conversation, _logs = await told(reads(fails_for_good))

    assert "error: bad code [secret]" in conversation.model.everything_read


async def test_who_has_chosen_their_name_as_their_password_stays_who_they_are():
    @tool(provides=[KNOWN], ends_task=True)
    async def check(turn: Turn, who: str, code: Secret) -> str:
        """Check a code."""
        turn.establish(KNOWN, who)
        return "Welcome."

    conversation = await asked_for_it(check)

    await conversation.press("Submit", code="ana")

    assert (await conversation.participant()).facts.values == {"Known": "ana"}


async def test_a_turn_that_begins_again_gives_the_tool_the_same_answer_and_asks_nobody_twice():
    answers = []

    async def posts_and_dies_once(turn: Turn, code: str) -> str:
        answers.append(await turn.http.post_json(SERVER, {"code": code}))
        if len(answers) == 1:
            raise Killed
        return "Done."

    conversation = await asked_for_it(reads(posts_and_dies_once))
    await killed_once(conversation, CODE)
    journal = repr(conversation.store.tables.journal)

    await begun_again(conversation)

    assert answers == [{"you": CODE, "ok": True}] * 2
    assert isinstance(conversation.services.http, FakeHttp)
    assert len(conversation.services.http.asked) == 1
    assert [shape for shape in SHAPES if shape in journal] == []


async def test_no_name_of_a_step_tells_a_short_secret_to_whoever_tries_them_all():
    async def posts_and_dies(turn: Turn, code: str) -> str:
        await turn.http.post_json(SERVER, {"code": code})
        raise Killed

    names = []
    for pin in ("4711", "4712"):
        conversation = await asked_for_it(reads(posts_and_dies))
        await killed_once(conversation, pin)
        steps = (step for steps in conversation.store.tables.journal.values() for step in steps)
        names.append([step for step in steps if step.startswith("http")])

    assert len(names[0]) == 1
    assert names[0] == names[1]


async def test_what_failed_for_good_does_so_again_when_its_turn_begins_again():
    deaths = [Killed()]

    def dies_once(call: ModelCall) -> ScriptedAnswer:
        if "Your tool returned" in call.messages[-1].content and deaths:
            raise deaths.pop()
        return act(call)

    conversation = await asked_for_it(changes(fails_for_good), dies_once)
    await killed_once(conversation, CODE)

    said = await begun_again(conversation)

    assert said == "(note) Your tool returned: error: bad code [secret]"
