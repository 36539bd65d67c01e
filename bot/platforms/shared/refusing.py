"""A platform's plain no: what is asked was not done, and asking again would change nothing."""

from bot.domain.errors import PlatformFailed


class PlatformRefused(PlatformFailed):
    """A platform answered that it will not do it; `why` is its own name or number for that."""

    why: str

    @property
    def is_dead(self) -> bool:
        """Say whether our access is worth nothing, so that only the operator can mend it."""
        raise NotImplementedError
