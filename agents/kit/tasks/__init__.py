"""The task loop: agents that work on one pending message in turns, and tasks within tasks."""

from agents.kit.tasks.declaration import Limits, Part
from agents.kit.tasks.run import NOTHING_MORE
from agents.kit.tasks.signals import Result, Status, TextSignals
from agents.kit.tasks.task_loop import TaskLoop

__all__ = ["NOTHING_MORE", "Limits", "Part", "Result", "Status", "TaskLoop", "TextSignals"]
