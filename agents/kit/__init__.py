"""What agents are made of: the public library for people who write them."""

from agents.kit.agent import Agent, AgentFunction, Script, Stage, everyone
from agents.kit.approval import Approval, always, four_eyes, over
from agents.kit.choices import Choices
from agents.kit.dates import Day, OptionalDay, TimeOfDay, in_words
from agents.kit.errors import Declined, NoAnswer, ToolFailed
from agents.kit.fact import Fact, Unmet
from agents.kit.identity import Person
from agents.kit.money import Money
from agents.kit.names import one_of
from agents.kit.numbers import COUNTERS, NUMBER, WORKSPACE, add_numbered, home, one_at_a_time
from agents.kit.once import EFFECTS, Deed, once
from agents.kit.outcome import (
    DiaryLine,
    NextTool,
    Outcome,
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
from agents.kit.ports import Page
from agents.kit.recipe import Recipe
from agents.kit.records import AlreadyThere, Column, Records, Row, Rows, Table, texts
from agents.kit.remote import remote_agent
from agents.kit.secret import Secret
from agents.kit.sql import Database, Found, Sql, View
from agents.kit.steps import RecipeStep
from agents.kit.tool import Tool, tool
from agents.kit.turn import Turn
from agents.kit.web import WebAddress

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
