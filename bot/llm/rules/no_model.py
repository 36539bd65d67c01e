"""What stands where a model would, when none is set up."""

from typing_extensions import override

from agents.kit.errors import ModelUnavailable
from agents.kit.model import Model, ModelCall, ModelReply

REASON = "no language model is set up; OPENAI_API_KEY or OPENAI_BASE_URL sets one"


class NoModel(Model):
    """Answers nothing, and says why."""

    @override
    async def complete(self, call: ModelCall, *, within_seconds: float) -> ModelReply:
        raise ModelUnavailable(REASON)
