"""Forms: what a press opens, what a person typed into it, and what was wrong with that.

A form carries no more than ids in its metadata; what it is about is looked up again when it
comes back.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from slack_sdk.models.blocks import InputBlock, PlainTextInputElement
from slack_sdk.models.views import View

from bot.domain.messages import Field
from bot.platforms.chat.render.card_arguments import as_json
from bot.platforms.chat.render.forms import (
    EDIT,
    READ,
    REJECT,
    RESPOND,
    SECRET,
    needs_lines,
    problem_in,
    value_in,
)
from bot.platforms.chat.render.markdown import MarkdownCode
from bot.platforms.chat.render.sanitize import read_hidden
from bot.platforms.chat.wire import Json
from bot.platforms.slack.render.blocks import context, label, literal, plain, section
from bot.platforms.slack.render.cards import SlackCardView, body, told
from bot.platforms.slack.render.split_text import broken, sections, texts_of

Form = dict[str, Any]

NOTICE = "notice"
REASON, ANSWER = "reason", "text"
LONGEST_INPUT = 3_000
LONGEST_REASON = 500
LONGEST_ANSWER = 2_000
LONGEST_TITLE = 24
LONGEST_METADATA = 3_000
LONGEST_HINT = 2_000
MOST_BLOCKS = 100
# A form's whole content is bounded, too; this many sections stay below.
MOST_TEXTS = 50
LONGEST_ERROR = 500
_TYPED = "Only what you change is changed. Sending this approves what it then says."
_IN_WORDS = " What you say instead is planned anew, and shown to you before anything runs."


@dataclass(frozen=True, slots=True)
class SlackFormOrigin:
    """Where a form was opened from: the request it answers, and the message that showed it.

    `step` is the number of a plan's step, if it is about one.
    """

    request: str
    channel: str = ""
    message: str = ""
    step: int = 0

    def verb(self, verb: str) -> str:
        """What sending it presses: the verb, of the step it is about."""
        return f"{verb}-{self.step}" if self.step else verb


def edit(origin: SlackFormOrigin, fields: Sequence[Field]) -> Form:
    """Ask for new values; a field that is left alone stays exactly as it was."""
    blocks = [
        _input(f, is_long=f.multiline, is_optional=not (f.value and f.required))
        for f in fields[: MOST_BLOCKS - 1]
    ]
    title = f"Edit step {origin.step}" if origin.step else "Edit, then approve"
    hint = f"_{_TYPED}{_IN_WORDS if origin.step else ''}_"
    return _form(EDIT, origin, title, [*blocks, context(hint)], submit="Approve")


def reject(origin: SlackFormOrigin) -> Form:
    """Ask for the reason of a rejection; it may stay empty."""
    field = Field(REASON, "Why not? Your reason goes to the agent.")
    block = _input(field, longest=LONGEST_REASON, is_long=True, is_optional=True)
    return _form(REJECT, origin, "Reject", [block], submit="Reject")


def respond(origin: SlackFormOrigin, view: SlackCardView, field: Field) -> Form:
    """Ask for free words: the answer to a question, or a remark on an action."""
    about = body(view) if view.is_action else sections(view.text, most=10)
    block = _input(field, longest=LONGEST_ANSWER, is_long=True)
    title = "Say something about it" if view.is_action else "Answer"
    return _form(RESPOND, origin, title, [*about, block], submit="Send")


def secret(origin: SlackFormOrigin, fields: Sequence[Field], text: str) -> Form:
    """Ask for a secret; Slack cannot hide what is typed, so the form says that."""
    hint = (
        "Slack does not hide what you type here, and it passes through Slack. From there it goes "
        "only to the check that asked for it: not into the conversation, not to a model."
    )
    blocks = [_input(Field(f.name, f.label, secret=True), hint=hint) for f in fields]
    return _form(SECRET, origin, "Private", [*sections(text, most=3), *blocks], submit="Send")


def full_text(origin: SlackFormOrigin, view: SlackCardView, *, may_approve: bool = False) -> Form:
    """Show all of a request, each argument exactly; agreeing to it may be offered at its end.

    What a line cannot show exactly is written as JSON in ASCII. What does not fit even here is
    cut visibly, and cannot be agreed to.
    """
    texts = list(broken(told(view.without_untold)))
    for one in view.untold:
        texts += [f"*{literal(one.name)}*, as JSON:", *texts_of(MarkdownCode(as_json(one.value)))]
    is_whole = len(texts) <= MOST_TEXTS
    blocks = [section(text) for text in texts[:MOST_TEXTS]]
    if not is_whole:
        blocks.append(context("_… this is too long even for a form; it cannot be approved here._"))
    submit = "Approve" if may_approve and is_whole else ""
    return _form(READ, origin, "All of it", blocks, submit=submit)


def origin_of(payload: Mapping[str, Any]) -> SlackFormOrigin | None:
    """Where a submitted form was opened from; None if it does not say."""
    try:
        ids = json.loads(str(_view(payload).get("private_metadata", "")))
    except ValueError:
        return None
    if not isinstance(ids, dict) or not isinstance(ids.get("request"), str):
        return None
    step = ids.get("step")
    return SlackFormOrigin(
        request=ids["request"],
        channel=str(ids.get("channel") or ""),
        message=str(ids.get("message") or ""),
        step=step if isinstance(step, int) else 0,
    )


def values_of(payload: Mapping[str, Any]) -> dict[str, str]:
    """What was typed, by field; what was left empty is empty."""
    state = _view(payload).get("state")
    blocks = state.get("values") if isinstance(state, Mapping) else None
    values: dict[str, str] = {}
    for elements in blocks.values() if isinstance(blocks, Mapping) else ():
        for name, element in elements.items() if isinstance(elements, Mapping) else ():
            typed = element.get("value") if isinstance(element, Mapping) else None
            values[str(name)] = typed if isinstance(typed, str) else ""
    return values


def edits_of(payload: Mapping[str, Any]) -> dict[str, str]:
    """What was typed over; a field that still says what it said when it was opened is left out.

    A form shows hidden characters as their numbers, and so they are read back.
    """
    initial = _initial_values(_view(payload))
    values = values_of(payload)
    return {
        name: read_hidden(typed)
        for name, typed in values.items()
        if typed != initial.get(name, "")
    }


def errors(messages: Mapping[str, str], payload: Mapping[str, Any]) -> dict[str, Any]:
    """Answer a submission with what is wrong, by field; the form stays open.

    What belongs to no field of the form stands at its first one.
    """
    fields = list(_initial_values(_view(payload)))
    if not fields:
        return notice(" ".join(messages.values()))
    says: dict[str, str] = {}
    for name, text in messages.items():
        at = name if name in fields else fields[0]
        about = "" if name == at or not name else f"{name.replace('_', ' ')}: "
        says[at] = f"{says.get(at, '')} {about}{problem_in(text)}".strip()
    shown_at = {name: plain(text, LONGEST_ERROR) or "?" for name, text in says.items()}
    return {"response_action": "errors", "errors": shown_at}


def notice(text: str) -> dict[str, Any]:
    """Answer a submission that came to nothing: the form makes room for why."""
    says = [section(literal(text) or "…")]
    view = _form(NOTICE, SlackFormOrigin(""), "Nothing was changed", says, submit="")
    return {"response_action": "update", "view": view}


def _form(
    callback: str, origin: SlackFormOrigin, title: str, blocks: list[Json], submit: str
) -> Form:
    metadata = json.dumps({name: id_ for name, id_ in asdict(origin).items() if id_})
    assert len(metadata) <= LONGEST_METADATA, "ids are short"
    view = View(
        type="modal",
        callback_id=callback,
        title=label(title, LONGEST_TITLE),
        submit=label(submit, LONGEST_TITLE) if submit else None,
        close=label("Cancel" if submit else "Close", LONGEST_TITLE),
        blocks=blocks,
        private_metadata=metadata,
    )
    return view.to_dict()


def _input(
    field: Field,
    *,
    hint: str = "",
    longest: int = LONGEST_INPUT,
    is_long: bool = False,
    is_optional: bool = False,
) -> Json:
    """Build the input of a field, named after it, so that errors and values find it.

    A value that is longer than an input can be is shown only; editing it here would cut it.
    """
    value = value_in(field)
    if len(value) > longest:
        return section(f"*{literal(field.label)}* is too long to be edited here; it stays.")
    element = PlainTextInputElement(
        action_id=field.name,
        initial_value=value or None,
        multiline=is_long or needs_lines(value),
        max_length=longest,
    )
    return InputBlock(
        block_id=field.name,
        label=label(field.label, LONGEST_HINT),
        element=element,
        hint=label(hint, LONGEST_HINT) if hint else None,
        optional=is_optional,
    ).to_dict()


def _view(payload: Mapping[str, Any]) -> Mapping[str, Any]:
    view = payload.get("view")
    return view if isinstance(view, Mapping) else {}


def _initial_values(view: Mapping[str, Any]) -> dict[str, str]:
    blocks = view.get("blocks")
    elements = (
        block.get("element")
        for block in (blocks if isinstance(blocks, list) else ())
        if isinstance(block, Mapping)
    )
    return {
        str(element.get("action_id")): str(element.get("initial_value") or "")
        for element in elements
        if isinstance(element, Mapping)
    }
