"""Laws of what a prompt holds of a conversation: never too much, and nobody else's words."""

import string
from dataclasses import replace
from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from agents.catalogue import AGENTS
from agents.kit.values.person import Person
from bot.core.memory.recall import MOST_PASSAGES, Recalled, find_sought_words, rank, write_memory
from bot.core.memory.summary import read_notes
from bot.core.ports.memory import RecallQuery
from bot.core.ports.turns import Beginning
from bot.core.prompts import prompting
from bot.core.state.catalogue import Catalogue
from bot.core.state.context_window import LINE_CHARACTERS as MOST_OF_A_LINE
from bot.core.state.context_window import (
    LINES,
    MEMORY_CHARACTERS,
    MOST_MEMORY_CHARACTERS,
    NEWEST_LINES,
    count_lines,
    measure_memory_room,
)
from bot.core.state.work import Work
from bot.domain.ids import SessionId, TurnId
from bot.domain.memory import LINE_CHARACTERS, MOST_LINES, Gist, Passage, Summary
from bot.domain.messages import TranscriptLine
from bot.domain.participant import Participant
from tests.fakes.engine import Office
from tests.fakes.events import ANA, BEN, a_message, a_thread
from tests.fakes.store.search_index import MemoryMemory
from tests.fakes.store.store import MemoryStore
from tests.fakes.world import NOON, FakeClock, FakeIds

SERVICES = replace(Office().services, catalogue=Catalogue.of(AGENTS))
WORDS = st.text(string.ascii_letters + " \n|“”[]", max_size=600)
WHENS = st.integers(0, 1000).map(lambda hours: NOON - timedelta(hours=hours))
PASSAGES = st.builds(
    Passage,
    number=st.integers(1, 10_000),
    session=st.just(SessionId("s")),
    turn=st.integers(1, 50).map(lambda number: TurnId(f"t{number}")),
    by_bot=st.booleans(),
    speaker=st.just("bank"),
    text=WORDS,
    at=WHENS,
    private=st.booleans(),
)
GISTS = st.builds(
    Gist,
    text=st.text(string.ascii_letters + " \n|", min_size=1, max_size=LINE_CHARACTERS),
    at=WHENS,
    sources=st.just((TurnId("t1"),)),
    private=st.booleans(),
)


@given(
    st.lists(GISTS, max_size=60),
    st.lists(PASSAGES, max_size=30),
    st.integers(0, MOST_MEMORY_CHARACTERS),
    st.booleans(),
)
def test_memory_never_takes_more_than_its_share(
    gists: list[Gist],
    passages: list[Passage],
    room: int,
    discreet: bool,  # noqa: FBT001 - drawn
):
    recalled = Recalled(tuple(passages))

    text = write_memory(Summary(tuple(gists)), recalled, room, discreet=discreet)

    assert len(text) <= room
    assert all(line.startswith("|") or line.endswith(":") for line in text.splitlines()[1:])


@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 9_000)), max_size=40),
    st.integers(0, MOST_MEMORY_CHARACTERS),
    st.integers(1, 3_000),
)
def test_a_prompt_never_holds_more_than_the_window_and_the_newest_words_always(
    lines: list[tuple[bool, int]], remembered: int, newest: int
):
    recent = tuple(
        TranscriptLine(TurnId(f"t{n}"), "bank" if by_bot else ANA.key, by_bot, "x" * length, NOON)
        for n, (by_bot, length) in enumerate(lines)
    )
    beginning = Beginning(TurnId("now"), 1, a_message(), Participant.new(ANA), NOON, recent=recent)
    work = Work.start(beginning, SERVICES, lambda _agent, _text: None)
    work.transcript.hear("n" * newest)
    work.context.memory[True] = "m" * remembered

    read = prompting.show_history(work, reader="bank")

    marks = [m for m in read if m.content.startswith("(Earlier")]
    assert sum(len(m.content) for m in read if m not in marks) <= SERVICES.window_characters
    assert read[-1].content == "n" * newest
    shown = [m.content for m in read if m not in marks and m.content[0] != "m"][:-1]
    kept = [line.text for line in recent][len(recent) - len(shown) :]
    assert all(
        content.startswith(text[:MOST_OF_A_LINE])
        for content, text in zip(shown, kept, strict=True)
    )


@given(st.lists(st.integers(0, 5_000), max_size=40), st.integers(4_000, 64_000))
def test_what_is_remembered_takes_no_room_but_that_of_the_oldest_lines_and_its_own(
    lengths: list[int], window: int
):
    texts = ["x" * min(length, MOST_OF_A_LINE) for length in lengths]
    newest = [len(text) for text in texts[-LINES:]]
    memory = measure_memory_room(texts, window)

    count = count_lines(memory, newest, window)

    took = memory + sum(newest[len(newest) - count :])
    assert took <= sum(newest) + MEMORY_CHARACTERS
    assert took <= window or count == 1
    assert count >= min(NEWEST_LINES, len(newest)) or took + newest[-count - 1] > window


@given(st.lists(GISTS, max_size=20), st.lists(PASSAGES, max_size=5))
def test_what_is_private_is_shown_to_the_discreet_alone(
    gists: list[Gist], passages: list[Passage]
):
    marked = tuple(Gist(f"canary {n}", g.at, g.sources, True) for n, g in enumerate(gists))  # noqa: FBT003 - a field
    own = tuple(
        Passage(p.number, p.session, p.turn, p.by_bot, p.speaker, "canary", p.at, True)  # noqa: FBT003 - a field
        for p in passages
    )

    assert (
        write_memory(Summary(marked), Recalled(own), MOST_MEMORY_CHARACTERS, discreet=False) == ""
    )


@given(st.lists(PASSAGES, max_size=40), st.lists(st.sampled_from(["bank", "Rome", "x"])))
def test_few_passages_are_chosen_and_one_of_each_turn(passages: list[Passage], words: list[str]):
    chosen = rank(passages, words)

    assert len(chosen) <= MOST_PASSAGES
    assert len({passage.turn for passage in chosen}) == len(chosen)
    assert {*chosen} <= {*passages}


def test_the_passage_with_the_rarer_word_comes_first():
    def a_passage(number: int, text: str) -> Passage:
        return Passage(number, SessionId("s"), TurnId(f"t{number}"), False, "a", text, NOON)  # noqa: FBT003 - a field

    often = [a_passage(number, "the account again") for number in range(2, 9)]
    rare = a_passage(1, "the locker")

    assert rank([*often, rare], ("account", "locker"))[0] == rare


@given(st.lists(st.tuples(st.sampled_from([ANA, BEN]), st.booleans(), st.booleans()), max_size=30))
async def test_nobodys_line_but_ones_own_is_ever_found(lines: list[tuple[Person, bool, bool]]):
    store = MemoryStore(FakeClock(), FakeIds())
    thread = a_thread()
    store.tables.said[thread.session] = [
        TranscriptLine(
            TurnId(f"t{n}"),
            "bank" if by_bot else person.key,
            by_bot,
            f"word of {person.key}",
            NOON,
            private=private,
            to=person.key if by_bot else "",
        )
        for n, (person, by_bot, private) in enumerate(lines)
    ]

    found = await MemoryMemory(store).find(RecallQuery(thread, ANA, ("word",)))

    assert all(passage.text == f"word of {ANA.key}" for passage in found)
    assert not any(passage.private for passage in found)


@given(st.text(max_size=400), st.lists(PASSAGES, max_size=10))
def test_a_model_can_make_no_note_without_a_source(answer: str, passages: list[Passage]):
    turns = {passage.turn for passage in passages}

    for gist in read_notes(answer, passages):
        assert {*gist.sources} <= turns
        assert len(gist.text) <= LINE_CHARACTERS


@given(st.lists(GISTS, max_size=100), st.lists(PASSAGES, min_size=1, max_size=3))
def test_a_summary_does_not_grow_for_ever(gists: list[Gist], passages: list[Passage]):
    grown = Summary().grown(tuple(gists), tuple(passages))

    assert len(grown.gists) <= MOST_LINES


def test_a_short_thread_looks_for_nothing_unless_the_past_is_meant():
    line = TranscriptLine(TurnId("t"), ANA.key, False, "I like tea", NOON)  # noqa: FBT003 - a field

    assert find_sought_words("Where is my locker?", [line]) == ()
    assert find_sought_words("Do you remember my locker?", [line]) == ("locker",)
    assert find_sought_words("Where is my locker?", [line] * 40) == ("locker",)
    assert find_sought_words("Do I like tea?", [line] * 40) == ()
