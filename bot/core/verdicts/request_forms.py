"""Forms: what a press opens, for receivers that must answer within seconds; read-only.

    edit     the fields of an action      reject   a reason       read   all of a long card
    respond  free words                   submit   a secret

A form may be out of date when it comes back: its press is checked again, like any other.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pydantic import JsonValue

from agents.kit.values.person import Person
from bot.core.plans.edits import find_step_problems, list_step_fields, read_verb
from bot.core.requests.cards import list_fields, make_secret_field
from bot.core.requests.deciders import find_decider, find_rights, is_same
from bot.core.requests.edits import Look, change_arguments, find_misfits, make_objection
from bot.core.requests.names import name_deciders
from bot.core.requests.verdicts import GONE, UNKNOWN, find_task, refuse_odd
from bot.core.state.catalogue import Services
from bot.domain.errors import NotUnderstood, NotYours, Refused
from bot.domain.ids import RequestId
from bot.domain.messages import Field, Press
from bot.domain.requests import Request, RequestKind, Verdict

READ = "read"
LONG_VALUE = 80

Values = Mapping[str, JsonValue]


@dataclass(frozen=True, slots=True)
class RequestForm:
    """A form; `button` is what sending it presses, empty where there is nothing to send."""

    title: str
    text: str
    fields: tuple[Field, ...] = ()
    button: str = ""


async def open_form(
    services: Services, request_id: RequestId, person: Person, verb: str
) -> RequestForm:
    """The form that a press of this verb opens for somebody.

    Raises:
        Refused: they may not, or it is closed; the words are for them.
        StoreAway: the store does not answer.
    """
    request = await _find(services, request_id)
    if verb == READ:
        await _refuse_reader(services, request, person)
        return RequestForm("All of it", request.text)
    await _refuse(services, request, person, read_verb(verb))
    form = await _opened(services, request, verb)
    if form is None:
        message = "There is nothing to fill in for that button; press it alone."
        raise NotUnderstood(message)
    return replace(form, button=f"{request.id}:{verb}")


async def find_problems(
    services: Services, request_id: RequestId, person: Person, verb: str, values: Values
) -> dict[str, str]:
    """What is wrong with what was filled in, by field; empty when it can be sent.

    The tool's own check has a look, too, and changes nothing by it.

    Raises:
        Refused: they may not, or it is closed; the words are for them.
        StoreAway: the store does not answer.
    """
    request = await _find(services, request_id)
    await _refuse(services, request, person, read_verb(verb))
    if request.kind is RequestKind.PLAN:
        return find_step_problems(services.catalogue, request, verb, values)
    look = await _look(services, request)
    press = Press(request.id, verb, dict(values))
    if request.kind is RequestKind.APPROVAL and verb == "edit":
        return await _problems_of_edit(look, request, press, person)
    try:
        refuse_odd(request, press)
    except NotUnderstood as error:
        return {next(iter(values), ""): str(error)}
    return {}


async def _opened(services: Services, request: Request, verb: str) -> RequestForm | None:
    if request.kind is RequestKind.PLAN:
        opened = list_step_fields(request, verb)
        return RequestForm(opened[0], request.text, opened[1]) if opened else None
    await _look(services, request)
    return _form(request, verb)


def _form(request: Request, verb: str) -> RequestForm | None:
    """The form of a verb; None for one that needs none."""
    match request.kind, verb:
        case RequestKind.APPROVAL, "edit":
            fields = tuple(_editable(field) for field in list_fields(request))
            return RequestForm("Edit, then approve", request.text, fields)
        case RequestKind.APPROVAL, "reject":
            why = Field("reason", "Why not? The agent reads it.", multiline=True, required=False)
            return RequestForm("Reject", request.text, (why,))
        case RequestKind.APPROVAL, "respond":
            remark = Field("text", "What do you want to say about it?", multiline=True)
            return RequestForm("Respond", request.text, (remark,))
        case RequestKind.QUESTION, "respond" if not request.options:
            return RequestForm(
                "Answer", request.text, (Field("text", "Your answer", multiline=True),)
            )
        case RequestKind.SECRET, "submit":
            return RequestForm("Private", request.text, (make_secret_field(request),))
        case _:
            return None


def _editable(field: Field) -> Field:
    is_long = len(field.value) > LONG_VALUE or "\n" in field.value
    return replace(field, multiline=is_long, required=bool(field.value))


async def _problems_of_edit(
    look: Look, request: Request, press: Press, person: Person
) -> dict[str, str]:
    agent = look.services.catalogue.actor(request.subject.agent)
    tool = agent.tool_named(request.subject.tool) if agent else None
    if agent is None or tool is None:
        raise Refused(GONE)
    today = look.today
    if problems := find_misfits(tool, request, press.values, today):
        return problems
    edited = change_arguments(tool, request, press.values, today)
    if not (words := await look.objection(agent, tool, edited)):
        return {}
    return {next(iter(press.values)): str(make_objection(words, agent, request, person))}


async def _find(services: Services, request_id: RequestId) -> Request:
    request = await services.requests.find(request_id)
    if request is None:
        raise Refused(UNKNOWN)
    return request


async def _refuse(services: Services, request: Request, person: Person, verb: str) -> None:
    """Refuse whose verdict would not count; one of several approvals may still be changed."""
    whom = await find_decider(services.directory, request, person) or person
    rights = await find_rights(services.directory, request, whom)
    try:
        request.decide(Verdict(verb, whom, rights), services.clock.now())
    except NotYours as refusal:
        named = await name_deciders(services.directory, request)
        raise NotYours(named, is_outsider=refusal.is_outsider) from None


async def _refuse_reader(services: Services, request: Request, person: Person) -> None:
    """Let those read all of it who may decide it, and whoever asked for it."""
    if await is_same(services.directory, person, request.asked):
        return
    if await find_decider(services.directory, request, person) is None:
        raise NotYours(await name_deciders(services.directory, request))


async def _look(services: Services, request: Request) -> Look:
    participant = await services.sessions.participant(request.session, request.asked)
    task = find_task(participant, request)
    if task is None:
        raise Refused(GONE)
    return Look(services, participant, task, services.clock.now())
