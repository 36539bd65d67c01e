"""What is typed where a secret is asked for: the secret, or words that are never tried as one.

| what                                             | becomes                                     |
|--------------------------------------------------|---------------------------------------------|
| one word, or a value behind its label            | the secret                                  |
| a stop of the lexicon                            | the end of the task                         |
| a question, a sentence of words that are known   | a message like any other, which is read     |
| yes, no, a greeting, thanks, several other words | the prompt again, with how to stop; unread  |
"""

import re

from bot.core.redaction.sealed_secrets import forget_volunteered
from bot.core.redaction.typed_secrets import (
    find_kinds,
    is_small,
    mask_found,
    says_nothing_else,
    speaks_of_agents,
)
from bot.core.requests.ask import show_again
from bot.core.stack.finish import drop_task
from bot.core.state.catalogue import Catalogue
from bot.core.state.work import Work
from bot.domain.requests import Request, RequestKind
from bot.domain.tasks import Task
from bot.language.labels import kind_of
from bot.language.lexicon import is_of_lexicon, is_question, is_stop
from bot.language.lists import single_words
from bot.language.normal import fold, needs_no_blank, normalise
from bot.language.secrets import MASK, find_secrets, labels_in
from bot.language.words import name_as_text, words

STOPPED = "Stopped: {agent}. Nothing more is done for it."
NOT_TRIED = (
    "I have not tried that as your {label}. If it is one, type it behind its name: “{label}: …”."
)

_LABELLED = re.compile(r"([^:=\n]{1,60})[:=]\s*(\S.*)", re.DOTALL)
_MARKS = ".,;:!?…()[]\"'“”„«»"
_LONGEST = 500  # characters of a text that can be a sentence
_FEWEST = 3  # words of a sentence that no mark and no label tells
_SENTENCE = 3  # characters of a script without blanks that are more than a word


def open_prompt(work: Work) -> Request | None:
    """The secret that the author is asked for on top of all; None if there is none."""
    top = work.person.stack.top
    request = work.requests.of(top, RequestKind.SECRET) if top is not None else None
    return request if request and request.may_concern(work.author) else None


def read_secret(request: Request, text: str) -> str:
    """The secret that typed words are, or hold; empty if they are none."""
    typed = text.strip()
    if labelled := _labelled(request, typed):
        return labelled
    return typed if len(typed.split()) == 1 and not _is_ordinary(typed) else ""


def answers_prompt(work: Work, text: str) -> bool:
    """Answer words that are no secret where one is asked for; False if they are to be read."""
    request, top = open_prompt(work), work.person.stack.top
    if request is None or top is None or is_for_reading(work, text):
        return False
    work.transcript.hear(text if is_of_lexicon(text) else MASK)
    if is_stop(text):
        forget_volunteered(work.person)
        work.person.end_wish()
        drop_task(work, top, STOPPED.format(agent=top.agent))
    else:
        show_again(work, top, NOT_TRIED.format(label=_label(request)))
    return True


def is_for_reading(work: Work, text: str) -> bool:
    """Say whether words where a secret is asked for are plainly a message, and none is in them.

    Several words of which no agent and no language knows the half may be a secret.
    """
    parts = text.split()
    if len(text) > _LONGEST or is_of_lexicon(text):
        return False
    if len(parts) == 1:
        return _is_agent(work.catalogue, text) or (bool(labels_in(text)) and _is_unspaced(text))
    if find_secrets(text) or _names_argument(work.person.stack.top, parts):
        return True
    small = [part for part in parts if _is_said_of_secrets(part.strip(_MARKS))]
    wished = [
        part for part in parts if part not in small and speaks_of_agents(work.catalogue, part)
    ]
    unknown = [part for part in parts if part not in {*small, *wished}]
    if not wished and (unknown == parts[-1:] or any(map(_is_odd, unknown))):
        return False  # “no, it's monkey”
    is_asked = is_question(text) and (len(parts) >= _FEWEST or bool(wished))
    is_known = len(parts) >= _FEWEST and 2 * len(unknown) <= len(parts)
    return is_asked or is_known or bool(labels_in(text))


def _label(request: Request) -> str:
    return name_as_text(str(request.subject.arguments["parameter"]))


def _labelled(request: Request, typed: str) -> str:
    """The value behind a label that fits what is asked for, where nothing else is said."""
    found, wanted = find_secrets(typed), find_kinds(_label(request), request.text)
    labels = {kind_of(label.text) for label in labels_in(typed)}
    is_alone = len({one.text for one in found}) == 1 and says_nothing_else(
        mask_found(typed, found)
    )
    if is_alone and (not wanted or labels <= wanted):
        return found[0].value or found[0].text
    own = _LABELLED.fullmatch(typed)
    names = {*words(_label(request))}
    if own and all(is_small(word) or word in names for word in words(own[1])):
        return own[2].strip()
    return ""


def _is_ordinary(word: str) -> bool:
    """Say whether one word is no secret: it answers, commands, asks, or is the label itself."""
    asks = is_question(word) and normalise(word).rstrip("?").isalpha()
    is_label = any(label.text == word.strip(_MARKS) for label in labels_in(word))
    return is_of_lexicon(word) or asks or is_label or _is_unspaced(word)


def _is_said_of_secrets(word: str) -> bool:
    """Say whether a word stands in many sentences, or is said of secrets: “forgotten”."""
    return (
        is_small(word)
        or bool(labels_in(word))
        or fold(word) in single_words("secrets", "no_secret")
    )


def _is_odd(word: str) -> bool:
    """Say whether a word looks like a secret: letters and digits, or signs within."""
    inner = normalise(word.strip(_MARKS))
    is_mixed = any(char.isdigit() for char in inner) and not inner.isdigit()
    return is_mixed or any(not (char.isalnum() or char in "'-") for char in inner)


def _is_unspaced(text: str) -> bool:
    """Say whether a text without blanks may still be a sentence, by its script."""
    return sum(map(needs_no_blank, text)) >= _SENTENCE


def _is_agent(catalogue: Catalogue, word: str) -> bool:
    return fold(word) in map(fold, catalogue.agents)


def _names_argument(task: Task | None, parts: list[str]) -> bool:
    """Say whether words name a value given beside the secret: “my username is …”."""
    names = task.call.arguments if task is not None and task.call is not None else ()
    own = {word for name in names for word in words(name_as_text(name))}
    return any(word in own for part in parts for word in words(part))
