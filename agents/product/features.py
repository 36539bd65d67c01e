"""Features of the product: plain functions over rows, each run in one transaction."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from agents.kit import NUMBER, WORKSPACE, Choices, Column, Row, Table, ToolFailed, texts
from agents.kit.once import WorkspaceRows
from agents.kit.values.names import meant_by, tidy
from agents.kit.values.texts import MOST_LINES, listed

# `release` is a name such as 2.4, empty as long as a feature belongs to none.
FEATURES = Table(
    "product_features",
    (
        WORKSPACE,
        NUMBER,
        *texts("title", "description", "status", "release"),
        Column("changed_at", kind="moment"),
    ),
)


_Status = Literal["idea", "planned", "building", "shipped", "dropped"]
IDEA, PLANNED, BUILDING, SHIPPED, DROPPED = get_args(_Status)
Status = Annotated[
    _Status,
    Field(description="the status"),
    Choices(
        {
            IDEA: (),
            PLANNED: ("scheduled",),
            BUILDING: ("being built", "in progress", "in development", "started"),
            SHIPPED: ("released", "launched", "live", "finished"),
            DROPPED: ("cancelled", "canceled", "abandoned"),
        }
    ),
]


class Features(WorkspaceRows):
    """The features of one workspace, changed at a moment."""

    def register(self, title: str, description: str) -> str:
        """Add an idea.

        Raises:
            ToolFailed: there is one of this title.
        """
        name = tidy(title)
        self.one_at_a_time(FEATURES)
        for row in self._all():
            if row["title"].casefold() == name.casefold():
                raise ToolFailed(f"That is feature {row['number']} already: {_shown(row)}.")
        number = self.add(
            FEATURES,
            title=name,
            description=description.strip(),
            status=IDEA,
            release="",
            changed_at=self.turn.now,
        )
        more = f" Description: {description.strip()}" if description.strip() else ""
        return f"Feature {number} “{name}” is registered as an idea.{more}"

    def set_status(self, number: int, status: Status) -> str:
        """Move a feature on, or back.

        Raises:
            ToolFailed: there is none of this number.
        """
        feature = self._feature(number)
        if feature["status"] == status:
            return f"Feature {number} “{feature['title']}” is {status} already."
        self._change(number, status=status)
        before = feature["status"]
        return f"Feature {number} “{feature['title']}” is now {status}; it was {before}."

    def assign(self, number: int, release: str) -> str:
        """Put a feature into a release; an idea becomes a plan by that.

        Raises:
            ToolFailed: there is none of this number, or it was dropped.
        """
        feature, name = self._feature(number), tidy(release)
        if feature["status"] == DROPPED:
            raise ToolFailed(f"Feature {number} was dropped; set its status to planned first.")
        status = PLANNED if feature["status"] == IDEA else feature["status"]
        self._change(number, release=name, status=status)
        return f"Feature {number} “{feature['title']}” is in release {name} ({status})."

    def roadmap(self, release: str) -> str:
        """List what is on the way, what is nearest first; of one release, or of all."""
        order = (BUILDING, PLANNED, IDEA)
        found = [
            row
            for status in order
            for row in self._all()
            if row["status"] == status and release.casefold() in {"", row["release"].casefold()}
        ]
        whose = f" of release {release}" if release else ""
        nothing = f"Nothing is on the roadmap{whose}."
        return listed(f"Roadmap{whose}:", [_shown(row) for row in found], nothing)

    def notes(self, release: str) -> str:
        """Write the notes of a release from what was shipped in it.

        Raises:
            ToolFailed: nothing was shipped in it; the words say where something was.
        """
        shipped = [row for row in self._all() if row["status"] == SHIPPED]
        own = [row for row in shipped if row["release"].casefold() == tidy(release).casefold()]
        if not own:
            names = ", ".join(sorted({row["release"] for row in shipped if row["release"]}))
            hint = f"Releases with something shipped: {names}." if names else "Nothing is shipped."
            raise ToolFailed(f"Nothing is shipped in release {release}. {hint}")
        head = f"# Release {own[0]['release']}\n\n{self.turn.now:%d %B %Y}\n"
        return "\n".join([head, *(_noted(row) for row in own)])

    def search(self, words: str) -> str:
        """Tell of the features that words mean, or of those that have this status."""
        features, status = self._all(), words.strip().casefold()
        titles = set(meant_by(words, {row["title"] for row in features}))
        found = [row for row in features if row["status"] == status or row["title"] in titles]
        lines = [f"{_shown(row)}{_described(row)}" for row in found]
        return listed("Found:", lines, f"No feature fits “{words[:40]}”. {self._known()}")

    def _all(self) -> list[Row]:
        return self.find(FEATURES)

    def _feature(self, number: int) -> Row:
        if not (found := self.numbered(FEATURES, number)):
            raise ToolFailed(f"There is no feature {number}. {self._known()}")
        return found

    def _known(self) -> str:
        names = [f"{row['number']} {row['title']}" for row in self._all()][-MOST_LINES:]
        return f"There are: {', '.join(names)}." if names else "None is registered yet."

    def _change(self, number: int, **values: str) -> None:
        self.change(FEATURES, number, changed_at=self.turn.now, **values)


def _shown(feature: Row) -> str:
    release = f", release {feature['release']}" if feature["release"] else ""
    return f"{feature['number']} {feature['title']} ({feature['status']}{release})"


def _described(feature: Row) -> str:
    return f": {feature['description']}" if feature["description"] else ""


def _noted(feature: Row) -> str:
    return f"- **{feature['title']}**{_described(feature)}"
