"""The agent of the product desk."""

from pathlib import Path

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.product import tools
from agents.product.tables import FEATURES

product = Agent(
    name="product",
    description="Product features and their status, roadmap, releases, release notes.",
    introduction="Features, roadmap and release notes",
    prompt=Path(__file__).with_name("prompt.md").read_text(encoding="utf-8"),
    tools=(
        tools.register_feature,
        tools.set_status,
        tools.assign_release,
        tools.roadmap,
        tools.release_notes,
        tools.find_feature,
    ),
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
