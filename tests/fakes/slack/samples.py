"""Blocks that Slack takes and blocks that it refuses, each at or just beyond a limit."""

from typing import Any

Json = dict[str, Any]


def plain(text: str) -> Json:
    """A text without markup."""
    return {"type": "plain_text", "text": text}


def mrkdwn(text: str) -> Json:
    """A text with Slack's markup."""
    return {"type": "mrkdwn", "text": text}


def section(text: str = "x", **more: Any) -> Json:
    """A section."""
    return {"type": "section", "text": mrkdwn(text)} | more


def button(text: str = "Go", action_id: str = "go", **more: Any) -> Json:
    """A button."""
    return {"type": "button", "text": plain(text), "action_id": action_id} | more


def actions(*elements: Json, **more: Any) -> Json:
    """A row of controls."""
    return {"type": "actions", "elements": list(elements)} | more


def option(text: str = "One", value: str = "1") -> Json:
    """A choice."""
    return {"text": plain(text), "value": value}


def select(count: int) -> Json:
    """A menu of so many choices."""
    options = [option(str(number), str(number)) for number in range(count)]
    return {"type": "static_select", "action_id": "s", "options": options}


def table(rows: int, columns: int = 2) -> Json:
    """A table of so many rows and columns."""
    cells = [{"type": "raw_text", "text": "x"}] * columns
    return {"type": "table", "rows": [cells] * rows}


def field(**element: Any) -> Json:
    """An input of a form."""
    node = {"type": "plain_text_input", "action_id": "f"} | element
    return {"type": "input", "label": plain("Name"), "element": node}


def confirm(title: str = "Sure?", text: str = "Really", yes: str = "Yes", no: str = "No") -> Json:
    """A question back before a press counts."""
    return {"title": plain(title), "text": mrkdwn(text), "confirm": plain(yes), "deny": plain(no)}


RICH = {
    "type": "rich_text",
    "elements": [{"type": "rich_text_section", "elements": [{"type": "text", "text": "done"}]}],
}
TASK = {
    "type": "task_card",
    "task_id": "t1",
    "title": "Look",
    "status": "complete",
    "output": RICH,
}

GOOD_BLOCKS: dict[str, Json] = {
    "section": section("x" * 3000, fields=[mrkdwn("x" * 2000)] * 4, accessory=button("x" * 75)),
    "header": {"type": "header", "text": plain("x" * 150)},
    "divider": {"type": "divider"},
    "image": {"type": "image", "image_url": "https://x.test/i.png", "alt_text": "a"},
    "buttons": actions(*(button("b", str(number)) for number in range(25))),
    "button": actions(
        button(
            value="v" * 2000,
            style="danger",
            confirm=confirm("t" * 100, "x" * 300, "y" * 30),
            visible_to_user_ids=["U1"],
            agent_prompt="go on",
        )
    ),
    "select": actions(select(100)),
    "overflow": section(
        accessory={"type": "overflow", "action_id": "o", "options": [option()] * 5}
    ),
    "radio": section(
        accessory={"type": "radio_buttons", "action_id": "r", "options": [option()] * 10}
    ),
    "context": {"type": "context", "elements": [mrkdwn("x")] * 10},
    "feedback": {
        "type": "context_actions",
        "elements": [
            {
                "type": "feedback_buttons",
                "action_id": "f",
                "positive_button": {"text": plain("Good"), "value": "1"},
                "negative_button": {"text": plain("Bad"), "value": "0"},
            },
            {"type": "icon_button", "action_id": "i", "icon": "trash", "text": plain("Delete")},
        ],
    },
    "input": field(max_length=3000),
    "markdown": {"type": "markdown", "text": "x" * 12_000},
    "table": table(100, 20),
    "data_table": table(201) | {"type": "data_table", "caption": "Numbers"},
    "rich_text": RICH,
    "task": TASK,
    "plan": {"type": "plan", "title": "Plan", "tasks": [TASK]},
    "alert": {"type": "alert", "text": mrkdwn("careful"), "level": "warning"},
    "card": {
        "type": "card",
        "title": mrkdwn("t" * 150),
        "body": mrkdwn("b" * 200),
        "actions": [button()],
    },
    "carousel": {"type": "carousel", "elements": [{"type": "card", "title": mrkdwn("t")}] * 10},
    "container": {"type": "container", "title": plain("t"), "child_blocks": [section()]},
}

BAD_BLOCKS: dict[str, Json | list[Json]] = {
    "no type": {"text": "x"},
    "unknown type": {"type": "marquee"},
    "home block in a message": {"type": "auth_provider", "value": "x", "name": plain("x")},
    "51 blocks": [{"type": "divider"}] * 51,
    "block_id": section(block_id="x" * 256),
    "same block_id": [section(block_id="a"), section(block_id="a")],
    "empty section": {"type": "section"},
    "empty text": section(""),
    "section text": section("x" * 3001),
    "11 fields": section(fields=[mrkdwn("x")] * 11),
    "field text": section(fields=[mrkdwn("x" * 2001)]),
    "header text": {"type": "header", "text": plain("x" * 151)},
    "header mrkdwn": {"type": "header", "text": mrkdwn("x")},
    "no alt_text": {"type": "image", "image_url": "https://x.test/i.png"},
    "image url": {"type": "image", "image_url": "https://x.test/" + "i" * 3000, "alt_text": "a"},
    "26 buttons": actions(*(button("b", str(number)) for number in range(26))),
    "no elements": actions(),
    "text among buttons": actions(mrkdwn("x")),
    "multi-select among buttons": actions(select(1) | {"type": "multi_static_select"}),
    "same action_id": actions(button(), button()),
    "button text": actions(button("x" * 76)),
    "button mrkdwn": actions(button() | {"text": mrkdwn("x")}),
    "button value": actions(button(value="x" * 2001)),
    "button url": actions(button(url="https://x.test/" + "x" * 3000)),
    "button style": actions(button(style="loud")),
    "action_id": actions(button(action_id="x" * 256)),
    "confirm title": actions(button(confirm=confirm(title="x" * 101))),
    "confirm text": actions(button(confirm=confirm(text="x" * 301))),
    "confirm button": actions(button(confirm=confirm(yes="x" * 31))),
    "101 options": actions(select(101)),
    "no options": actions(select(0)),
    "option text": actions(select(1) | {"options": [option("x" * 76)]}),
    "option value": actions(select(1) | {"options": [option(value="x" * 151)]}),
    "placeholder": actions(select(1) | {"placeholder": plain("x" * 151)}),
    "6 in overflow": section(
        accessory={"type": "overflow", "action_id": "o", "options": [option()] * 6}
    ),
    "11 radios": section(
        accessory={"type": "radio_buttons", "action_id": "r", "options": [option()] * 11}
    ),
    "input as accessory": section(accessory={"type": "plain_text_input", "action_id": "f"}),
    "11 in context": {"type": "context", "elements": [mrkdwn("x")] * 11},
    "button in context": {"type": "context", "elements": [button()]},
    "6 context actions": {
        "type": "context_actions",
        "elements": [
            {"type": "icon_button", "action_id": str(n), "icon": "trash", "text": plain("x")}
            for n in range(6)
        ],
    },
    "button in context_actions": {"type": "context_actions", "elements": [button()]},
    "button as input": field(type="button", text=plain("x")),
    "max_length": field(max_length=3001),
    "empty markdown": {"type": "markdown", "text": ""},
    "markdown": {"type": "markdown", "text": "x" * 12_001},
    "markdown in all": [{"type": "markdown", "text": "x" * 6001}] * 2,
    "101 rows": table(101),
    "21 columns": table(1, 21),
    "empty cell": {"type": "table", "rows": [[{"type": "raw_text", "text": ""}]]},
    "202 rows of data": table(202) | {"type": "data_table", "caption": "Numbers"},
    "task state": TASK | {"status": "done"},
    "task output": TASK | {"output": mrkdwn("x")},
    "51 tasks": {"type": "plan", "title": "Plan", "tasks": [TASK] * 51},
    "alert level": {"type": "alert", "text": mrkdwn("x"), "level": "panic"},
    "empty card": {"type": "card"},
    "card body": {"type": "card", "body": mrkdwn("x" * 201)},
    "11 cards": {"type": "carousel", "elements": [{"type": "card", "title": mrkdwn("t")}] * 11},
    "deep": {
        "type": "container",
        "title": plain("t"),
        "child_blocks": [section("x" * 3001)],
    },
}
