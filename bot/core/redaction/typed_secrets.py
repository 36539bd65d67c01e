"""Secrets in what people write: hidden before anything else reads them, kept for whom they are.

typed ─▶ hidden ─▶ kept for an agent, sealed ─▶ taken by its call
             │                   └─▶ forgotten, as the turn ends without that agent
             └─▶ kept nowhere: nobody takes it, or it is said to be of something else
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from agents.kit.agent import Agent
from agents.kit.tool import Tool
from agents.kit.values.model import Card
from bot.core.state.catalogue import Catalogue
from bot.core.state.person import PersonState
from bot.core.state.work import Work
from bot.domain.participant import Sealed
from bot.language.labels import kind_of
from bot.language.lexicon import is_of_lexicon, is_polite
from bot.language.lists import small_words
from bot.language.normal import FoundValue, fold
from bot.language.secrets import MASK, find_secrets, labels_in
from bot.language.words import name_as_text, words


def hide_secrets(text: str) -> str:
    """Return the text with a mask in place of each secret; none is kept for anybody."""
    return mask_found(text, find_secrets(text))


def mask_found(text: str, found: Iterable[FoundValue[str]]) -> str:
    """Put a mask in place of all that was found."""
    for secret in sorted(found, key=lambda one: one.start, reverse=True):
        text = f"{text[: secret.start]}{MASK}{text[secret.end :]}"
    return text


VOLUNTEERED_SECONDS = 15 * 60
HIDDEN = "I have hidden what looks like a password or another secret."
UNKEPT = "I keep it nowhere, and do nothing with it."
DELETE = "Where you can, delete your message."

_ADDRESS = re.compile(r"\s*@[A-Za-z][\w-]*[,:]?\s*")
_PAIR = re.compile(r"\s*([^\s/,;:|]+)[\s/,;:|]+(\S+)\s*")
_ENDS_CLAUSE = re.compile(r"[ ]+([^\s,;]{4,200}?)(?=[.!?)]*(?:\s*$|[,;)\n]|[.!?]\s))")
_IS_LABEL = re.compile(r"(?:^|(?<=[,;.!?(\n]))\s*([^\s,;]{4,70})((?: +[^\s,;]{1,12}){2,3}) +$")
_SHORTEST = 4  # characters of a word that may be a password though nothing says so
_LONGEST_WORD = 80


def mask(work: Work, text: str) -> str:
    """Hide the secrets of a message; one that an agent takes is kept for it, sealed."""
    address = _ADDRESS.match(text)
    head, text = (address[0], text[address.end() :]) if address else ("", text)
    found = _secrets_in(work.catalogue, text)
    if found:
        left = mask_found(text, found)
        _keep(work, _taker(work, _kind(text, found[0]), left), found[0])
    elif answer := _beside_name(work, text):
        agent, secret = answer
        left = mask_found(text, [secret])
        is_name = secret.text.isalpha() and secret.text.istitle()
        _keep(work, None if is_name else agent, secret)
    else:
        left = text
    return head + left


def hide_known_secrets(catalogue: Catalogue, text: str) -> str:
    """Return the text without its secrets, for whoever shows it; none is kept for anybody."""
    return mask_found(text, _secrets_in(catalogue, text))


def _secrets_in(catalogue: Catalogue, text: str) -> tuple[FoundValue[str], ...]:
    return find_secrets(text) or _beside_label(catalogue, text)


def tell_hidden(work: Work, left: str) -> str:
    """What to say of a message in which something was hidden; no more than is true."""
    if work.person.wants_login:
        fate = f"Nobody but {work.person.wants_login} gets it, if that comes next."
    elif says_nothing_else(left) and (has := _settled(work)):
        fate = f"You have {has} already, so I do nothing with it."
    else:
        fate = UNKEPT
    return f"{HIDDEN} {fate} {DELETE}"


def says_nothing_else(left: str) -> bool:
    """Say whether a message in which something was hidden says nothing besides."""
    return all(is_small(word) for word in words(leave_out_secrets(left)))


def leave_out_secrets(left: str) -> str:
    """What a message says beside the secrets that were hidden in it, and their labels."""
    left = left.replace(MASK, " ")
    for label in reversed(labels_in(left)):
        left = f"{left[: label.start]} {left[label.end :]}"
    return left


def is_small(word: str) -> bool:
    """Say whether a word is one that stands around others in any sentence."""
    particle = not word.isascii() and len(word) == 1
    return particle or is_polite(word) or fold(word) in small_words()


def find_kinds(*named: str) -> set[str]:
    """The kinds of secret that an author's words name: “the PIN of the card” is a pin."""
    return {kind_of(label.text) for text in named for label in labels_in(text)}


def takes(tool: Tool, name: str) -> set[str]:
    """The kinds of secret that one parameter of a tool takes."""
    described = dict(zip(tool.secrets, tool.secret_words, strict=False)).get(name, "")
    return find_kinds(name_as_text(name), described)


def speaks_of_agents(catalogue: Catalogue, word: str) -> bool:
    """Say whether a word stands in what is told of the agents: it is part of a wish, then."""
    parts = words(word)
    cards = catalogue.exposed
    return bool(parts) and any(_words_of(card).issuperset(parts) for card in cards)


@lru_cache(maxsize=256)
def _words_of(card: Card) -> frozenset[str]:
    told = (name_as_text(card.name), card.description, card.introduction, *card.examples)
    return frozenset(word for text in told for word in words(text))


def _keep(work: Work, agent: Agent | None, secret: FoundValue[str]) -> None:
    """Keep a secret for the agent that takes it; the first one of a turn, for it stands first."""
    if agent is None or work.person.wants_login:
        return
    seal, until = work.services.cipher.seal, work.journal.until(VOLUNTEERED_SECONDS)
    kept = Sealed(seal(secret.value or secret.text), until)
    work.person.change(secrets={**work.person.participant.secrets, agent.name: kept})
    work.person.wants_login = work.catalogue.door_to(agent.name)


def _beside_label(catalogue: Catalogue, text: str) -> tuple[FoundValue[str], ...]:
    """A word beside a label that some agent has a use for: “…, pw monkey”, “monkey is my pw”."""
    taken = {kind for _agent, tool, name in _all_secrets(catalogue) for kind in takes(tool, name)}
    for label in labels_in(text):
        spot = _behind(text, label) or _before(text, label)
        word = text[slice(*spot)] if spot else ""
        is_known = is_small(word) or is_of_lexicon(word) or speaks_of_agents(catalogue, word)
        if word and spot and not is_known and kind_of(label.text) in taken:
            return (FoundValue(*spot, word, word),)
    return ()


def _behind(text: str, label: FoundValue[str]) -> tuple[int, int] | None:
    """The word that ends a clause right behind a label.

    Behind “my password” an everyday word stands, and “password reset” alone is a wish.
    """
    before = text[max(0, label.start - _LONGEST_WORD) : label.start].rstrip(" ")
    value = _ENDS_CLAUSE.match(text, label.end)
    is_named = bool(before) and not is_polite(before.rpartition(" ")[2])
    return value.span(1) if value and is_named else None


def _before(text: str, label: FoundValue[str]) -> tuple[int, int] | None:
    """The word at the beginning of a clause that is said to be what a label names."""
    begin = max(0, label.start - _LONGEST_WORD)
    value = _IS_LABEL.search(text, begin, label.start)
    goes_on = words(text[label.end : label.end + _LONGEST_WORD])[:1]
    is_whole = all(is_small(word) for word in (*words(value[2]), *goes_on)) if value else False
    return value.span(1) if value and is_whole else None


def _beside_name(work: Work, text: str) -> tuple[Agent, FoundValue[str]] | None:
    """The second of two words that answer a login's question for a name and a password."""
    pair, top = _PAIR.fullmatch(text), work.person.stack.top
    agent = work.catalogue.actor(top.agent) if top else None
    if pair is None or top is None or agent is None or len(pair[2]) < _SHORTEST:
        return None
    if is_of_lexicon(text):
        return None
    asked = find_kinds(top.question or agent.opening)
    if not any(takes(tool, name) & asked for tool, name in _secrets_of(agent)):
        return None
    if any(_is_ordinary(work.catalogue, agent, word) for word in pair.groups()):
        return None
    return agent, FoundValue(pair.start(2), pair.end(2), pair[2], pair[2])


def _is_ordinary(catalogue: Catalogue, agent: Agent, word: str) -> bool:
    """Say whether a word is hardly a name or a password: “username”, “balance”."""
    slots = (name for tool in agent.tools for name in tool.parameters.model_fields)
    said = words(word)
    is_slot = any(said and {*said} <= {*words(name_as_text(slot))} for slot in slots)
    return (
        is_small(word) or is_of_lexicon(word) or is_slot or bool(labels_in(word))
    ) or speaks_of_agents(catalogue, word)


def _taker(work: Work, kind: str, left: str) -> Agent | None:
    """The one agent that takes such a secret; none if it is of no use, or that is not plain."""
    takers = {
        agent.name: agent
        for agent, tool, name in _all_secrets(work.catalogue)
        if kind in takes(tool, name)
        and not (_is_held(work.person, tool) and says_nothing_else(left))
    }
    top = work.person.stack.top
    door = work.catalogue.door_to
    on_top = [agent for agent in takers.values() if top and door(agent.name) == top.agent]
    chosen = on_top or [*takers.values()]
    return chosen[0] if len(chosen) == 1 else None


def _kind(text: str, found: FoundValue[str]) -> str:
    """What kind of secret its label says it is; empty if there is none, or it is qualified.

    “the wifi password is …” and “the password for the wifi is …” say that it is another one.
    """
    labels = [label for label in labels_in(text) if label.end <= found.start]
    if not labels:
        return ""
    label = labels[-1]
    between = words(text[label.end : found.start])
    before = _word_before(text[max(0, label.start - _LONGEST_WORD) : label.start])
    others = [word for word in (*between, before) if word and not is_small(word)]
    return "" if others else kind_of(label.text)


def _word_before(text: str) -> str:
    """The word that stands right before a label, or is a part of the same word."""
    last = text.rsplit(" ", maxsplit=1)[-1] or text.rstrip(" ").split(" ")[-1]
    return last if last[-1:].isalnum() or last[-1:] in {"-", "_"} else ""


def _settled(work: Work) -> str:
    """What the author has already that their secret would bring; empty if nothing."""
    catalogue = work.catalogue
    held = (tool for _agent, tool, _name in _all_secrets(catalogue) if _is_held(work.person, tool))
    return next((catalogue.kinds[tool.provides[0].name].meaning for tool in held), "")


def _is_held(person: PersonState, tool: Tool) -> bool:
    return bool(tool.provides) and all(f.name in person.facts.known for f in tool.provides)


def _all_secrets(catalogue: Catalogue) -> Iterator[tuple[Agent, Tool, str]]:
    for agent in (*catalogue.agents.values(), *catalogue.inner.values()):
        yield from ((agent, tool, name) for tool, name in _secrets_of(agent))


def _secrets_of(agent: Agent) -> Iterator[tuple[Tool, str]]:
    return ((tool, name) for tool in agent.tools for name in tool.secrets)
