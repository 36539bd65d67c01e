"""Words the questions an agent asks: what is missing, what is known, what did not fit."""

import re
from collections.abc import Sequence
from dataclasses import replace

from pydantic import JsonValue

from bot.core.matching.words import cut, name_as_text
from bot.llm.offline.values.directions import named_either_way
from bot.llm.offline.values.free_slots import Values
from bot.llm.offline.values.schema import ONLY_IF, Slot, Want
from bot.llm.offline.words.wording import NOTHING_CHANGED, TELL_ME, cited

_HAS_ARTICLE = re.compile(
    r"(?:the|an?|your|its|his|her|their|our|my|this|that|these|those|each|another"
    r"|which|what|who|whom|when|where|why|how|whether|one of|some|any|every)\b",
    re.IGNORECASE,
)
_ASKS = re.compile(r"(?:which|what|who|whom|when|where|why|how|whether)\b", re.IGNORECASE)
_EXAMPLE = " such as "
_ACRONYM = re.compile(r"[A-Z]{2}")


def ask_for(missing: Sequence[Slot], slots: Sequence[Slot], values: Values) -> str:
    """Ask for exactly what is missing, naming what is known."""
    if not missing:
        return "Could you say in other words what you need?"
    if beyond := [_phrase(slot) for slot in missing if slot.want is Want.PARTS]:
        return f"Without a language model I cannot read {_joined(beyond)}; none is configured."
    wanted = [_wanted(slot) for slot in missing]
    asked = {slot.key for slot in missing}
    has = (slot for slot in slots if slot.key in values and slot.key not in asked)
    known = [_known(slot, values[slot.key]) for slot in has]
    request = f"{TELL_ME} {wanted[0]}." if len(wanted) == 1 else _list_of(wanted)
    return f"I have {_joined(known)}. {request}" if known else request


def ask_again(text: str, missing: Sequence[Slot], slots: Sequence[Slot], values: Values) -> str:
    """Say that an answer did not fit, or how it would, and restate what is needed."""
    name = named_either_way(text, missing)
    why = f"Say “to {name}” or “from {name}”" if name else f"{cited(text)} does not fit"
    bounded = [replace(slot, form=slot.form or slot.bounds) for slot in missing]
    return f"{why}. {ask_for(bounded, slots, values)}"


def ask_after_failure(error: str, wanted: Sequence[Slot], optional: Sequence[Slot] = ()) -> str:
    """Pass on why a tool could not do it, and ask for its values anew.

    What need not be said is asked for where the reason speaks of it.
    """
    spoken = {word.lower for word in cut(error)}
    wanted = [*wanted, *(slot for slot in optional if slot.called & spoken)]
    sentence = _sentence(error)
    sentence = f"{sentence[:1].upper()}{sentence[1:]}"
    asks_already = sentence.endswith("?")
    return sentence if asks_already or not wanted else f"{sentence} {ask_for(wanted, (), {})}"


def ask_after_rejection(note: str, wanted: Sequence[Slot]) -> str:
    """Say why the call will not run as it was, and ask what to change."""
    return f"{_sentence(note)} Nothing was changed. {ask_for(wanted, (), {})}"


def leaves_open(text: str) -> bool:
    """Say whether words ask somebody, or hold something back, rather than answer."""
    return text.rstrip().endswith("?") or TELL_ME in text or NOTHING_CHANGED in text


def _sentence(text: str) -> str:
    said = text.strip()
    return said if said.endswith((".", "!", "?", "…")) else f"{said}."


def _list_of(wanted: Sequence[str]) -> str:
    return f"{TELL_ME}: {'; '.join(wanted)}."


def _wanted(slot: Slot) -> str:
    names = [str(one) for one in slot.choices]
    if slot.want is Want.CHOICE and names:
        return f"{_phrase(slot)} ({_either(names)})"
    if _EXAMPLE in slot.description:
        return f"{_phrase(slot)},{_EXAMPLE}{slot.description.partition(_EXAMPLE)[2].rstrip('. ')}"
    if slot.examples:
        return f"{_phrase(slot)} (such as {_either(list(slot.examples))})"
    return f"{_phrase(slot)} ({slot.form})" if slot.form else _phrase(slot)


def _phrase(slot: Slot) -> str:
    """Name a slot; a description that only gives an example does not name it."""
    is_example = _EXAMPLE in slot.description or not slot.description
    text = (name_as_text(slot.name) if is_example else slot.description).rstrip(". ")
    text = re.sub(r"\bthe user's\b", "your", ONLY_IF.sub("", text))
    text = text if _ACRONYM.match(text) else f"{text[:1].lower()}{text[1:]}"
    return text if _HAS_ARTICLE.match(text) else f"the {text}"


def _known(slot: Slot, value: JsonValue) -> str:
    phrase = _phrase(slot)
    return f"“{value}” ({phrase})" if _ASKS.match(phrase) else f"{phrase} ({value})"


def _either(names: Sequence[str]) -> str:
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _joined(phrases: Sequence[str]) -> str:
    return " and ".join([", ".join(phrases[:-1]), phrases[-1]] if len(phrases) > 1 else phrases)
