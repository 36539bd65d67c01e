"""The extractor's script: there must be a text before anybody works on it."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields

from pydantic import JsonValue
from typing_extensions import override

from agents.extractor.record import Record, found_in
from agents.kit import Agent, Outcome, Script, Stage, ask

BRIEF = 80  # characters that may be no more than the wish
_KINDS = "|".join(field.name.removesuffix("s") for field in fields(Record))
# Two words are a text to somebody, but not “names and dates”.
_BEHIND_COLON = re.compile(rf":\s+(?!(?:the |all )?(?:{_KINDS})s?\b)\w+\s+\w", re.IGNORECASE)
WHICH = "Which text shall I take it from? Please paste it, or attach it as a file."


@dataclass(frozen=True, slots=True)
class WithText(Script):
    """Asks for a text if none was given, then plays another script."""

    script: Script

    @property
    @override
    def agents(self) -> tuple[Agent, ...]:
        return self.script.agents

    @override
    async def run(self, stage: Stage) -> Outcome:
        if stage.state is None and not _has_text(stage):
            return ask(WHICH, state={"asked": "text"})
        return await self.script.run(stage)

    @override
    def without(
        self, state: Mapping[str, JsonValue], words: Collection[str]
    ) -> dict[str, JsonValue]:
        return self.script.without(state, words)


def _has_text(stage: Stage) -> bool:
    said = "\n".join(stage.said)
    is_given = len(said) > BRIEF or _BEHIND_COLON.search(said) is not None
    return bool(stage.quoted) or is_given or not found_in(said).is_empty
