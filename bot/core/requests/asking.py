"""How a request looks: its text, made of what will run, its fields and its buttons."""

from agents.kit.tool import Tool
from bot.core.requests import plan_card
from bot.core.turn.services import Catalogue
from bot.domain.messages import Button, Field
from bot.domain.requests import Request, RequestKind, Subject
from bot.domain.untrusted import make_visible, show_value


def card(catalogue: Catalogue, action: Subject, tool: Tool, because: str) -> str:
    """The text of an approval, made of the very action that will run."""
    lines = describe_action(catalogue, action)
    lines.append(f"This needs an approval: {because}.")
    lines.append(tool.hazard)
    return "\n".join(lines)


def describe_action(catalogue: Catalogue, action: Subject) -> list[str]:
    """Who wants to do what, and each argument and fact it rests on, a line each."""
    kinds = catalogue.kinds
    labelled = {kinds[name].label or kinds[name].meaning: v for name, v in action.facts.items()}
    shown = {n: v for n, v in {**action.arguments, **labelled}.items() if v is not None}
    head = f"{action.agent} wants to {action.tool.replace('_', ' ')}{':' if shown else '.'}"
    return [head, *(f"  {name}: {make_visible(str(value))}" for name, value in shown.items())]


def fields_of(request: Request) -> tuple[Field, ...]:
    """The arguments of an action as fields, to be typed over."""
    return tuple(
        Field(name, name.replace("_", " "), value=show_value(value))
        for name, value in request.subject.arguments.items()
        if value is not None
    )


def secret_field(request: Request) -> Field:
    """The field of a secret: never shown, and never filled in before."""
    name = str(request.subject.arguments["parameter"])
    return Field(name, name.replace("_", " ").capitalize(), secret=True)


def buttons_of(request: Request) -> tuple[Button, ...]:
    """The verdicts of an approval, the choices of a closed question, a form for an open one.

    Who decides about what somebody else asked for is no part of that conversation, so they
    are given a button to say something, too.
    """
    if request.kind is RequestKind.PLAN:
        return plan_card.choices(request) if request.options else plan_card.buttons(request)
    respond = Button(f"{request.id}:respond", "Respond")
    if request.kind is RequestKind.APPROVAL:
        verdicts = (
            Button(f"{request.id}:approve", "Approve", "primary"),
            Button(f"{request.id}:edit", "Edit"),
            Button(f"{request.id}:reject", "Reject", "danger"),
        )
        return (*verdicts, respond) if request.policy == "four_eyes" else verdicts
    if not request.options:
        return (respond,)
    return tuple(
        Button(f"{request.id}:option-{number}", option)
        for number, option in enumerate(request.options, start=1)
    )
