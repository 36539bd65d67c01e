"""Embeddings as OpenAI words them: given ones, or such that texts of one meaning are alike."""

import re
from dataclasses import dataclass, field

from tests.fakes.model_answers import Answer, Asked, Reply, Script, sends

# Words that mean the same; a text points to all it speaks of.
SAME = (
    ("locker", "cupboard", "storage"),
    ("dog", "puppy", "hound"),
    ("holiday", "vacation", "trip"),
    ("allergic", "intolerant", "nuts"),
    ("invoice", "bill", "payment"),
)
_WORD = re.compile(r"\w+")


def embeds(*embeddings: object) -> Answer:
    """An answer of these embeddings."""
    data = [
        {"object": "embedding", "index": place, "embedding": numbers}
        for place, numbers in enumerate(embeddings)
    ]
    usage = {"prompt_tokens": 7, "total_tokens": 7}
    return sends({"object": "list", "data": data, "model": "embed-1", "usage": usage})


def meant(text: str, dimension: int = 16) -> list[float]:
    """The embedding of a text: what it speaks of, and a little of its own."""
    words = _WORD.findall(text.casefold())
    numbers = [0.0] * dimension
    for place, same in enumerate(SAME):
        numbers[place] = float(any(word.rstrip("s") in same or word in same for word in words))
    numbers[len(SAME) + sum(map(ord, text)) % (dimension - len(SAME))] += 0.3
    return numbers


@dataclass
class Understanding:
    """A script that embeds by meaning, and answers everything else as another one does.

    `read` are the texts it has seen; `fault` is answered instead while it is set.
    """

    talks: Script
    dimension: int = 16
    fault: Reply | None = None
    read: list[str] = field(default_factory=list)

    def __call__(self, asked: Asked) -> Reply:
        """Answer a request."""
        if not asked.path.endswith("/embeddings"):
            return self.talks(asked)
        self.read += asked.body["input"]
        if self.fault is not None:
            return self.fault
        return embeds(*(meant(text, self.dimension) for text in asked.body["input"]))
