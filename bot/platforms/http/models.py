"""What goes over the wire: requests and answers, as every caller may rely on them."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints

from bot.domain.plans.wire_format import AgentKind, WireFeedback, WirePlan, WireStep

LONGEST_TEXT = 40_000

# What is white space, regular expressions of different languages do not agree on: this is none
# to any of them.
NOT_BLANK = r"[^\s\u0085\ufeff\u001c-\u001f]"
NAME = r"^[A-Za-z0-9_][A-Za-z0-9_.-]{0,99}$"

Name = Annotated[str, StringConstraints(pattern=NAME)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT, pattern=NOT_BLANK)]
Goal = Annotated[str, StringConstraints(min_length=1, max_length=2_000, pattern=NOT_BLANK)]
Words = Annotated[str, StringConstraints(max_length=LONGEST_TEXT)]
# JSON knows no difference between 2 and 2.0.
Number = Annotated[int, Field(ge=-(10**18), le=10**18, strict=False)]
Value = Words | bool | Number | None
Verb = Annotated[
    str,
    StringConstraints(
        pattern=r"^(submit|option-[0-9]{1,3}|(approve|edit|reject|respond)(-[1-9][0-9]?)?)$"
    ),
]
Id = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class StrictModel(BaseModel):
    """What a caller sends; types are not guessed, and nothing is overlooked."""

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class GivenByUser(StrictModel):
    """What names a user: if it does, it must be who calls."""

    user_id: Id | None = None


class InputTask(GivenByUser):
    """A goal to be planned; without a session it has a new one."""

    session_id: Name | None = None
    description: Goal = Field(
        examples=["Onboard Jessica Smith as a marketing manager starting Monday"]
    )


class ApprovalRequest(GivenByUser):
    """A verdict on one step, or without a step on all that wait for one."""

    step_id: Id | None = None
    plan_id: Id
    session_id: Name
    approved: bool
    human_feedback: Words | None = None
    updated_action: Words | None = None


class HumanFeedback(ApprovalRequest):
    """A verdict on one step; an updated action is what is done instead."""

    step_id: Id


class HumanClarification(GivenByUser):
    """What a person says to a plan, or to a question about it."""

    plan_id: Id
    session_id: Name
    human_clarification: Text


class NewMessage(StrictModel):
    """A message to the bot."""

    text: Text = Field(examples=["what does Apple cost?"])


class Decision(StrictModel):
    """A verdict on a request: a verb such as approve, edit, reject, respond, option-1, submit."""

    verb: Verb = Field(examples=["approve"])
    values: dict[str, Value] = Field(default_factory=dict, max_length=50)


class StepModel(BaseModel):
    """One step of a plan."""

    id: str
    data_type: Literal["step"] = "step"
    plan_id: str
    session_id: str
    user_id: str
    action: str
    agent: str
    agent_kind: AgentKind
    status: WireStep
    reason: str | None = None
    agent_reply: str | None = None
    human_feedback: str | None = None
    updated_action: str | None = None


class PlanWithSteps(BaseModel):
    """A plan with its steps, and how many of them are where."""

    id: str
    data_type: Literal["plan"] = "plan"
    session_id: str
    user_id: str
    initial_goal: str
    overall_status: WirePlan
    reason: str | None = None
    human_clarification_request: str | None = None
    steps: list[StepModel]
    total_steps: int
    completed_steps: int
    pending_steps: int
    ts: datetime


class AgentMessageModel(BaseModel):
    """What an agent, the planner or a person said about a plan."""

    id: str
    data_type: Literal["agent_message"] = "agent_message"
    session_id: str
    user_id: str
    plan_id: str
    step_id: str | None = None
    source: str
    content: str
    ts: datetime


class Session(BaseModel):
    """A conversation, and what the bot said in it last."""

    id: str
    data_type: Literal["session"] = "session"
    current_status: Literal["active", "completed"]
    message_to_user: str | None = None
    ts: datetime


class LineModel(BaseModel):
    """A line of a conversation; what was secret stands in none."""

    id: int
    session_id: str
    role: Literal["person", "bot"]
    source: str
    content: str
    ts: datetime


class EventModel(BaseModel):
    """What went out: a message, a form, an artifact, the outcome of a card, a turn's end."""

    id: int
    kind: str
    ts: datetime
    body: dict[str, JsonValue]


class FieldToFill(BaseModel):
    """A field of a request; a secret one must not be shown while it is typed."""

    name: str
    label: str
    secret: bool


class RequestViewModel(BaseModel):
    """A question to a person: which agent asks for what, who may answer, and how."""

    id: str
    kind: str
    status: WireFeedback
    reason: str | None = None
    text: str
    asked_by: str
    agent: str
    session_id: str | None = None
    options: list[str]
    verbs: list[str]
    fields: list[FieldToFill]
    created_at: datetime
    expires_at: datetime


class Accepted(BaseModel):
    """What was taken in; its answer comes as events that name this id."""

    status: str
    session_id: str
    id: str
    duplicate: bool = False


class Decided(BaseModel):
    """How a request stands after a verdict was taken in; what is said to it names this id."""

    status: str
    id: str
    request_id: str
    request_status: WireFeedback


class TaskTaken(BaseModel):
    """What became of a goal: a plan, or in words why there is none (yet)."""

    status: str
    session_id: str
    plan_id: str | None
    description: str
    user_id: str


class FeedbackTaken(BaseModel):
    """What became of a verdict on a step."""

    status: str
    session_id: str
    step_id: str


class ClarificationTaken(BaseModel):
    """What became of what was said to a plan."""

    status: str
    session_id: str


class Told(BaseModel):
    """What became of it, in words."""

    status: str


class AgentTool(BaseModel):
    """A tool of an agent."""

    agent: str
    function: str
    description: str
    arguments: str
