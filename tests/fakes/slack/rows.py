"""What the fake Slack holds besides people: messages, streams, sessions, modals, files."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from tests.fakes.slack.elements import IN_ACTIONS, IN_CONTEXT_ACTIONS, IN_INPUT
from tests.fakes.slack.record import Json

if TYPE_CHECKING:
    from tests.fakes.slack.delivery import Delivery

CONTROLS = IN_ACTIONS | IN_CONTEXT_ACTIONS | IN_INPUT
StreamMode = Literal["markdown_text", "chunks"]


@dataclass(slots=True)
class Stream:
    """A message that is still being written."""

    started_at: float
    recipient: str | None
    task_display_mode: str
    mode: StreamMode | None = None
    chunks: list[Json] = field(default_factory=list)
    state: Literal["open", "stopped", "stopped_by_user"] = "open"
    appended: int = 0

    @property
    def is_open(self) -> bool:
        """Whether more may be appended, its age aside."""
        return self.state == "open"


@dataclass(slots=True)
class Message:
    """A message as readers see it now, with how it came to be so."""

    team: str
    channel: str
    ts: str
    user: str | None
    text: str = ""
    blocks: list[Json] = field(default_factory=list)
    attachments: list[Json] = field(default_factory=list)
    thread_ts: str | None = None
    subtype: str | None = None
    bot_id: str | None = None
    app_id: str | None = None
    username: str | None = None
    icon: str | None = None
    metadata: Json | None = None
    file_ids: list[str] = field(default_factory=list)
    reactions: list[tuple[str, str]] = field(default_factory=list)
    unfurls_links: bool = True
    unfurls_media: bool = True
    only_for: str | None = None
    """Set on an ephemeral message: the one person who sees it."""
    edited_by: str | None = None
    edited_ts: str | None = None
    edits: int = 0
    is_deleted: bool = False
    stream: Stream | None = None
    deliveries: list["Delivery"] = field(default_factory=list)
    """How the bot was told of it."""

    @property
    def root(self) -> str:
        """The ts of the thread it is in, or would start."""
        return self.thread_ts or self.ts

    @property
    def shown(self) -> str:
        """All a reader sees, as plain text: the blocks, else the text; then attachments."""
        parts = [*map(_words, self.blocks)] if self.blocks else [self.text]
        return "\n".join(part for part in (*parts, *map(_words, self.attachments)) if part)

    @property
    def labels(self) -> list[str]:
        """The words on its buttons and other controls."""
        return [label_of(element) for element in controls(self.blocks)]


def controls(blocks: list[Json]) -> list[Json]:
    """List the interactive elements in blocks; each remembers its `block_id`."""
    found: list[Json] = []
    for block in blocks:
        elements = [*block.get("elements", ()), block.get("accessory"), block.get("element")]
        elements += block.get("actions", ())
        place = {"block_id": block.get("block_id", "")}
        nodes = (row for row in elements if isinstance(row, dict))
        found += [row | place for row in nodes if "action_id" in row or _is_control(row)]
        nested = [*block.get("child_blocks", ())]
        if block.get("type") == "carousel":
            nested += block.get("elements", ())
        found += controls(nested)
    return found


def _is_control(node: Json) -> bool:
    return node.get("type") in CONTROLS


def label_of(element: Json) -> str:
    """The words on a control, or those of its placeholder."""
    text = element.get("text") or element.get("placeholder") or {}
    return text if isinstance(text, str) else str(text.get("text", ""))


def _words(node: object) -> str:
    if isinstance(node, list):
        return "\n".join(filter(None, map(_words, node)))
    if not isinstance(node, dict):
        return ""
    kept = [node[key] for key in ("text", "title", "fallback") if isinstance(node.get(key), str)]
    inside = (value for value in node.values() if isinstance(value, dict | list))
    return "\n".join([*kept, *filter(None, map(_words, inside))])


@dataclass(slots=True)
class Session:
    """An agent session of one thread, with every status and title it had."""

    channel: str
    thread_ts: str
    status: str
    title: str
    initiator: str | None = None
    transitions: list[tuple[float, str]] = field(default_factory=list)
    titles: list[str] = field(default_factory=list)


@dataclass(slots=True)
class View:
    """An open modal or somebody's Home."""

    id: str
    team: str
    user: str
    content: Json
    hash: str
    root_id: str
    previous_id: str | None = None
    trouble: str | None = None
    """What Slack shows when a submission came to nothing."""
    errors: dict[str, str] = field(default_factory=dict)
    """What the bot said about fields, by block id."""

    @property
    def blocks(self) -> list[Json]:
        """Its blocks."""
        return list(self.content.get("blocks", ()))

    @property
    def shown(self) -> str:
        """Its words, as plain text."""
        return _words(self.content)

    def as_json(self) -> Json:
        """The view as payloads and answers carry it."""
        kept = {key: value for key, value in self.content.items() if key != "state"}
        return {
            "private_metadata": "",
            "callback_id": "",
            "external_id": "",
            "clear_on_close": False,
            "notify_on_close": False,
            "close": None,
            "submit": None,
            **kept,
            "id": self.id,
            "team_id": self.team,
            "app_installed_team_id": self.team,
            "hash": self.hash,
            "root_view_id": self.root_id,
            "previous_view_id": self.previous_id,
            "state": {"values": {}},
        }


@dataclass(slots=True)
class File:
    """An uploaded file."""

    id: str
    team: str
    name: str
    title: str
    user: str
    mimetype: str
    created: int
    content: bytes = b""
    announced_length: int | None = None
    is_complete: bool = False
    shared_in: list[tuple[str, str | None]] = field(default_factory=list)
    """Channel and thread of every place it was shared in."""


@dataclass(slots=True)
class Trigger:
    """A `trigger_id`: good for one modal, for three seconds."""

    user: str
    team: str
    made_at: float
    view: str | None = None
    is_used: bool = False


@dataclass(slots=True)
class Hook:
    """A `response_url`: five uses in thirty minutes."""

    user: str
    team: str
    channel: str
    made_at: float
    message: Message | None = None
    uses: int = 0
