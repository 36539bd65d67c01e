"""The agent of the product desk."""

from pathlib import Path

from agents.kit import Agent
from agents.kit.numbers import COUNTERS
from agents.kit.once import EFFECTS
from agents.product.tables import FEATURES
from agents.product.tools import (
    assign_release,
    find_feature,
    register_feature,
    release_notes,
    roadmap,
    set_status,
)

product = Agent(
    name="product",
    description="Product features and their status, roadmap, releases, release notes.",
    introduction="Features, roadmap and release notes",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(register_feature, set_status, assign_release, roadmap, release_notes, find_feature),
    examples=(
        "register a feature: dark mode",
        "set feature 3 to shipped",
        "show the roadmap",
        "put feature 3 into release 2.4",
        "write the release notes of 2.4",
        "find the feature about dark mode",
    ),
    tables=(FEATURES, EFFECTS, COUNTERS),
)
