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

    @classmethod
    def of(cls, key: str, name: str = "") -> "Person":
        """Find a person back from their key.

        Raises:
            ValueError: it is no key.
        """
        platform, workspace, user = (
            part.replace("%2F", "/").replace("%25", "%") for part in key.split("/")
        )
        return cls(platform, workspace, user, name)

    @property
    def shown(self) -> str:
        """What to call them in a text."""
        return self.name or self.user


@lru_cache(maxsize=4096)
def _joined(*parts: str) -> str:
    return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in parts)
