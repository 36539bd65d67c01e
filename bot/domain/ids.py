"""Identifiers, each a type of its own so that they cannot be swapped."""

from typing import NewType

SessionId = NewType("SessionId", str)
TurnId = NewType("TurnId", str)
TaskId = NewType("TaskId", str)
RequestId = NewType("RequestId", str)
ReplyId = NewType("ReplyId", str)
PlanId = NewType("PlanId", str)
StepId = NewType("StepId", str)
AgentMessageId = NewType("AgentMessageId", str)
LinkId = NewType("LinkId", str)
