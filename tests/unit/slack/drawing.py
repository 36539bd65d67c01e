"""Blocks as people see them, drawn as text for snapshots."""

from textwrap import fill
from typing import Any

WIDTH = 95


def drawn(blocks: Any) -> str:
    """Draw blocks as text, to be read; lines that are too long are folded."""
    lines = "\n".join(_drawn(block) for block in blocks).split("\n")
    return "\n".join(fill(line, WIDTH, subsequent_indent="      ") or "" for line in lines)


def drawn_view(view: dict[str, Any]) -> str:
    """Draw a form or a home."""
    name = view["title"]["text"] if "title" in view else "Home"
    ends = " ".join(f"[{view[end]['text']}]" for end in ("submit", "close") if end in view)
    lines = [f"=== {name} ===", drawn(view["blocks"]), ends]
    return "\n".join(line for line in lines if line)


def _drawn(block: dict[str, Any]) -> str:  # noqa: PLR0911 - one per kind
    match block["type"]:
        case "divider":
            return "----"
        case "header":
            return f"## {block['text']['text']}"
        case "section":
            return str(block["text"]["text"])
        case "context":
            return "\n".join(f"({element['text']})" for element in block["elements"])
        case "actions":
            return " ".join(_button(element) for element in block["elements"])
        case "input":
            return _input(block)
        case kind:
            return f"<{kind}>"


def _button(button: dict[str, Any]) -> str:
    style = {"primary": "!", "danger": "-"}.get(button.get("style", ""), "")
    return f"[{style}{button['text']['text']} → {button['value']}]"


def _input(block: dict[str, Any]) -> str:
    element = block["element"]
    lines = "\n  " if element.get("multiline") else " "
    hint = f"\n  ({block['hint']['text']})" if "hint" in block else ""
    optional = " (optional)" if block.get("optional") else ""
    typed = element.get("initial_value", "")
    return f"{block['label']['text']}{optional} <{element['action_id']}>:{lines}[{typed}]{hint}"
