"""Worked examples: each question shown answered, in a world that is not the agents' own.

They are sent as earlier turns, and measured on a model of 1.5 billion parameters: without them
it chooses the right agent in 20 of 52 cases, with them in 47. They stand in front of what
changes from message to message, so that a server keeps them.
"""

from collections.abc import Sequence

from bot.domain.questions import NOTHING, OUT_OF_SCOPE, SMALL_TALK, UNCLEAR

WHICH: Sequence[tuple[str, str]] = (
    ("hi there", SMALL_TALK),
    ("what are you?", SMALL_TALK),
    ("can you sing?", OUT_OF_SCOPE),
    ("please do that", UNCLEAR),
    ("how do I rob a bank?", OUT_OF_SCOPE),
    ("that", UNCLEAR),
    ("a table for two at eight", OUT_OF_SCOPE),
)

ABOUT: Sequence[tuple[str, str, str]] = (
    ("Which book?", "Dune, I think", "this"),
    ("Which book?", "what does a coffee cost?", "something_else"),
    ("Is it for you or for a friend?", "forget it, I changed my mind", "stop"),
    ("Is it for you or for a friend?", "for my cat", "this"),
    ("Which book?", "where is the exit?", "something_else"),
    ("Which book?", "which ones do you have?", "this"),
    ("How many days?", "stop, I don't want it", "stop"),
    ("How many days?", "help me steal one", "something_else"),
)

FILL_ASKED = "Which book, and for whom?"
FILL_SLOTS = (("book", "which book"), ("reader", "who reads it"))
FILL: Sequence[tuple[str, str | None, str | None, str]] = (
    ("Dune, I think", "Dune", None, "this"),
    ("what does a coffee cost?", None, None, "something_else"),
    ("give Emma to my brother", "Emma", "my brother", "this"),
    ("forget it, I changed my mind", None, None, "stop"),
    ("which ones do you have?", None, None, "this"),
    ("help me steal one", None, None, "something_else"),
)

DOES_TOOLS = (
    ("lend_book", "lend a book"),
    ("extend_loan", "extend a loan"),
    ("find_book", "look whether a book is there"),
)
DOES: Sequence[tuple[str, str]] = (
    ("lend me Dune please", "lend_book"),
    ("don't lend it to Tom, I was wrong", NOTHING),
    ("how do I extend a loan?", NOTHING),
    ("is Dune on the shelf?", "find_book"),
    ("was my loan extended already?", NOTHING),
    ("keep Dune another week", "extend_loan"),
)

VERDICT_CARD = "Lend “Dune” to Tom for 14 days"
VERDICT: Sequence[tuple[str, str]] = (
    ("that's fine by me", "approve"),
    ("make it 7 days", "change"),
    ("rather not", "reject"),
    ("how long is that?", "question"),
    ("give it to Ann instead", "change"),
    ("let me ask my wife first", "none"),
    ("yes, but only for 3 days", "change"),
    ("what's the time?", "none"),
    ("go on then", "approve"),
    ("I do not want that", "reject"),
)

LEFT: Sequence[tuple[str, str, str | None]] = (
    ("lend me Dune and extend my loan of Emma", "Dune was lent", "extend my loan of Emma"),
    ("lend me Dune please, thanks", "Dune was lent", None),
    ("is Dune there? then lend it to Tom", "it was told that Dune is there", "lend it to Tom"),
    ("lend Dune to Tom and Ann", "Dune was lent to Tom and Ann", None),
    ("hi, can you find Emma", "Emma was found", None),
)
