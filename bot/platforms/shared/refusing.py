"""A platform's plain no: what is asked was not done, and asking again would change nothing."""

from bot.domain.errors import PlatformFailed


class PlatformRefused(PlatformFailed):
    """A platform answered that it will not do it.

    `why` is its own name or number for that; `is_dead` says that our access is worth
    nothing, so that only the operator can mend it.
    """

    def __init__(self, message: str, *, why: str, is_dead: bool) -> None:
        super().__init__(message)
        self.why = why
        self.is_dead = is_dead
