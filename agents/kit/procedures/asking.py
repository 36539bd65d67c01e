"""Asks the one model port, for whichever state it is."""

from dataclasses import dataclass

from agents.kit.agent import Stage
from agents.kit.errors import ModelUnavailable
from agents.kit.model import Brief, ChatMessage, Finish, ModelCall, ModelReply, Purpose, ToolSpec
from agents.kit.procedures.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Asking:
    """The model as one state has it: the operator's, or the one the state names."""

    procedure: Procedure
    stage: Stage
    state: str

    async def words(
        self, purpose: Purpose, messages: tuple[ChatMessage, ...], brief: Brief
    ) -> str:
        """Ask for words.

        Raises:
            ModelUnavailable: there are none, or not all of them.
        """
        reply = await self.reply(purpose, messages, brief)
        if reply.finish is not Finish.STOP or not reply.text.strip():
            reason = "the model gave no whole answer"
            raise ModelUnavailable(reason)
        return reply.text

    async def reply(
        self,
        purpose: Purpose,
        messages: tuple[ChatMessage, ...],
        brief: Brief,
        tools: tuple[ToolSpec, ...] = (),
    ) -> ModelReply:
        """Ask for a reply, which may be a tool call."""
        model = self.procedure.state(self.state).model
        call = ModelCall(purpose, self.procedure.name, messages, brief, tools, model=model)
        return await self.stage.complete(call)
