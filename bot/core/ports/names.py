"""What people are called: for showing alone, for whoever they are is their id."""

from typing import Protocol

from agents.kit.identity import Person


class Names(Protocol):
    """Knows what people call one another."""

    async def name(self, person: Person) -> str:
        """What others call somebody, as it was known lately; empty where that is not known."""
        del person
        return ""

    async def group_name(self, platform: str, workspace: str, group: str) -> str:
        """What people call a group, as it was known lately; empty where that is not known."""
        del platform, workspace, group
        return ""

    async def workspace_name(self, platform: str, workspace: str) -> str:
        """What people call a workspace, as it was known lately; empty where that is not known."""
        del platform, workspace
        return ""
