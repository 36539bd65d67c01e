"""The agent that takes fields out of a text, with a sub-task that checks what it took."""

from agents.extractor.tools import check_record
from agents.kit import Agent
from agents.kit.lengths import text_beside
from agents.kit.tasks import TaskLoop

validator = Agent(
    name="validator",
    description="Compares a record with the text, and hands it over if all is right.",
    prompt=text_beside(__file__, "validator.md"),
    tools=(check_record,),
)
reader = Agent(
    name="extractor",
    description="Takes names, dates, amounts and addresses out of a text.",
    prompt=text_beside(__file__, "prompt.md"),
)
extractor = Agent(
    name="extractor",
    description="Takes names, dates, amounts and e-mail addresses out of a text.",
    introduction="Taking names, dates and amounts out of a text (needs a language model)",
    script=TaskLoop(agent=reader, sub_tasks=(TaskLoop(agent=validator),)),
    opening="Which text shall I take it from? Please paste it, or attach it as a file.",
    examples=(
        "extract the names and dates from this text",
        "which amounts are in this letter?",
        "take the fields out of this document",
        "pull the e-mail addresses out of this",
    ),
)
