"""Agents hosted elsewhere, behind one HTTP address that speaks the outcome's own JSON."""

from typing import Literal

from pydantic import JsonValue, ValidationError

from agents.kit.agent import Agent
from agents.kit.outcome import Outcome, OutcomeFields
from agents.kit.turn import Turn
from agents.kit.values.declaration import shown, spelled
from agents.kit.values.errors import AuthorError, NoAnswer
from agents.kit.values.person import Fact
from agents.kit.values.texts import within

MAYBE_DONE = "It may have done what you asked; look there before you ask again."
MOST_SHOWN, MOST_CHARACTERS = 3, 300


class RemoteAnswer(OutcomeFields):
    """What a tool server may say: an outcome, but never what our own code decides about it."""

    value: str
    suspended: None = None
    goes_on: Literal[False] = False

    @property
    def outcome(self) -> Outcome:
        """The same as an outcome."""
        return Outcome(**dict(self))


@spelled
def remote_agent(  # noqa: PLR0913 - the words of a declaration
    name: str,
    url: str,
    *,
    description: str,
    introduction: str = "",
    requires: tuple[Fact, ...] = (),
    examples: tuple[str, ...] = (),
) -> Agent:
    """Declare an agent that runs on a tool server.

    The server gets `{"agent", "text", "person", "state", "key"}`, the same key when it is asked
    the same thing again after a crash, and answers an `Outcome` as JSON,
    or `{"value": "…"}` alone for plain text.

    Raises:
        AuthorError: something is not what its word asks for.
    """
    _refuse_no_address(name, url)

    async def _run(turn: Turn) -> Outcome:
        turn.progress(f"Asking the {name} service")
        try:
            answer = await turn.http.post_json(url, _asked_of(name, turn))
        except NoAnswer as error:
            raise NoAnswer(f"{error} {MAYBE_DONE}") from None
        return _outcome(name, answer)

    return Agent(
        name=name,
        description=description,
        introduction=introduction,
        requires=requires,
        examples=examples,
        run=_run,
        remote=url,
    )


def _refuse_no_address(name: str, url: object) -> None:
    # Not everybody has a checker.
    if not (isinstance(url, str) and url.startswith(("http://", "https://"))):
        example = "https://tools.example.com/weather"
        raise AuthorError(
            f"agent {name}: its server is an address such as {example}, not {shown(url)}"
        )


def _asked_of(name: str, turn: Turn) -> dict[str, JsonValue]:
    return {
        "agent": name,
        "text": turn.text,
        "person": turn.person.key,
        "state": turn.state,
        "key": turn.key,
    }


def _outcome(name: str, answer: JsonValue) -> Outcome:
    try:
        return RemoteAnswer.model_validate(answer).outcome
    except ValidationError as error:
        wrong = error.errors(include_url=False, include_input=False)[:MOST_SHOWN]
        parts = "; ".join(f"{'.'.join(map(str, part['loc']))}: {part['msg']}" for part in wrong)
        words = f"an answer that is not an outcome ({within(parts, MOST_CHARACTERS)})"
        raise NoAnswer(f"The {name} service sent {words}. {MAYBE_DONE}") from None
