"""What can go wrong, sorted by who can act.

FrontdeskError
├── Refused              the user: shown word for word
│   ├── RequestClosed    the request was decided, or has expired
│   ├── NotYours         somebody else must decide
│   ├── ApprovedAlready  others must approve as well
│   ├── NotChecked       their platform does not say who they are; nothing was changed
│   ├── NotUnderstood    the command or its values make no sense
│   └── PlanMoveRefused  a plan or its step is not where that would be possible
│       └── ApprovalVoid what would run is not what was approved
├── AgentFailed          the agent's author: an agent broke its contract
│   └── AgentGone        the operator: an agent with an open task is not there any more
├── PlanFlawed           the planner: its steps make no plan; told to it, so that it mends them
├── BudgetSpent          nobody: the turn stops, says why, and keeps its task
├── EffectsPaused        an admin: nothing may be changed, so the turn stops and says so
├── Fenced               nobody: another worker took this session over
├── Interrupted          nobody: the person no longer wants what the turn is doing
├── Revised              nobody: the message was changed in time, so its turn begins again
├── PlanOvertaken        nobody: a plan was changed beside the turn, which begins again
└── PlatformFailed       the operator: store, network or configuration
    └── StoreAway        the store does not answer; nothing was accepted
"""


class FrontdeskError(Exception):
    """Any failure of the bot itself."""


class Refused(FrontdeskError):
    """Something the user may not, or cannot, do; the words say what to do instead."""


class RequestClosed(Refused):
    """The request was already decided, or has expired."""

    def __init__(self, status: str, by: str = "", *, replaced: bool = False) -> None:
        whom = f" by {by}" if by else ""
        if replaced:
            words = "That was replaced by a newer request; please decide that one."
        else:
            words = f"That was already {status}{whom}; ask again to get a new request."
        super().__init__(words)


class NotYours(Refused):
    """Somebody else must decide; `is_outsider` for who is listed, but may not as what they are."""

    def __init__(self, whom: str, *, is_outsider: bool = False) -> None:
        as_what = " as a guest, a bot or somebody from outside" if is_outsider else ""
        super().__init__(f"You cannot decide this{as_what}; it is waiting for {whom}.")
        self.is_outsider = is_outsider


class ApprovedAlready(Refused):
    """One person counts once."""

    def __init__(self, whom: str) -> None:
        super().__init__(f"You have approved this already; it is still waiting for {whom}.")


class NotChecked(Refused):
    """The platform does not say who somebody is, so nobody has a right."""

    def __init__(self) -> None:
        super().__init__(
            "I cannot check just now whether you may decide this, so nothing was changed. "
            "Please try again in a moment."
        )


class NotUnderstood(Refused):
    """A command or its values make no sense."""


class Objection(NotUnderstood):
    """What a tool says against changed values."""


class PlanMoveRefused(Refused):
    """A plan or its step is not in a state in which that would be possible."""


class ApprovalVoid(PlanMoveRefused):
    """What would run is not what a person approved."""

    def __init__(self, number: int) -> None:
        super().__init__(f"Step {number} is no longer what was approved; please decide it anew.")


class AgentFailed(FrontdeskError):
    """An agent broke its contract; its author can mend it."""


class AgentGone(AgentFailed):
    """An agent is no longer in the catalogue, though something was open with it."""

    def __init__(self, name: str) -> None:
        super().__init__(f"the agent “{name}” is no longer in the catalogue")
        self.name = name


class PlanFlawed(FrontdeskError):
    """The steps a planner wrote make no plan; the message says what to mend."""


class BudgetSpent(FrontdeskError):
    """A turn used up what it may use; `limit` says what."""

    def __init__(self, limit: str) -> None:
        super().__init__(limit)
        self.limit = limit


class HandOffsSpent(BudgetSpent):
    """Agents passed the work on too often in one turn; `limit` says how often."""


class CallRepeated(BudgetSpent):
    """An agent made the same tool call too often in one turn; `limit` says how often."""


class DaySpent(BudgetSpent):
    """What may be used in a day is used up; `limit` says when there is more."""


class EffectsPaused(FrontdeskError):
    """Somebody paused the bot; the words say who, and nothing was done."""


class Fenced(FrontdeskError):
    """Another worker started a turn of this session; what this one does no longer counts."""


class Interrupted(FrontdeskError):
    """The person no longer wants what the turn is doing."""


class Revised(FrontdeskError):
    """The message was changed before anything was done for it, so its turn begins again."""


class PlanOvertaken(FrontdeskError):
    """The store holds another version of a plan than the turn began with, or none any more."""

    def __init__(self, plan: str) -> None:
        super().__init__(f"plan {plan} was changed or deleted meanwhile")


class PlatformFailed(FrontdeskError):
    """The surroundings failed; the operator can mend it."""


class StoreAway(PlatformFailed):
    """The store does not answer."""
