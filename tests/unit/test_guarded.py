"""Which arguments of a tool must be its person's own words."""

from agents.catalogue import AGENTS
from agents.kit import EffectKey, tool


def test_every_argument_of_an_effect_is_guarded_unless_it_is_free():
    def send(to: str, note: str, key: EffectKey) -> str:
        """Send a note."""
        return f"{to} {note} {key}"

    assert tool(effect=True)(send).guarded == ("to", "note")
    assert tool(effect=True, destinations=["to"])(send).guarded == ("to", "note")
    assert tool(effect=True, free=["note"])(send).guarded == ("to",)
    assert tool(effect=True, free=["note"])(send).free == ("note",)


def test_of_a_look_only_its_destinations_are_guarded():
    def read(url: str, topic: str) -> str:
        """Read a page."""
        return f"{url} {topic}"

    assert tool(read).guarded == ()
    assert tool(destinations=["url"])(read).guarded == ("url",)


def test_no_effect_that_comes_along_lists_destinations():
    effects = [tool for agent in AGENTS for tool in agent.tools if tool.effect]

    assert effects
    assert [effect.name for effect in effects if effect.destinations] == []
