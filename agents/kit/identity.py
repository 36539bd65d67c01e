"""Who a person is to us: a platform, a workspace and a user id; never a name."""

from dataclasses import dataclass, field
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who talks to the bot; `name` is for showing and takes no part in equality."""

    platform: str
    workspace: str
    user: str
    name: str = field(default="", compare=False)

    @property
    def key(self) -> str:
        """The identity as one string, unambiguous because the parts are escaped."""
        return _joined(self.platform, self.workspace, self.user)

    @property
    def shown(self) -> str:
        """What to call them in a text."""
        return self.name or self.user


@lru_cache(maxsize=4096)
def _joined(*parts: str) -> str:
    return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in parts)
