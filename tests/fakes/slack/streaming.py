"""What readers see of a stream: text, task cards or a plan, and blocks, in order."""

from tests.fakes.slack.record import Json
from tests.fakes.slack.rows import Stream


def render(stream: Stream) -> tuple[str, list[Json]]:
    """Turn the chunks so far into the text and blocks of the message."""
    blocks: list[Json] = []
    for chunk in stream.chunks:
        match chunk["type"]:
            case "markdown_text":
                _add_text(blocks, chunk["text"])
            case "task_update":
                _update_task(_tasks(stream, blocks), chunk)
            case "plan_update":
                _plan(blocks)["title"] = chunk["title"]
            case _:
                blocks += chunk["blocks"]
    text = "".join(block["text"] for block in blocks if block["type"] == "markdown")
    return text, blocks


def _add_text(blocks: list[Json], text: str) -> None:
    if not blocks or blocks[-1]["type"] != "markdown":
        blocks.append({"type": "markdown", "text": ""})
    blocks[-1]["text"] += text


def _plan(blocks: list[Json]) -> Json:
    for block in blocks:
        if block["type"] == "plan":
            return block
    blocks.append({"type": "plan", "title": "", "tasks": []})
    return blocks[-1]


def _tasks(stream: Stream, blocks: list[Json]) -> list[Json]:
    if stream.task_display_mode == "timeline":
        return blocks
    tasks: list[Json] = _plan(blocks)["tasks"]
    return tasks


def _update_task(cards: list[Json], chunk: Json) -> None:
    """Title and status replace what was there; details and output are added to it."""
    card = next((row for row in cards if row.get("task_id") == chunk["id"]), None)
    if card is None:
        card = {"type": "task_card", "task_id": chunk["id"]}
        cards.append(card)
    card |= {"title": chunk["title"], "status": chunk["status"]}
    for name in ("details", "output"):
        if chunk.get(name):
            card[name] = _rich(_plain(card.get(name)) + chunk[name])
    if chunk.get("sources"):
        card["sources"] = [*card.get("sources", ()), *chunk["sources"]]


def _rich(text: str) -> Json:
    section = {"type": "rich_text_section", "elements": [{"type": "text", "text": text}]}
    return {"type": "rich_text", "elements": [section]}


def _plain(node: Json | None) -> str:
    return "" if node is None else str(node["elements"][0]["elements"][0]["text"])
