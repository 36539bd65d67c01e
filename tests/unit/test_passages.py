"""Which lines of a long page the web reader is given."""

from agents.web_reader.agent import passages

LONG = "\n".join(
    ["Title", *(f"Line {n} about {'cats' if n % 50 else 'dogs'}" for n in range(1, 300))]
)


def test_of_a_long_page_what_is_looked_for_is_kept():
    kept = passages(LONG, "a dog", longest=105).split("\n")

    assert kept[0] == "Title"
    assert [line for line in kept if "dogs" in line] == [
        f"Line {n} about dogs" for n in range(50, 300, 50)
    ]
    assert kept[1] == "…"
    assert sum(map(len, kept)) <= 250


def test_of_a_long_page_about_nothing_the_beginning_is_kept():
    kept = passages(LONG, "", longest=60).split("\n")

    assert kept[:2] == ["Title", "Line 1 about cats"]
    assert kept[-1] == "…"


def test_a_short_page_is_kept_as_it_is():
    assert passages("a\n\nb", "x") == "a\nb"


def test_a_single_endless_line_is_cut():
    assert len(passages("x" * 10_000, "")) < 4_000
