"""Plans over HTTP, to be made and decided: every call is an event of its session, taken in turn.

| call                        | event                                                        |
|-----------------------------|--------------------------------------------------------------|
| /input_task                 | the command `plan`                                           |
| /human_feedback             | a press on the step's card: approve-2, edit-2, reject-2      |
| /approve_step_or_steps      | the same, or for all that waits: approve, reject             |
| /human_clarification_on_plan| an answer to the planner's question, or a remark on a card   |
| DELETE /messages            | the command `forget`, for all sessions                       |
"""

from dataclasses import dataclass

from pydantic import JsonValue

from bot.core.ports.admin import Scope
from bot.core.ports.credentials import KeyScope
from bot.core.state.catalogue import PLANNER
from bot.domain.errors import Refused
from bot.domain.ids import StepId
from bot.domain.messages import Incoming, Press
from bot.domain.plans.plan import Plan
from bot.domain.plans.steps import ASKED, PlanStep
from bot.domain.requests import Request, RequestKind
from bot.domain.untrusted import make_storable
from bot.platforms.http import models
from bot.platforms.http.authentication import PLATFORM
from bot.platforms.http.endpoints import ApiAnswer, ApiCall, Endpoint
from bot.platforms.http.plans import own_plan
from bot.platforms.http.pubsub import OWN_WORK
from bot.platforms.http.requests import weigh
from bot.platforms.http.sessions import ApiTurns, place_for, pressed, thread_of, told
from bot.platforms.http.validation import Problem, not_there

PLANNING_SECONDS = 60.0
DECIDING_SECONDS = 10.0
FORGETTING_SECONDS = 20.0
LATER = "Taken in; it is being worked on. Look at /plans."
PASSED_ON = "Passed on to where it was asked; it is being worked on. Look at /plans."


@dataclass(frozen=True, slots=True)
class PlanDecisionEndpoints:
    """Answers calls that make and decide plans."""

    turning: ApiTurns

    def endpoints(self) -> list[Endpoint]:
        """What may be called."""
        return [self._making(), *self._deciding(), self._clarifying(), self._forgetting()]

    def _making(self) -> Endpoint:
        return Endpoint(
            "POST",
            "/input_task",
            "Have a plan made for a goal",
            self.input_task,
            models.TaskTaken,
            scope=KeyScope.WRITE,
            body=models.InputTask,
        )

    def _deciding(self) -> list[Endpoint]:
        return [
            Endpoint(
                "POST",
                "/human_feedback",
                "Approve, change or reject a step",
                self.feedback,
                models.FeedbackTaken,
                scope=KeyScope.DECIDE,
                body=models.HumanFeedback,
                refuses=(404,),
            ),
            Endpoint(
                "POST",
                "/approve_step_or_steps",
                "Approve or reject one step, or all that wait",
                self.approve,
                models.Told,
                scope=KeyScope.DECIDE,
                body=models.ApprovalRequest,
                refuses=(404,),
            ),
        ]

    def _clarifying(self) -> Endpoint:
        return Endpoint(
            "POST",
            "/human_clarification_on_plan",
            "Answer the planner, or change a plan",
            self.clarify,
            models.ClarificationTaken,
            scope=KeyScope.WRITE,
            body=models.HumanClarification,
            refuses=(404,),
        )

    def _forgetting(self) -> Endpoint:
        return Endpoint(
            "DELETE",
            "/messages",
            "Delete all that is kept of you here; running plans end",
            self.forget,
            models.Told,
            scope=KeyScope.WRITE,
        )

    async def input_task(self, call: ApiCall) -> ApiAnswer:
        """Have a plan made; it is there, or the words say why not, once this answers."""
        given, turning = call.body, self.turning
        id_ = turning.id_for(call)
        thread = thread_of(call.person, given.session_id or id_)
        await turning.published.open(thread.session, call.person)
        event = told(id_, thread, call.person, f"plan : {make_storable(given.description)}")
        status = await self._carried_out(event, PLANNING_SECONDS)
        plan = await turning.plans.made_by(id_, thread.session, call.person)
        return ApiAnswer(
            models.TaskTaken(
                status=status,
                session_id=thread.thread,
                plan_id=plan.id if plan else None,
                description=given.description,
                user_id=call.person.user,
            )
        )

    async def feedback(self, call: ApiCall) -> ApiAnswer:
        """Decide one step."""
        given = call.body
        plan = await self._plan(call)
        status = await self._step(call, plan, given.step_id)
        taken = models.FeedbackTaken(
            status=status, session_id=given.session_id, step_id=given.step_id
        )
        return ApiAnswer(taken)

    async def approve(self, call: ApiCall) -> ApiAnswer:
        """Decide one step, or all that wait for the caller; what is over stays as it is."""
        given = call.body
        plan = await self._plan(call)
        if given.step_id is not None:
            return ApiAnswer(models.Told(status=await self._step(call, plan, given.step_id)))
        told = await self._all(call, plan)
        return ApiAnswer(models.Told(status="\n".join(told) or "Nothing waits for a decision."))

    async def clarify(self, call: ApiCall) -> ApiAnswer:
        """Say something to a plan."""
        given = call.body
        plan = await self._plan(call)
        asked = await self._open_for_words(plan)
        if asked is None:
            raise Problem(409, "Nothing of this plan waits for words; look at /plans.")
        words = make_storable(given.human_clarification)
        status = await self._pressed(call, asked, Press(asked.id, "respond", {"text": words}))
        return ApiAnswer(models.ClarificationTaken(status=status, session_id=given.session_id))

    async def forget(self, call: ApiCall) -> ApiAnswer:
        """Forget the caller, in all their sessions."""
        turning, person = self.turning, call.person
        id_ = turning.id_for(call)
        event = told(id_, thread_of(person, OWN_WORK), person, "forget yes")
        await turning.take(event)
        if await self._is_forgotten(call):
            return ApiAnswer(models.Told(status="All messages deleted."))
        return ApiAnswer(
            models.Told(status="Being deleted; what runs is ended first."), status=202
        )

    async def _plan(self, call: ApiCall) -> Plan:
        """The plan that a call names."""
        return await own_plan(self.turning, call, call.body.plan_id, call.body.session_id)

    async def _step(self, call: ApiCall, plan: Plan, step_id: str) -> str:
        step = plan.find(StepId(step_id))
        if step is None:
            raise not_there()
        request = await self._asked(step)
        if request is None:
            raise Problem(409, f"Step {step.number} is {step.status}; it waits for no decision.")
        return await self._pressed(call, request, _verdict(call, plan, step, request))

    async def _all(self, call: ApiCall, plan: Plan) -> list[str]:
        """Decide every card that is the caller's to decide, and tell of the others whose they are.

        Raises:
            Refused: none of them is.
        """
        told: list[str] = []
        refused: list[Refused] = []
        for request in await self._cards(plan):
            try:
                told.append(await self._whole(call, request))
            except Refused as refusal:
                refused.append(refusal)
        if refused and not told:
            raise refused[0]
        return [*told, *map(str, refused)]

    async def _whole(self, call: ApiCall, request: Request) -> str:
        given = call.body
        verb = "approve" if given.approved else "reject"
        return await self._pressed(call, request, Press(request.id, verb, _reason(call)))

    async def _pressed(self, call: ApiCall, request: Request, press: Press) -> str:
        id_ = self.turning.id_for(call, request.id)
        await weigh(self.turning, request, press, call)
        place = place_for(call.person, request.session)
        event = pressed(id_, place, call.person, press)
        if place != request.session:  # what comes of it is said there, and told nowhere here
            await self.turning.take(event)
            return PASSED_ON
        return await self._carried_out(event, DECIDING_SECONDS)

    async def _carried_out(self, event: Incoming, seconds: float) -> str:
        """Take an event in, and tell what was said to it if that came quickly."""
        await self.turning.take(event)
        if not await self.turning.wait(event, seconds):
            return LATER
        published, session = self.turning.published, event.thread.session
        told = await published.replies(session, event.person, event.id)
        texts = [str(one.body.get("text", "")) for one in told if one.kind == "message"]
        return "\n".join(text for text in texts if text) or "Done."

    async def _asked(self, step: PlanStep) -> Request | None:
        if step.status not in ASKED or step.request is None:
            return None
        return await self.turning.services.requests.find(step.request)

    async def _cards(self, plan: Plan) -> list[Request]:
        """The open cards of a plan, each for one or more of its steps."""
        requests = self.turning.services.requests
        found = [await requests.find(id_) for id_ in plan.pending_requests]
        return [request for request in found if request and not request.options]

    async def _open_for_words(self, plan: Plan) -> Request | None:
        """What takes words: the planner's question, or else a card."""
        if plan.open_question:
            scope = Scope(PLATFORM, plan.owner.workspace, session=plan.session)
            pending = await self.turning.services.admin_views.open_requests(scope)
            questions = (
                request
                for request in reversed(pending)
                if request.kind is RequestKind.QUESTION and request.subject.agent == PLANNER
            )
            if found := next(questions, None):
                return found
        return next(iter(await self._cards(plan)), None)

    async def _is_forgotten(self, call: ApiCall) -> bool:
        """Look until nothing is left, as long as that is quick."""
        turning, person = self.turning, call.person
        until = turning.services.clock.elapsed() + FORGETTING_SECONDS
        with turning.hub.listen(thread_of(person, OWN_WORK).session) as listener:
            while turning.services.clock.elapsed() < until and not turning.hub.is_closed:
                plans = await turning.services.plans.of_person(person, 1)
                if not plans and not await turning.published.sessions(person, 1):
                    return True
                await listener.wait(0.1)
        return False


def _verdict(call: ApiCall, plan: Plan, step: PlanStep, request: Request) -> Press:
    """The press that a verdict on a step is."""
    given = call.body
    if request.options:  # a step for a person: done, or it cannot be done
        return Press(request.id, "option-1" if given.approved else "option-2")
    wanted = (given.updated_action or "").strip()
    if given.approved and wanted:
        return Press(request.id, f"edit-{step.number}", {"updated_action": make_storable(wanted)})
    verb = "approve" if given.approved else "reject"
    is_alone = len(plan.waiting_for(request.id)) == 1
    return Press(request.id, verb if is_alone else f"{verb}-{step.number}", _reason(call))


def _reason(call: ApiCall) -> dict[str, JsonValue]:
    words = (call.body.human_feedback or "").strip()
    return {"reason": make_storable(words)} if words else {}
