"""Keys of a procedure's file that mean nothing here, and those that must not stand in one."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from agents.kit.procedures.components import Written
from agents.kit.procedures.sheet import Sheet

_PLACEHOLDERS = {"", "API_KEY", "PROXY", "None"}
_SECRETS = {
    "API_KEY": "take it out and set OPENAI_API_KEY in the environment",
    "API_BASE": "take it out and set OPENAI_BASE_URL in the environment",
    "PROXY": "take it out and set HTTPS_PROXY in the environment",
}
_MODEL = "is left out; the operator chooses the model, and `model` of a state may name another"
_ELSEWHERE = {
    "LLM": _MODEL,
    "LLM_type": _MODEL,
    "temperature": _MODEL,
    "API_KEY": "is left out; the key stands in the environment",
    "API_BASE": "is left out; the address stands in the environment",
    "PROXY": "is left out; the environment says which proxy there is",
    "log_path": "is left out; logs go where the operator sends them",
    "ACTIVE_MODE": "is left out; every reply is written for the conversation it belongs to",
    "GRADIO": "is left out; people meet the bot in their chat",
    "Embed_Model": "is left out; words are compared where no embeddings are configured",
    "MIN_CATEGORY_SIM": "is left out; it belonged to CategoryRequirementsComponent",
    "FETSIZE": "is left out; files are read whole",
    "active_mode": "is left out; every reply is written for the conversation it belongs to",
    "summary_last_prompt": "is left out; say it in summary_system_prompt",
    "is_user": "is left out; write `person: true`",
}


def refused(raw: Mapping[Any, Any]) -> tuple[str, ...]:
    """Secrets and addresses in the file: it is shared, so they have no place there."""
    config = raw.get("config")
    if not isinstance(config, Mapping):
        return ()
    return tuple(
        f"config.{key}: {instead}."
        for key, instead in _SECRETS.items()
        if str(config.get(key, "")) not in _PLACEHOLDERS
    )


def strangers(sheet: Sheet) -> Iterator[str]:
    """Say of each key that means nothing what became of it, and what may have been meant."""
    for where, written in _places(sheet):
        known = {field.alias or name for name, field in type(written).model_fields.items()}
        for key in written.unknown:
            yield f"{where}{key}: {_ELSEWHERE.get(key) or _unknown(key, known)}."


def _unknown(key: str, known: set[str]) -> str:
    near = get_close_matches(key, known, n=1)
    meant = f" (did you mean {near[0]}?)" if near else ""
    return f"is not known here and is left out{meant}"


def _places(sheet: Sheet) -> Iterator[tuple[str, Written]]:
    yield "", sheet
    yield "config.", sheet.config
    for name, agent in sheet.agents.items():
        yield f"agents.{name}.", agent
    for name, state in sheet.states.items():
        yield f"states.{name}.", state
        yield f"states.{name}.controller.", state.controller
