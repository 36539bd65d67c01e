"""What one turn may use: calls of models and tools, hand-offs, requests, tokens, seconds."""

from dataclasses import dataclass, field

from bot.domain.errors import BudgetSpent, CallRepeated, HandOffsSpent


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a turn; the defaults are the product's."""

    model_calls: int = 25
    hand_offs: int = 10
    same_call: int = 3
    seconds: float = 120.0
    call_seconds: float = 60.0
    tokens: int = 60_000
    requests: int = 200


@dataclass(slots=True)
class Budget:
    """Counts what a turn has used.

    Raises:
        BudgetSpent: by every method, when the limit is passed.
    """

    limits: Limits = field(default_factory=Limits)
    model_calls: int = 0
    hand_offs: int = 0
    tokens: int = 0
    requests: int = 0
    calls: dict[str, int] = field(default_factory=dict)

    def model_call(self) -> None:
        """Count a model call before it is made."""
        self.model_calls += 1
        if self.model_calls > self.limits.model_calls:
            raise BudgetSpent(f"{self.limits.model_calls} model calls")
        if self.tokens > self.limits.tokens:
            raise BudgetSpent(f"{self.limits.tokens} tokens")

    @property
    def is_used_up(self) -> bool:
        """Say whether the next model call would be one too many."""
        return self.model_calls >= self.limits.model_calls or self.tokens > self.limits.tokens

    def answered(self, tokens: int, answers: int = 1) -> None:
        """Count what a finished call took; where several models answered, each was a call."""
        self.tokens += tokens
        self.model_calls += max(0, answers - 1)

    def hand_off(self) -> None:
        """Count a change of agent."""
        self.hand_offs += 1
        if self.hand_offs > self.limits.hand_offs:
            raise HandOffsSpent(f"{self.limits.hand_offs} hand-offs between agents")

    def tool_call(self, fingerprint: str) -> None:
        """Count a tool call by its name and arguments."""
        self.calls[fingerprint] = self.calls.get(fingerprint, 0) + 1
        if self.calls[fingerprint] > self.limits.same_call:
            raise CallRepeated(f"the same tool call {self.limits.same_call} times")

    def request(self) -> None:
        """Count a request to another server before it is sent."""
        self.requests += 1
        if self.requests > self.limits.requests:
            raise BudgetSpent(f"{self.limits.requests} requests to other servers")

    def time(self, elapsed_seconds: float) -> float:
        """Say how many seconds are left."""
        left = self.limits.seconds - elapsed_seconds
        if left <= 0:
            raise BudgetSpent(f"{self.limits.seconds:.0f} seconds")
        return left
