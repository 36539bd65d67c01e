"""Procedures: personas and people in states, with rules on who speaks and what comes next."""

from agents.kit.procedures.agent import procedure_agent, toolbox
from agents.kit.procedures.procedure import Procedure, Toolbox
from agents.kit.procedures.reading import (
    ProcedureWrong,
    Reading,
    Surroundings,
    procedure_of,
    read_procedure,
)
from agents.kit.procedures.script import ProcedureScript

__all__ = [
    "Procedure",
    "ProcedureScript",
    "ProcedureWrong",
    "Reading",
    "Surroundings",
    "Toolbox",
    "procedure_agent",
    "procedure_of",
    "read_procedure",
    "toolbox",
]
