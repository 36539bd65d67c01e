"""The agent of the product desk."""

from typing import Annotated

from pydantic import Field

from agents.kit import COUNTERS, EFFECTS, Agent, EffectKey, Turn, tool
from agents.kit.ports.numbered_rows import number_of
from agents.kit.values.texts import text_beside
from agents.product.features import FEATURES, Features, Status

Title = Annotated[str, Field(description="the title of the feature", min_length=2, max_length=120)]
Description = Annotated[str, Field(description="the description", max_length=1000)]
FeatureNumber = Annotated[int, number_of("feature")]
RELEASE = r"^v?\d[\w.\-]{0,20}$"
Release = Annotated[str, Field(description="the release", pattern=RELEASE, examples=["2.4"])]
MaybeRelease = Annotated[
    str | None, Field(description="the release", pattern=RELEASE, examples=["2.4"])
]
Words = Annotated[
    str, Field(description="words of the title, or a status", min_length=2, max_length=120)
]


@tool(effect=True, free=["description"], ends_task=True)
async def register_feature(
    turn: Turn, title: Title, key: EffectKey, description: Description = ""
) -> str:
    """Register the idea of a feature."""
    turn.progress(f"Registering {title}")
    return await Features.once(turn, key, lambda features: features.register(title, description))


@tool(effect=True, ends_task=True)
async def set_status(turn: Turn, feature: FeatureNumber, status: Status, key: EffectKey) -> str:
    """Set the status of a feature."""
    turn.progress(f"Setting feature {feature} to {status}")
    return await Features.once(turn, key, lambda features: features.set_status(feature, status))


@tool(effect=True, ends_task=True)
async def assign_release(
    turn: Turn, feature: FeatureNumber, release: Release, key: EffectKey
) -> str:
    """Assign a feature to a release."""
    turn.progress(f"Putting feature {feature} into release {release}")
    return await Features.once(turn, key, lambda features: features.assign(feature, release))


@tool(ends_task=True)
async def roadmap(turn: Turn, release: MaybeRelease = None) -> str:
    """Show the roadmap: what is being built, planned and only an idea."""
    turn.progress("Looking up the roadmap")
    return await Features.read(turn, lambda features: features.roadmap(release or ""))


@tool(ends_task=True)
async def release_notes(turn: Turn, release: Release) -> str:
    """Write the notes of a release from what was shipped; the user gets the text."""
    turn.progress(f"Writing the notes of release {release}")
    turn.deliver(await Features.read(turn, lambda features: features.notes(release)))
    return f"The notes of release {release} are written."


@tool(ends_task=True)
async def find_feature(turn: Turn, words: Words) -> str:
    """Look up features by words of their title, or by status: number, status, description."""
    turn.progress(f"Looking up features about {words}")
    return await Features.read(turn, lambda features: features.search(words))


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
