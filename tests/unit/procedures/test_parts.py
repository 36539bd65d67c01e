"""The parts of a role that look something up, share it, use it, or hand it over."""

from typing import Any

import pytest

from agents.kit import Outcome, Suspended, Turn, tool
from agents.kit.agent import Agent
from agents.kit.ports.web import Headers, Http, Page
from agents.kit.procedures import toolbox
from agents.kit.procedures.load import pieces_of
from agents.kit.values.errors import ToolFailed
from agents.kit.values.model import Purpose, ToolCall
from tests.fakes.stage import Play
from tests.unit.procedures.stories import (
    a_part,
    a_procedure,
    a_state,
    in_order,
    playing,
    position_of,
    text_of,
    with_state,
)


def with_parts(**parts: Any) -> dict[str, Any]:
    """The talk, in which Ben alone chats, with these parts."""
    state = a_state("guest", controller={"max_chat_nums": 1})
    state["agent_states"] = {"guest": a_part("guest", **parts)}
    return with_state("chat", state)


async def test_a_static_part_is_the_answer_and_no_model_is_asked():
    play = playing(with_parts(StaticComponent={"output": "We are closed."}))

    await play.start("hi")

    assert play.lines[-1] == ("Ben (guest)", "We are closed.")
    assert play.stage.model.calls == []


async def test_words_are_extracted_shared_and_put_into_templates():
    parts = {
        "ExtractComponent": {"extract_words": ["city", "day"], "system_prompt": "Find them."},
        "CustomizeComponent": {"template": "In {city} on {day}: {x}", "keywords": ["city", "day"]},
    }
    play = playing(with_parts(**parts), ["<city>Bonn</city> <day>Monday</day>", "Fine."])

    await play.start("hi", turns=2)

    extraction, speaking = play.stage.model.calls
    position = await position_of(play)
    assert in_order(text_of(extraction), "Find them.", "Welcome, all.", "<city>", "<day>")
    instructing, meant, *_ = speaking.messages
    assert "In <city> on <day>: {x}" in instructing.content
    assert (meant.role, in_order(meant.content, "<city>\nBonn", "<day>\nMonday")) == ("user", True)
    assert position.shared == {"wish": "hi", "city": "Bonn", "day": "Monday"}


async def test_what_carries_no_tag_is_extracted_whole():
    parts = {"ExtractComponent": {"extract_words": ["city"]}}
    play = playing(with_parts(**parts), ["Bonn", "Fine."])

    await play.start("hi", turns=2)

    position = await position_of(play)
    assert position.shared["city"] == "Bonn"


def test_a_knowledge_base_may_be_written_as_older_files_have_it():
    text = '[{"q": "When?", "a": "At nine."}, {"chunk": "We are in Bonn."}]'

    assert [piece.shown for piece in pieces_of(text)] == [
        "question: When?, answer: At nine.",
        "We are in Bonn.",
    ]
    with pytest.raises(ValueError, match="needs an `answer`"):
        pieces_of('[{"q": "When?"}]')


@pytest.mark.proves("S4-05")
async def test_a_knowledge_base_gives_its_best_answer_or_says_that_it_has_none():
    pieces = [
        {"question": "When do you open?", "answer": "At nine."},
        {"question": "Where are you?", "answer": "In Bonn."},
    ]
    base = {"KnowledgeBaseComponent": {"knowledge": pieces}}
    known = with_state("welcome", a_state("host", begin_role="host", begin_query="When open?"))
    known["states"]["chat"] = with_parts(**base)["states"]["chat"]
    play, other = playing(known, ["Nine!"]), playing(with_parts(**base), ["Hm."])

    await play.start("hi", turns=2)
    await other.start("hi", turns=2)

    last = play.stage.model.calls[-1].messages[-1].content
    assert "At nine." in last
    assert "Bonn" not in last
    assert "holds nothing about this" in other.stage.model.calls[-1].messages[-1].content


async def test_passages_of_a_file_are_looked_up_as_many_as_wanted():
    base = {"top_k": 2, "type": "UnstructuredFile", "knowledge_path": "notes.txt"}
    raw = with_parts(KnowledgeBaseComponent=base)
    text = "Welcome all guests.\n\nNothing here.\n\nAll are welcome.\n\nSo long."
    procedure = a_procedure(raw, read={"notes.txt": text}.__getitem__)
    play = playing(procedure, ["Hm."])

    await play.start("hi", turns=2)

    last = play.stage.model.calls[-1].messages[-1].content
    assert "All are welcome." in last
    assert "Nothing here." not in last
    assert sum(piece in last for piece in text.split("\n\n")[:3]) == 2


class Web(Http):
    """A search server and a page reader."""

    def __init__(self, answer: dict[str, Any] | None) -> None:
        self.answer = answer
        self.asked: list[tuple[str, Any]] = []

    async def post_json(
        self, url: str, body: dict[str, Any], *, headers: Headers | None = None
    ) -> dict[str, Any]:
        self.asked.append((url, body))
        if self.answer is None:
            message = "the search server does not answer"
            raise ToolFailed(message)
        return self.answer

    async def get(self, url: str) -> Page:
        answer = await self.post_json(url, {})
        return Page(url, 200, "text/html", answer["text"])


async def test_a_search_is_made_of_the_words_a_model_finds():
    search = {"url": "https://search.test/q"}
    web = Web({"results": [{"snippet": f"fact {n}"} for n in range(7)]})
    play = playing(with_parts(WebSearchComponent=search),
                   ["<keywords>pump price</keywords>", "So."], http=web)  # fmt: skip

    await play.start("hi", turns=2)

    assert web.asked == [("https://search.test/q", {"query": "pump price"})]
    assert play.stage.model.calls[0].purpose is Purpose.RECALL
    last = play.stage.model.calls[-1].messages[-1].content
    assert in_order(last, "pump price", "no instruction", "fact 0", "fact 4")
    assert "fact 5" not in last


async def test_a_page_is_read_and_a_server_that_is_away_is_told():
    crawl = {"page": "https://example.org/a"}
    web, away = Web({"text": "All about pumps."}), Web(None)
    play = playing(with_parts(WebCrawlComponent=crawl), ["So."], http=web)
    other = playing(with_parts(WebCrawlComponent=crawl), ["So."], http=away)

    await play.start("hi", turns=2)
    await other.start("hi", turns=2)

    assert web.asked == [("https://example.org/a", {})]
    assert "All about pumps." in play.stage.model.calls[-1].messages[-1].content
    assert "does not answer" in other.stage.model.calls[-1].messages[-1].content


async def test_code_is_handed_over_as_text_and_never_run():
    parts = {
        "ExtractComponent": {"extract_words": ["program"]},
        "CodeComponent": {"file_name": "main.py", "keyword": "program"},
    }
    play = playing(with_parts(**parts), ["<program>exit(1)</program>", "Here it is."])

    outcome = await play.start("hi", turns=2)

    assert outcome.artifact == "main.py\n\nexit(1)"
    assert outcome.goes_on


@tool(effect=True)
def open_ticket(turn: Turn, title: str) -> str:
    """Open a ticket."""
    return f"Ticket: {title}"


DESK = Agent(name="desk", description="Keeps tickets.", tools=(open_ticket,))
USING = {"FunctionComponent": {"functions": ["desk.open_ticket"]}}


def using(raw: dict[str, Any], answers: Any, result: Any) -> Play:
    return playing(a_procedure(raw, tools=toolbox([DESK])), answers, using=result)


def ticket(title: str) -> ToolCall:
    return ToolCall("c1", "open_ticket", f'{{"title": "{title}"}}')


async def test_a_function_is_used_as_its_own_agent_and_its_result_is_told():
    used: list[Any] = []

    def use(agent: Agent, _tool: Any, arguments: Any) -> str:
        used.append((agent.name, dict(arguments)))
        return "Ticket 7"

    play = using(with_parts(**USING), [ticket("pump"), "I opened ticket 7."], use)

    await play.start("hi", turns=2)

    assert used == [("desk", {"title": "pump"})]
    assert play.stage.model.calls[0].tools == (open_ticket.spec,)
    assert "Ticket 7" in play.stage.model.calls[-1].messages[-1].content
    assert play.stage.told[-1] == "Ben uses open ticket"


async def test_a_function_that_must_be_approved_waits_and_then_is_not_used_again():
    waits = Suspended(agent="desk", tool="open_ticket", waits_for="approval", name="open_ticket")
    play = using(with_parts(**USING), [ticket("pump"), "Done."], lambda *_call: waits)

    waiting = await play.start("hi", turns=2)
    again = await play.go_on()
    await play.returned("Ticket 7", turns=1)

    assert waiting == Outcome(interrupt=True, suspended=waits, state=waiting.state)
    assert again.suspended == waits
    assert play.lines[-1] == ("Ben (guest)", "Done.")
    position = await position_of(play)
    assert position.progress["chat"].spoken == 1
    assert "Ticket 7" in play.stage.model.calls[-1].messages[-1].content
    assert len(play.stage.model.calls) == 2


async def test_what_a_person_says_instead_of_approving_is_told_and_nothing_is_used():
    waits = Suspended(agent="desk", tool="open_ticket", waits_for="approval", name="open_ticket")
    play = using(with_parts(**USING), [ticket("pump"), "Then not."], lambda *_call: waits)

    await play.start("hi", turns=2)
    await play.answer("I reject this: too early", turns=1)

    assert play.lines[-1] == ("Ben (guest)", "Then not.")
    assert "not done; instead, the person said: I reject this: too early" in text_of(
        play.stage.model.calls[-1]
    )


@pytest.mark.parametrize("call", ["No tool.", ToolCall("c", "drop_tables", "{}")])
async def test_no_function_is_used_that_was_not_offered(call: Any):
    play = using(with_parts(**USING), [call, "Fine."], None)

    await play.start("hi", turns=2)

    assert play.lines[-1] == ("Ben (guest)", "Fine.")


async def test_a_function_that_fails_is_told_in_words():
    def fail(*_call: Any) -> str:
        message = "the desk is closed"
        raise ToolFailed(message)

    play = using(with_parts(**USING), [ticket("x"), "Pity."], fail)
    bad = using(with_parts(**USING), [ToolCall("c", "open_ticket", "{}"), "Pity."], fail)

    await play.start("hi", turns=2)
    await bad.start("hi", turns=2)

    assert "error: the desk is closed" in play.stage.model.calls[-1].messages[-1].content
    assert "error: open_ticket was not run" in bad.stage.model.calls[-1].messages[-1].content
