"""Cuts a message into the separate things it asks for."""

import re
from dataclasses import dataclass

from agents.kit.model import Card
from bot.core.matching.card_words import intent_terms
from bot.core.matching.english import FUNCTION_WORDS, asks, small_talk
from bot.core.matching.index import REFERS_BACK, Index, Match
from bot.core.matching.terms import VALUES, Kind, stems, terms
from bot.core.matching.words import cut

_SPAN = r"(?:day|week|weekend|month|year|quarter|time|one|few|\w+day|release|sprint)s?"
_NEXT = (
    r"(?:then|also|after that|afterwards|finally|in addition|as well as"
    rf"|next(?!\s+{_SPAN}\b))"
)
_BORDER = re.compile(
    rf"(?<=[.;!?])\s+|\n+|,?\s+(?:and|but|plus)\s+(?:{_NEXT},?\s+)*|,?\s+{_NEXT}\s+|,\s+",
    re.IGNORECASE,
)
LONGEST_JOINT = 30  # characters
_JOINT = re.compile(rf"[\s,;](?:and|but|plus|{_NEXT})$", re.IGNORECASE)
_STRONG = re.compile(rf"\b{_NEXT}\b|\n|^\s+$", re.IGNORECASE)
_COURTESY = re.compile(
    r"^(?:(?:hi|hello|hey|please|pls|kindly|ok|okay|so|well|and|but|then|also|i also)\b[\s,!.]*)+",
    re.IGNORECASE,
)
# A verb and what it is about, as in "feed my cat", "sing us a song".
_ORDER = re.compile(
    r"(?P<verb>[a-z]{3,})\s+(?:(?:me|us|him|her|them)\s+)?(?:my|our|your|the|an?|some|this|that)\s+\w",
    re.IGNORECASE,
)
_NO_ORDERS = {
    *("have", "enjoy", "wish", "want", "need", "never", "always", "once", "twice", "whatever"),
    *("where", "when", "while", "whose", "which", "with", "without", "within", "during", "beside"),
    *("under", "over", "between", "until", "unless", "since", "near", "across", "behind", "via"),
}
_ASKS = re.compile(
    r"(?:what|who|whose|when|where|why|how|is|are|do|does|did|will|can|could|tell|show|give)\b",
    re.IGNORECASE,
)
NAMED_ANSWER = re.compile(
    r"(?:my|the)\s+(?:\w+\s+){1,3}(?:is|are)\b|\w+(?:\s\w+)?\s*[:=]\s*\S", re.IGNORECASE
)
_VALUE = re.compile(r"\w+\s+[$€£]?\d", re.IGNORECASE)  # as “amount 50”
_TELLS = re.compile(r"\d|\b(?:is|are|was|were)\b", re.IGNORECASE)
_THING = re.compile(r"(?:the(?! other way\b)|my|your|our|some|an?)\s+\w", re.IGNORECASE)
KEEPS_WORDS = re.compile(
    r":\s|[\"“]|\bto (?!my\b|the\b|his\b|her\b|our\b)[a-z]+"
    r"|\b(?:that|about|because|saying|says?|note|remind|ticket|plan)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"(?:but |and |only )*(?:(?:if|unless|provided|as soon as|when)\b"
    r"|let (?:me|us)\b[^.;!?]{0,60}\bfirst\b)",
    re.IGNORECASE,
)
_CORRECTION_WORD = r"(?:no|nope|wait|sorry|actually|rather|i mean(?:t)?|instead)"
_MOST_PIECES = 8


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing asked for, and the agent it fits."""

    card: Card
    text: str


@dataclass(frozen=True, slots=True)
class _Piece:
    text: str
    start: int
    after_strong_border: bool


def intents(text: str, index: Index) -> tuple[Intent, ...]:
    """The things a message asks for, in order; values joined by "and" stay together."""
    starts: list[tuple[int, Match]] = []
    opening = _Piece("", 0, after_strong_border=True)
    for piece in _pieces(text):
        match = index.clear_winner(piece.text)
        if match and len(starts) == 1 and _only_leads_up(opening, piece, match, text, index):
            starts, opening = [(0, match)], piece
        elif match and (not starts or _opens(piece, match, starts[-1][1], index)):
            is_anew = not starts or match.card != starts[-1][1].card
            stands_alone = _stands_alone(opening, piece) or _is_other_order(opening, piece, index)
            if is_anew or (stands_alone and not _corrects(piece, text)):
                starts.append((piece.start if starts else 0, match))
                opening = piece
    # “Can you look it up, and send 20?” asks nothing: it orders both.
    end = len(text.rstrip("? ")) if len(starts) > 1 and not asks(text) else len(text)
    borders = [*(start for start, _ in starts[1:]), end]
    parts = zip(starts, borders, strict=False)
    return tuple(Intent(match.card, plain(text[start:end])) for (start, match), end in parts)


def unplaced(text: str, index: Index) -> tuple[str, ...]:
    """The orders in a message that fit no agent, beside others that do: “… and feed my cat”.

    What may be part of a text that somebody wants kept or sent is none.
    """
    pieces = _pieces(text)
    if len(pieces) == 1 or not any(index.clear_winner(piece.text) for piece in pieces):
        return ()
    orders = [plain(p.text) for p in pieces if not _is_kept(p, text)]
    return tuple(order for order in orders if _is_wish_of_nobody(order, index))


def _is_kept(piece: _Piece, text: str) -> bool:
    """Say whether words are a part of others: of a text to keep, or of what they lead up to."""
    leads_up = piece.start == 0 and text[len(piece.text) :].startswith(",")
    is_order = _ORDER.match(plain(piece.text))
    return bool(KEEPS_WORDS.search(text[: piece.start]) or (leads_up and not is_order))


def first_part(text: str, index: Index) -> str:
    """What a message with several wishes says to whoever is first; all of it if it has one wish.

    What fits no agent is left out: nobody logs in as “Paris” who also wants to fly there.
    """
    asked = intents(text, index)
    # Who comes later has its own part queued: now it runs for the first wish, and hears that.
    part = asked[0].text if len(asked) > 1 else text
    foreign = unplaced(text, index)
    for order in foreign:
        part = part.replace(order, "")
    return (plain(part) or text) if foreign else part


def plain(text: str) -> str:
    """Take greetings, courtesies and dangling joints off a request."""
    bare = _COURTESY.sub("", text.strip())
    kept = _ends_bare(bare)
    while (joint := _JOINT.search(kept[-LONGEST_JOINT:])) is not None:
        kept = _ends_bare(kept[: joint.start() - min(len(kept), LONGEST_JOINT)])
    return kept.strip(" ,;") or text.strip()


def _ends_bare(text: str) -> str:
    return text.rstrip(",; \t\n\r\f\v")


def _pieces(text: str) -> list[_Piece]:
    pieces: list[_Piece] = []
    start, is_strong = 0, True
    for border in _BORDER.finditer(text[:2000]):
        if len(pieces) == _MOST_PIECES:
            break
        if not _joins_condition(text[start : border.start()], text[border.end() :]):
            pieces.append(_Piece(text[start : border.start()], start, is_strong))
            start, is_strong = border.end(), bool(_STRONG.search(border.group()))
    return [*pieces, _Piece(text[start:], start, is_strong)]


def _joins_condition(before: str, after: str) -> bool:
    """A condition goes with the order on either side of it, and not with a question."""
    is_behind = _CONDITION.match(after) and not before.endswith("?")
    return bool(is_behind or _CONDITION.match(before))


def _opens(piece: _Piece, match: Match, before: Match, index: Index) -> bool:
    """A piece is a request of its own if it is worded like one."""
    if piece.after_strong_border and match.card != before.card:
        return True
    is_worded = index.begins_request(plain(piece.text)) or _is_order_with_value(piece, index)
    return is_worded or (match.card != before.card and _speaks_of(match, piece.text, index))


def _speaks_of(match: Match, text: str, index: Index) -> bool:
    """Say whether words are about an agent and little else, and name what it does."""
    if NAMED_ANSWER.match(plain(text)) or _VALUE.match(plain(text)):
        return False
    intent = intent_terms(match.card)
    words = (term.text for term in terms(text) if term.kind is Kind.WORD)
    return index.is_digression(text, match) and any(index.is_intent_of(w, intent) for w in words)


def _is_wish_of_nobody(wish: str, index: Index) -> bool:
    if not (orders_something(wish) or _asks_of_something(wish, index)):
        return False
    is_foreign = index.clear_winner(wish) is None and not REFERS_BACK.search(wish)
    return is_foreign and small_talk(wish) is None


def orders_something(text: str) -> bool:
    """Say whether it begins with a verb and a thing, as “feed my cat”."""
    found = _ORDER.match(text)
    return found is not None and found["verb"].lower() not in FUNCTION_WORDS | _NO_ORDERS


def _asks_of_something(text: str, index: Index) -> bool:
    """Say whether it is a question, or names a thing, and speaks of what nobody knows."""
    is_thing = _THING.match(text) and not _TELLS.search(text)
    words = [term.text for term in terms(text) if term.kind is Kind.WORD]
    speaks = bool(words or _has_value(text)) if _ASKS.match(text) else bool(words and is_thing)
    return speaks and not any(map(index.is_intent_word, words))


def _only_leads_up(before: _Piece, piece: _Piece, match: Match, text: str, index: Index) -> bool:
    """Say whether words before an order are a part of it, as in "two desks, order them"."""
    if piece.after_strong_border or index.begins_request(plain(before.text)):
        return False
    first = index.clear_winner(before.text)
    if first and first.card != match.card and _speaks_of(first, before.text, index):
        return False
    best = next(iter(index.ranked(text)), None)
    is_for_all = best is not None and best.card == match.card
    return is_for_all and index.begins_request(plain(piece.text))


def _is_order_with_value(piece: _Piece, index: Index) -> bool:
    first = cut(plain(piece.text))[:1]
    return bool(first) and index.begins_request(first[0].text) and _has_value(piece.text)


def _stands_alone(before: _Piece, piece: _Piece) -> bool:
    """The same agent twice needs two sets of values; "send it to Sam" goes on."""
    if REFERS_BACK.search(piece.text):
        return False
    return _has_value(before.text) and _has_value(piece.text)


def _is_other_order(before: _Piece, piece: _Piece, index: Index) -> bool:
    """Say whether both are orders, each for something else: “note that …, and remind me to …”."""
    texts = [plain(before.text), plain(piece.text)]
    if REFERS_BACK.search(piece.text) or not all(map(index.is_order, texts)):
        return False
    first, second = (stems.of(cut(text)[0].text) for text in texts)
    are_plain = all(stems.kind(verb) is Kind.WORD for verb in (first, second))
    return are_plain and first != second and second not in stems.synonyms(first)


def _corrects(piece: _Piece, text: str) -> bool:
    """Say whether it puts right what was said before it: “send 50, no, send 60”."""
    words = _CORRECTION_WORD
    is_led_in = re.search(rf"\b{words}\W*$", text[: piece.start], re.IGNORECASE)
    return bool(is_led_in or re.match(rf"{words}\b", piece.text, re.IGNORECASE))


def _has_value(text: str) -> bool:
    return any(term.kind in VALUES | {Kind.NAME} for term in terms(text))
