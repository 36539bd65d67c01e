"""What a turn tells the audit: who did, decided or tried what; ids and digests, never words."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from pydantic import JsonValue

from agents.kit.tool import Tool
from agents.kit.values.errors import ToolFailed
from bot.core.state.work import Work
from bot.domain.errors import EffectsPaused, Interrupted
from bot.domain.ids import digest_of
from bot.domain.requests import Request, Subject

_VERBS = re.compile(r"(?:approve|edit|reject|respond)(?:-\d{1,2})?|submit|option-\d{1,3}")


def tell_audit(work: Work, act: str, **facts: JsonValue) -> None:
    """Tell one thing, with this turn's commit."""
    if work.services.by_operator:
        facts["operator"] = True
    work.changes.besides = work.changes.besides.telling(act, facts)


def tell_decision(work: Work, request: Request, verb: str) -> None:
    """Tell who decided a request, from where, and what exactly it was about."""
    via = work.incoming.via
    tell_audit(
        work,
        "decision",
        **({"via": via.person.key} if via else {}),
        request=request.id,
        kind=request.kind,
        verdict=hide_verb(verb),
        status=request.status,
        asked=request.asked.key,
        by=work.author.key,
        digest=request.digest,
        action=request.subject.digest,
    )


def tell_step_approved(work: Work, request: Request, number: int, action: str) -> None:
    """Tell which exact action of a plan's step somebody let through, by its digest."""
    tell_audit(
        work,
        "step_approved",
        request=request.id,
        plan=request.task,
        step=number,
        asked=request.asked.key,
        by=work.author.key,
        action=action,
    )


def tell_refused_press(work: Work, request: Request | None, verb: str, because: str) -> None:
    """Tell of a decision that somebody tried and may not make, or makes too late."""
    tell_audit(
        work,
        "press_refused",
        request=request.id if request else "",
        verdict=hide_verb(verb),
        by=work.author.key,
        because=because,
    )


@contextmanager
def tell_effect(work: Work, tool: Tool, action: Subject, **ids: str) -> Iterator[None]:
    """Tell of an effect, and how it ended; one that was not begun is none."""
    facts: dict[str, Any] = {
        "agent": action.agent,
        "tool": tool.name,
        "version": tool.version,
        "arguments": digest_of(action.arguments),
        "action": action.digest,
        "for": work.person.identity.key,
        **ids,
    }
    try:
        yield
    except Interrupted:
        raise
    except EffectsPaused:
        tell_audit(work, "effect_stopped", **facts)
        raise
    except ToolFailed:
        tell_audit(work, "effect", outcome="failed", **facts)
        raise
    except BaseException:
        tell_audit(work, "effect", outcome="unknown", **facts)
        raise
    tell_audit(work, "effect", outcome="done", **facts)


def hide_text(text: str) -> str:
    """What stands for a text of which nobody knows what is in it."""
    return f"digest:{digest_of(text)}"


def hide_verb(verb: str) -> str:
    """A verb of ours as it is, and of anything else only its digest."""
    return verb if _VERBS.fullmatch(verb) else hide_text(verb)
