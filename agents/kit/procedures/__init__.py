"""Procedures: personas and people in states, with rules on who speaks and what comes next."""

from agents.kit.procedures.load import (
    ProcedureWrong,
    Reading,
    Surroundings,
    procedure_of,
    read_procedure,
)
from agents.kit.procedures.procedure import Procedure, Toolbox
from agents.kit.procedures.script import ProcedureScript, procedure_agent, toolbox

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
