"""What a card shows of a request, and whether it shows all of it, exactly."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Self

from pydantic import JsonValue

from bot.domain.ids import RequestId
from bot.domain.requests import Request, RequestKind
from bot.platforms.shared.telling import Argument, Writing


@dataclass(frozen=True, slots=True)
class RequestView:
    """What a card shows of a request.

    `deciders` are users by their id, alone or after their platform and workspace
    (`slack/T1/U1`), and groups (`group:S1`); `needed` of them must still approve. `asked` is
    whose wish it is, where others decide. A platform says how it writes, and how much one look
    takes in.
    """

    id: RequestId
    kind: RequestKind
    text: str
    arguments: dict[str, JsonValue]
    deciders: tuple[str, ...]
    expires_at: datetime
    needed: int = 1
    asked: str = ""

    writing: ClassVar[Writing]
    longest_line: ClassVar[int]
    longest_body: ClassVar[int]

    @classmethod
    def of(cls, request: Request) -> Self:
        """Look at a request."""
        four_eyes = request.policy == "four_eyes"
        return cls(
            id=request.id,
            kind=request.kind,
            text=request.text,
            arguments=request.subject.arguments,
            deciders=request.deciders if four_eyes else (request.asked.user,),
            expires_at=request.expires_at,
            needed=request.quorum - len(request.approvals),
            asked=request.asked.user if four_eyes else "",
        )

    @property
    def steps(self) -> tuple[dict[str, Any], ...]:
        """The steps of a plan that are to be decided, as they will run."""
        steps: Any = self.arguments.get("steps", ()) if self.kind is RequestKind.PLAN else ()
        return tuple(steps)

    @property
    def is_action(self) -> bool:
        """True if something runs when it is approved."""
        return self.kind is RequestKind.APPROVAL or bool(self.steps)

    @property
    def untold(self) -> tuple[Argument, ...]:
        """The arguments that a card of this cannot show exactly, or not all of."""
        steps, is_one = self.steps, self.kind is RequestKind.APPROVAL
        writing = self.writing
        told = (
            writing.of_action(self.text, self.arguments)
            if is_one
            else writing.of_steps(self.text, steps)
        )
        return tuple(argument for argument in told if not argument.is_told)

    @property
    def without_untold(self) -> str:
        """Its text, without the lines that do not tell an argument exactly."""
        left_out = {number for argument in self.untold for number in argument.lines}
        lines = enumerate(self.text.split("\n"))
        return "\n".join(line for number, line in lines if number not in left_out)

    @property
    def is_told(self) -> bool:
        """True if one look at the card is enough to decide."""
        lines = self.writing.written(self.text)
        fits = sum(map(len, lines)) + len(lines) <= self.longest_body
        return not self.untold and fits and max(map(len, lines)) <= self.longest_line
