"""The pieces of a procedure's knowledge bases, embedded once, before it is played."""

from dataclasses import dataclass, field

from agents.kit.procedures.components import KnowledgeBase, Piece
from agents.kit.procedures.engine import Floor
from agents.kit.procedures.procedure import Procedure
from agents.kit.similarity import Embed, Vector, nearest

LEAST_ALIKE = 0.15
QUESTIONS_AND_ANSWERS = "QA"
NOTHING = "The knowledge base holds nothing about this."


@dataclass
class Shelf:
    """Looks up what a role knows."""

    procedure: Procedure
    embed: Embed
    _vectors: dict[tuple[str, str], tuple[tuple[Piece, Vector], ...]] = field(default_factory=dict)

    async def prepare(self) -> None:
        """Embed every piece by its question, where it has one; does nothing the second time."""
        for place, pieces in self.procedure.knowledge.items():
            if place not in self._vectors:
                vectors = [await self.embed(p.question or p.answer) for p in pieces]
                self._vectors[place] = tuple(zip(pieces, vectors, strict=True))

    async def look_up(self, floor: Floor, base: KnowledgeBase, query: str) -> str:
        """What is known about a query: the best answer, or the best few passages."""
        wanted = await self.embed(query)
        most = 1 if base.type == QUESTIONS_AND_ANSWERS else base.top_k
        among = self._vectors.get((floor.state, floor.role), ())
        found = nearest(wanted, among, most, least=LEAST_ALIKE)
        if not found:
            return NOTHING
        return "\n".join(["What is known about it:", *(piece.shown for piece, _score in found)])
