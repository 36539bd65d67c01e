"""Checks the text of a contract by plain rules: what it lacks, and what deserves a second look."""

import re

LONGEST_SENTENCE = 60  # words
FEWEST_WORDS = 20

_MUST_HAVE = {
    "which law applies": r"\b(?:governing law|law of|laws of|governed by|jurisdiction)\b",
    "how it ends": r"\b(?:terminat\w+|notice period|cancel\w*|end(?:s|ed|ing)? (?:this|the|it))\b",
    "from when it holds": r"\b(?:effective|commenc\w+|begins?|starts?|as of|from the date)\b",
    "who signs it": r"\b(?:sign(?:ed|ature|s)?|executed by)\b|_{5,}",
    "what is kept secret": r"\b(?:confidential\w*|non-disclosure|secre(?:t|cy))\b",
}
_LOOK_AT = {
    "it renews itself": r"\b(?:auto(?:matic(?:ally)?)?[\s-]+renew\w*|renews? automatically)\b",
    "a liability without limit": r"\b(?:unlimited liability|liab\w+ without limit\w*)\b",
    "one side indemnifies the other": r"\bindemnif\w+\b",
    "a penalty": r"\b(?:penalt(?:y|ies)|liquidated damages)\b",
    "one side alone may change it": r"\b(?:sole discretion|at any time without notice)\b",
    "it is exclusive": r"\bexclusiv\w+\b",
    "it cannot be revoked": r"\b(?:irrevocabl\w+|perpetual\w*)\b",
    "a gap to fill in": r"\[\s*[\w ]*\s*\]|\bTBD\b|\bXX+\b",
}


def review(text: str) -> str:
    """List what the rules find; they read words, not their meaning."""
    words = text.split()
    if len(words) < FEWEST_WORDS:
        count = "one word" if len(words) == 1 else f"{len(words)} words"
        return f"That is only {count}. Please give me the whole text to check."
    findings = [
        *(f"it does not say {what}" for what, rule in _MUST_HAVE.items() if not _has(rule, text)),
        *(f"look at this: {what}{_quoted(rule, text)}" for what, rule in _LOOK_AT.items()
          if _has(rule, text)),
        *_long_sentences(text),
    ]  # fmt: skip
    head = f"I checked {len(words)} words by plain rules; this is no legal advice."
    if not findings:
        return f"{head} Nothing stands out."
    return "\n".join([head, *(f"- {finding}" for finding in findings)])


def _has(rule: str, text: str) -> bool:
    return re.search(rule, text, re.IGNORECASE) is not None


def _quoted(rule: str, text: str) -> str:
    found = re.search(rule, text, re.IGNORECASE)
    return f" (“{found.group()}”)" if found else ""


def _long_sentences(text: str) -> list[str]:
    lengths = [len(sentence.split()) for sentence in re.split(r"[.;!?]\s+|\n\s*\n", text)]
    too_long = sum(length > LONGEST_SENTENCE for length in lengths)
    what = "sentence is" if too_long == 1 else "sentences are"
    return [f"{too_long} {what} longer than {LONGEST_SENTENCE} words"] if too_long else []
