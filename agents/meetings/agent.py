"""The meetings that come with the product, each a procedure in a file beside this one."""

from agents.kit import Agent
from agents.kit.procedures import Surroundings, procedure_agent, procedure_of
from agents.kit.values.texts import text_beside


def _meeting(name: str) -> Agent:
    text = text_beside(__file__, f"{name}.yaml")
    return procedure_agent(procedure_of(text, Surroundings(name)))


debate = _meeting("debate")
drafting_circle = _meeting("drafting_circle")
incident_review = _meeting("incident_review")
