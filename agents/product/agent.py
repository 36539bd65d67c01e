"""The agent of the product desk."""

from agents.kit import COUNTERS, EFFECTS, Agent
from agents.kit.lengths import text_beside
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
    prompt=text_beside(__file__, "prompt.md"),
    tools=(
        register_feature,
        set_status,
        assign_release,
        roadmap,
        release_notes,
        find_feature,
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
