"""What became of a request, in words for the card that showed it."""

from bot.domain.requests import Request, RequestKind, Status


def outcome_of(request: Request) -> str:
    """Say what became of it, or how far it has come; empty while nothing has happened."""
    match request.status:
        case Status.PENDING:
            return _progress(request)
        case Status.ANSWERED:
            return _answered(request)
        case Status.REJECTED:
            reason = f": {request.reason}" if request.reason else ""
            return f"Rejected{_by(request)}{reason}"
        case Status.EXPIRED:
            return "Expired: nobody answered in time"
        case Status.CANCELLED:
            return "Replaced by a newer request" if request.replaced else "Withdrawn"


def _progress(request: Request) -> str:
    """How many of a quorum have approved, and who."""
    names = ", ".join(person.shown for person in request.approvals)
    return f"{len(request.approvals)} of {request.quorum} approved: {names}" if names else ""


def _answered(request: Request) -> str:
    is_choice = request.kind is RequestKind.PLAN and request.options
    if is_choice or request.kind not in {RequestKind.APPROVAL, RequestKind.PLAN}:
        choice = f": {request.reason}" if request.reason else ""
        return f"Answered{_by(request)}{choice}"
    if request.replaced:
        return f"Changed{_by(request)}: replaced by a newer request"
    names = ", ".join(person.shown for person in request.approvals)
    changed = "Edited and approved" if request.verdict == "edit" else "Approved"
    what = f": {request.reason}" if request.verdict == "edit" and request.reason else ""
    return f"{changed} by {names}{what}" if names else f"{changed}{_by(request)}{what}"


def _by(request: Request) -> str:
    return f" by {request.decided_by.shown}" if request.decided_by else ""
