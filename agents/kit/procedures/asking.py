"""Asks the one model port, for whichever state it is."""

from dataclasses import dataclass

from agents.kit.agent import Stage
from agents.kit.errors import ModelUnavailable
from agents.kit.model import ChatMessage, Finish, ModelCall, ModelReply, Purpose, ToolSpec
from agents.kit.procedures.procedure import Procedure


@dataclass(frozen=True, slots=True)
class Asking:
    """The model as one state has it: the operator's, or the one the state names."""

    procedure: Procedure
    stage: Stage
    state: str

    async def words(self, purpose: Purpose, messages: tuple[ChatMessage, ...]) -> str:
        """Ask for words.

        Raises:
            ModelUnavailable: there are none, or not all of them.
        """
        reply = await self.reply(purpose, messages)
        if reply.finish is not Finish.STOP or not reply.text.strip():
            raise ModelUnavailable("the model gave no whole answer")
        return reply.text

    async def reply(
        self,
        purpose: Purpose,
        messages: tuple[ChatMessage, ...],
        tools: tuple[ToolSpec, ...] = (),
        owner: str = "",
    ) -> ModelReply:
        """Ask for a reply, which may be a call of a tool; `owner` is the agent they belong to."""
        model, agent = self.procedure.state(self.state).model, owner or self.procedure.name
        return await self.stage.complete(ModelCall(purpose, agent, messages, tools, model=model))
