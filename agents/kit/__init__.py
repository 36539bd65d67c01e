"""What agents are made of: the public library for people who write them."""

from agents.kit.agent import Agent, AgentFunction, Script, Stage, everyone
from agents.kit.approval import Approval, always, four_eyes, over
from agents.kit.once import EFFECTS, Deed, once
from agents.kit.outcome import (
    DiaryLine,
    NextTool,
    Outcome,
    RecipeStep,
    Suspended,
    ToolArgument,
    ask,
    done,
    go_on,
    hand_back,
    hand_over,
    propose,
)
from agents.kit.parameters import EffectKey
from agents.kit.ports.numbered_rows import (
    COUNTERS,
    NUMBER,
    WORKSPACE,
    add_numbered,
    home,
    one_at_a_time,
)
from agents.kit.ports.records import AlreadyThere, Column, Records, Row, Rows, Table, texts
from agents.kit.ports.sql import Database, Found, Sql, View
from agents.kit.ports.web import Page, WebAddress
from agents.kit.recipe import Recipe
from agents.kit.remote import remote_agent
from agents.kit.slots import Choices, Day, OptionalDay, TimeOfDay, in_words
from agents.kit.tool import Tool, tool
from agents.kit.turn import Turn
from agents.kit.values.errors import Declined, NoAnswer, ToolFailed
from agents.kit.values.money import Money
from agents.kit.values.names import one_of
from agents.kit.values.person import Fact, Person, Secret, Unmet

__all__ = [
    "COUNTERS",
    "EFFECTS",
    "NUMBER",
    "WORKSPACE",
    "Agent",
    "AgentFunction",
    "AlreadyThere",
    "Approval",
    "Choices",
    "Column",
    "Database",
    "Day",
    "Declined",
    "Deed",
    "DiaryLine",
    "EffectKey",
    "Fact",
    "Found",
    "Money",
    "NextTool",
    "NoAnswer",
    "OptionalDay",
    "Outcome",
    "Page",
    "Person",
    "Recipe",
    "RecipeStep",
    "Records",
    "Row",
    "Rows",
    "Script",
    "Secret",
    "Sql",
    "Stage",
    "Suspended",
    "Table",
    "TimeOfDay",
    "Tool",
    "ToolArgument",
    "ToolFailed",
    "Turn",
    "Unmet",
    "View",
    "WebAddress",
    "add_numbered",
    "always",
    "ask",
    "done",
    "everyone",
    "four_eyes",
    "go_on",
    "hand_back",
    "hand_over",
    "home",
    "in_words",
    "once",
    "one_at_a_time",
    "one_of",
    "over",
    "propose",
    "remote_agent",
    "texts",
    "tool",
]
