"""The product desk: features, the roadmap and release notes."""

import pytest

from agents.kit import ToolFailed
from agents.kit.values.errors import BadToolCall
from agents.product.agent import product
from agents.product.features import FEATURES
from tests.fakes.team import TeamDesk


async def a_desk() -> TeamDesk:
    desk = TeamDesk(product)
    await desk.do("register_feature", title="Dark mode", description="For tired eyes")
    await desk.do("register_feature", title="Export to CSV")
    return desk


async def test_a_feature_begins_as_an_idea():
    desk = TeamDesk(product)

    assert await desk.do("register_feature", title=" Dark  mode ") == (
        "Feature 1 “Dark mode” is registered as an idea."
    )
    assert [(row["title"], row["status"]) for row in desk.rows(FEATURES)] == [
        ("Dark mode", "idea")
    ]


async def test_the_description_of_a_feature_is_repeated():
    desk = TeamDesk(product)

    assert await desk.do("register_feature", title="Dark mode", description="For tired eyes") == (
        "Feature 1 “Dark mode” is registered as an idea. Description: For tired eyes"
    )


async def test_a_feature_is_registered_once():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match=r"That is feature 1 already: 1 Dark mode \(idea\)"):
        await desk.do("register_feature", title="dark mode")


async def test_a_status_is_moved_and_the_answer_says_from_where():
    desk = await a_desk()

    assert await desk.do("set_status", feature=1, status="building") == (
        "Feature 1 “Dark mode” is now building; it was idea."
    )
    assert await desk.do("set_status", feature=1, status="building") == (
        "Feature 1 “Dark mode” is building already."
    )


async def test_a_feature_that_is_not_there_is_answered_with_those_that_are():
    desk = await a_desk()

    with pytest.raises(ToolFailed, match=r"no feature 9\. There are: 1 Dark mode, 2 Export to"):
        await desk.do("set_status", feature=9, status="shipped")
    with pytest.raises(ToolFailed, match="None is registered yet"):
        await TeamDesk(product).do("set_status", feature=9, status="shipped")


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("set_status", {"feature": 1, "status": "nearly done"}),
        ("assign_release", {"feature": 1, "release": "soon"}),
        ("set_status", {"feature": 0, "status": "shipped"}),
    ],
)
async def test_what_is_no_status_or_release_is_not_taken_for_one(
    tool: str, arguments: dict[str, str | int]
):
    with pytest.raises(BadToolCall, match=r"status|release|feature"):
        await (await a_desk()).do(tool, **arguments)


async def test_an_idea_becomes_a_plan_in_a_release():
    desk = await a_desk()

    assert await desk.do("assign_release", feature=1, release="2.4") == (
        "Feature 1 “Dark mode” is in release 2.4 (planned)."
    )
    await desk.do("set_status", feature=2, status="dropped")
    with pytest.raises(ToolFailed, match="Feature 2 was dropped"):
        await desk.do("assign_release", feature=2, release="2.4")


async def test_the_roadmap_shows_what_is_nearest_first():
    desk = await a_desk()
    await desk.do("register_feature", title="Old idea")
    await desk.do("set_status", feature=3, status="shipped")
    await desk.do("set_status", feature=2, status="building")
    await desk.do("assign_release", feature=1, release="2.4")

    assert await desk.do("roadmap") == (
        "Roadmap:\n- 2 Export to CSV (building)\n- 1 Dark mode (planned, release 2.4)"
    )
    assert await desk.do("roadmap", release="2.4") == (
        "Roadmap of release 2.4:\n- 1 Dark mode (planned, release 2.4)"
    )
    assert await desk.do("roadmap", release="9") == ("Nothing is on the roadmap of release 9.")


async def test_release_notes_are_made_of_what_was_shipped():
    desk = await a_desk()
    for feature in (1, 2):
        await desk.do("assign_release", feature=feature, release="2.4")
    await desk.do("set_status", feature=1, status="shipped")

    reply = await desk.do("release_notes", release="2.4")

    assert reply == "The notes of release 2.4 are written."
    assert desk.delivered == ["# Release 2.4\n\n17 July 2024\n\n- **Dark mode**: For tired eyes"]
    with pytest.raises(ToolFailed, match=r"release 3\. Releases with something shipped: 2\.4"):
        await desk.do("release_notes", release="3")


async def test_features_are_found_by_their_words():
    desk = await a_desk()

    assert await desk.do("find_feature", words="dark") == (
        "Found:\n- 1 Dark mode (idea): For tired eyes"
    )
    assert await desk.do("find_feature", words="teleport") == (
        "No feature fits “teleport”. There are: 1 Dark mode, 2 Export to CSV."
    )


async def test_features_are_found_by_how_they_stand():
    desk = await a_desk()
    await desk.do("set_status", feature=2, status="planned")

    assert await desk.do("find_feature", words="Planned") == "Found:\n- 2 Export to CSV (planned)"
    assert await desk.do("find_feature", words="shipped") == (
        "No feature fits “shipped”. There are: 1 Dark mode, 2 Export to CSV."
    )
