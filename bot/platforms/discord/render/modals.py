"""Forms: what a press opens, what a person typed into it, and what was wrong with that.

A form carries no more than ids; what it is about is looked up again when it comes back. It has
room for five fields; what there is beside is typed over in lines, in the last of them. Discord
shows no errors in a form, so they are told with a button that opens it again, as it was sent:
it is kept sealed meanwhile.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.core.plans import edits as plan_forms
from bot.core.ports.environment import Cipher
from bot.core.ports.sessions import PostedReply, Posts
from bot.core.requests.cards import list_fields
from bot.core.verdicts.request_forms import RequestForm
from bot.domain.ids import RequestId, SessionId
from bot.domain.messages import Field, Press
from bot.domain.requests import Request, RequestKind
from bot.platforms.chat.render.forms import (
    APPROVE,
    EDIT,
    READ,
    SUBMIT,
    button_of,
    needs_lines,
    problem_in,
    value_in,
)
from bot.platforms.chat.render.sanitize import read_hidden, reveal_hidden
from bot.platforms.chat.wire import Json
from bot.platforms.discord.render.cards import DiscordCardView, body
from bot.platforms.discord.render.cards import full_text as texts_of_all
from bot.platforms.discord.render.components import (
    BUTTON,
    ROW,
    DiscordAnswer,
    custom_id,
    label,
    whisper,
)
from bot.platforms.discord.render.markdown import brief, literal, pieces

AGAIN = "again"


@dataclass(frozen=True, slots=True)
class Drafts:
    """Keeps the newest try of each person at each form, also for other processes.

    Raises:
        StoreAway: by every method, when the store does not answer.
    """

    posts: Posts
    cipher: Cipher

    async def keep(self, id_: str, session: SessionId, form: Json) -> None:
        """Keep a form for the button of this id; it goes with its session."""
        sealed = self.cipher.seal(json.dumps(form))
        await self.posts.note(PostedReply(_key(id_), session, "", sealed))

    async def find(self, id_: str) -> Json | None:
        """The form that a button opens; None if it was kept too long ago."""
        post = await self.posts.find(_key(id_))
        if post is None:
            return None
        form: dict[str, Any] = json.loads(self.cipher.open(post.message))
        return form


def draft_id(form: str, user: str) -> str:
    """The id of the button that opens a form again for who sent it."""
    return f"{AGAIN}:{user}:{form}"


def is_draft(id_: str) -> bool:
    """Say whether a button opens a form again."""
    return id_.startswith(f"{AGAIN}:")


def is_draft_of(draft: str, user: str) -> bool:
    """Say whether somebody sent the form of a draft; nobody else sees what was typed."""
    return draft.startswith(f"{AGAIN}:{user}:")


def _key(id_: str) -> str:
    return f"draft/{id_}"


MOST_FIELDS = 5
LONGEST_TITLE, LONGEST_HINT = 45, 100
LONGEST_INPUT = 4_000
LONGEST_REASON, LONGEST_ANSWER = 500, 2_000
MOST_TEXTS = 4
OTHERS = "others"
LABEL, TEXT, INPUT = 18, 10, 4
_SHORT, _LONG = 1, 2
_LONGEST_SAID = 1_800
_OTHER = re.compile(r"(?P<name>[^:\n]+): ?(?P<value>.*)")
ONLY_READ = "Nothing was changed: this form is for reading."
_IN_THE_OPEN = "Discord does not hide what you type. It goes only to the check that asked for it."


@dataclass(frozen=True, slots=True)
class DiscordFormOrigin:
    """What a form is about: a request, and what sending it presses."""

    request: RequestId
    verb: str


def modal_of(request: Request, form: RequestForm, verb: str) -> Json:
    """The form that a press opens."""
    view, kind = DiscordCardView.of(request), plan_forms.read_verb(verb)
    fields: list[Json] = []
    if kind == EDIT:
        fields = _fields(form.fields)
    elif kind == SUBMIT:
        fields = [
            _input(Field(f.name, f.label, secret=True), hint=_IN_THE_OPEN) for f in form.fields
        ]
    else:
        longest = LONGEST_REASON if kind == "reject" else LONGEST_ANSWER
        fields = [_input(field, longest=longest) for field in form.fields]
    about = [] if kind in {EDIT, "reject"} else _about(view, form.text)
    return _modal(custom_id(request.id, verb), form.title, [*about, *fields])


def full_text(request: Request, *, may_approve: bool) -> Json:
    """Show all of a request, each argument exactly; sending it may approve it."""
    texts = texts_of_all(DiscordCardView.of(request))
    is_whole = len(texts) <= MOST_TEXTS
    verb = APPROVE if may_approve and is_whole else READ
    told = texts[:MOST_TEXTS]
    if not is_whole:
        told.append("*This is too long even for a form; it cannot be approved here.*")
    elif verb == APPROVE:
        told.append("**Sending this form approves it.**")
    title = "All of it: approve?" if verb == APPROVE else "All of it"
    return _modal(custom_id(request.id, verb), title, [_text(text) for text in told])


def origin_of(id_: str) -> DiscordFormOrigin | None:
    """What a form that was sent is about; None if it does not say."""
    button = button_of(id_)
    return DiscordFormOrigin(*button) if button else None


def press_of(origin: DiscordFormOrigin, request: Request, sent: Mapping[str, Any]) -> Press:
    """What sending a form presses; one that is sent unchanged approves what it showed."""
    values = dict(_typed(sent))
    if plan_forms.read_verb(origin.verb) != EDIT:
        return Press(request.id, origin.verb, dict(values))
    edits = _edits(request, origin.verb, values)
    if edits:
        return Press(request.id, origin.verb, dict(edits))
    return Press(request.id, origin.verb.replace(EDIT, APPROVE, 1))


def errors(problems: Mapping[str, str], again: str) -> DiscordAnswer:
    """Tell what is wrong with a form; a button of the id `again` opens it as it was sent."""
    told = _without_prefix(problems).items()
    says = [f"{name.replace('_', ' ')}: {text}" if name else text for name, text in told]
    answer = whisper(brief("\n".join(says), _LONGEST_SAID) or "…")
    button = {"type": BUTTON, "style": 1, "label": "Open the form again", "custom_id": again}
    rows = [{"type": ROW, "components": [button]}]
    return {**answer, "data": {**answer["data"], "components": rows}}


def as_sent(
    problems: Mapping[str, str], origin: DiscordFormOrigin, sent: Mapping[str, Any]
) -> Json:
    """The form with what was typed into it, less a secret, and with what is wrong beside it."""
    told, is_secret = _without_prefix(problems), origin.verb == SUBMIT
    fields = [
        _input(
            Field(name, name.replace("_", " "), value="" if is_secret else value),
            hint=told.get(name, ""),
            is_required=False,
        )
        for name, value in _typed(sent)
    ]
    return _modal(custom_id(origin.request, origin.verb), "Please change it", fields)


def _without_prefix(problems: Mapping[str, str]) -> dict[str, str]:
    return {name: problem_in(text) for name, text in problems.items()}


def _fields(fields: Sequence[Field]) -> list[Json]:
    """Ask for new values; a field that is left alone stays exactly as it was."""
    if len(fields) <= MOST_FIELDS:
        return [_edited(field) for field in fields]
    last = plan_forms.WORDS
    first = [field for field in fields if field.name == last] or []
    rest = [field for field in fields if field.name != last]
    room = MOST_FIELDS - 1 - len(first)
    return [
        *map(_edited, rest[:room]),
        _others(rest[room:]),
        *map(_edited, first),
    ]


def _others(fields: Sequence[Field]) -> Json:
    """Ask for several values in one field; a hidden character stays a number in its line."""
    field = Field(OTHERS, "The others, each in its line", multiline=True, required=False)
    drawn = _input(field, hint="Change what stands after the colon; what you leave alone stays.")
    return drawn | {"component": drawn["component"] | {"value": _lines(fields)}}


def _edited(field: Field) -> Json:
    """Ask for a value anew; what was empty may stay so."""
    return _input(field, is_required=bool(field.value and field.required))


def _lines(fields: Sequence[Field]) -> str:
    """Fields in lines; what is too long to be edited here stays as it is."""
    lines: list[str] = []
    for field in fields:
        line = f"{field.name}: {reveal_hidden(field.value)}"
        if sum(map(len, lines)) + len(lines) + len(line) <= LONGEST_INPUT:
            lines.append(line)
    return "\n".join(lines)


def _edits(request: Request, verb: str, values: Mapping[str, str]) -> dict[str, str]:
    """What was typed over; hidden characters are shown as their numbers, and so read back."""
    opened = (
        plan_forms.list_step_fields(request, verb) if request.kind is RequestKind.PLAN else None
    )
    fields = opened[1] if opened else list_fields(request)
    initial = {field.name: read_hidden(field.value) for field in fields}
    typed = {name: text for name, text in values.items() if name != OTHERS}
    for line in values.get(OTHERS, "").split("\n"):
        if (other := _OTHER.fullmatch(line)) and other["name"] in initial:
            typed.setdefault(other["name"], other["value"])
    read = {name: read_hidden(text) for name, text in typed.items()}
    return {n: text for n, text in read.items() if text.strip() != initial.get(n, "").strip()}


def _about(view: DiscordCardView, text: str) -> list[Json]:
    if view.is_action:
        return [_text(body(view))]
    first = pieces(text)[0]
    return [_text(first)] if isinstance(first, str) else []


def _modal(id_: str, title: str, components: list[Json]) -> Json:
    named = label(title, LONGEST_TITLE)
    return {"custom_id": id_, "title": named, "components": components[:MOST_FIELDS]}


def _text(content: str) -> Json:
    return {"type": TEXT, "content": content}


def _input(
    field: Field,
    *,
    hint: str = "",
    longest: int = LONGEST_INPUT,
    is_required: bool | None = None,
) -> Json:
    """Build the input of a field, named after it; what is longer than it can be is shown only."""
    value = value_in(field)
    if len(value) > longest:
        return _text(f"**{literal(field.label)}** is too long to be edited here; it stays.")
    is_long = field.multiline or needs_lines(value)
    inner: Json = {
        "type": INPUT,
        "custom_id": field.name,
        "style": _LONG if is_long else _SHORT,
        "required": field.required if is_required is None else is_required,
        "max_length": longest,
    }
    if value:
        inner["value"] = value
    told: Json = {"type": LABEL, "label": label(field.label, LONGEST_TITLE), "component": inner}
    return told | ({"description": label(hint, LONGEST_HINT)} if hint else {})


def _inputs(sent: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    for row in sent.get("components") or ():
        inner = row.get("component")
        if isinstance(inner, Mapping) and inner.get("type") == INPUT:
            yield inner


def _typed(sent: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What was typed, by field; what was left empty is empty."""
    for inner in _inputs(sent):
        value = inner.get("value")
        yield str(inner.get("custom_id")), value.replace("\r\n", "\n") if value else ""
