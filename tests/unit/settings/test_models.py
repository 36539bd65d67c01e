"""Settings of models and limits: who is asked for what, with which parameters, and how much."""

from pathlib import Path

import pytest

from agents.kit.values.model import Purpose
from bot.bootstrap import build
from bot.domain.budget import TurnLimits
from bot.settings import Settings, SettingsWrong, read_settings


def the_settings(monkeypatch: pytest.MonkeyPatch, **given: str) -> Settings:
    for name, value in {"OPENAI_API_KEY": "key", **given}.items():
        monkeypatch.setenv(name, value)
    return read_settings()


def the_problems(monkeypatch: pytest.MonkeyPatch, **given: str) -> tuple[str, ...]:
    with pytest.raises(SettingsWrong) as caught:
        the_settings(monkeypatch, **given)
    return caught.value.problems


def test_every_purpose_may_have_a_model_of_its_own(monkeypatch: pytest.MonkeyPatch):
    given = {f"FRONTDESK_MODEL_{purpose.name}": f"for-{purpose}" for purpose in Purpose}

    settings = the_settings(monkeypatch, FRONTDESK_MODEL="large", **given)

    assert {one: settings.model_for(one) for one in Purpose} == {
        one: f"for-{one}" for one in Purpose
    }
    assert settings.every_model == ("large", *(f"for-{purpose}" for purpose in Purpose))


def test_what_a_message_leaves_to_do_is_read_as_messages_are(monkeypatch: pytest.MonkeyPatch):
    settings = the_settings(
        monkeypatch,
        FRONTDESK_MODEL="large",
        FRONTDESK_MODEL_READ="small",
        FRONTDESK_MODEL_PARAMETERS_READ='{"max_tokens": 100}',
    )

    assert settings.models_by_purpose == {Purpose.READ: "small", Purpose.CONTINUE: "small"}
    assert settings.parameters_by_purpose == {
        Purpose.READ: {"max_tokens": 100},
        Purpose.CONTINUE: {"max_tokens": 100},
    }
    assert settings.model_for(Purpose.AGENT) == "large"
    assert settings.every_model == ("large", "small")


@pytest.mark.parametrize("name", ["FRONTDESK_MODEL_PARAMETERS", "FRONTDESK_MODEL_PARAMETERS_PLAN"])
@pytest.mark.parametrize("given", ["low", "[1]", "{", "3"])
def test_parameters_are_a_json_object(name: str, given: str, monkeypatch: pytest.MonkeyPatch):
    (problem,) = the_problems(monkeypatch, **{name: given})

    assert problem == f'{name}: write a JSON object such as {{"reasoning_effort": "low"}}.'


def test_parameters_of_models_are_objects_too(monkeypatch: pytest.MonkeyPatch):
    name = "FRONTDESK_MODEL_PARAMETERS_BY_MODEL"

    (problem,) = the_problems(monkeypatch, **{name: '{"temperature": 0}'})

    assert problem.startswith(f"{name}: “temperature” has no parameters; write a JSON object")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        (
            '{"model": "x"}',
            "“model” is said in every request already, leave it out; set",
        ),
        ('{"stream": true}', "leave it out; set FRONTDESK_STREAMING instead."),
        ('{"tools": []}', "“tools” is said in every request already, leave it out."),
    ],
)
def test_parameters_do_not_say_what_requests_say_by_themselves(
    given: str, told: str, monkeypatch: pytest.MonkeyPatch
):
    (problem,) = the_problems(monkeypatch, FRONTDESK_MODEL_PARAMETERS=given)
    by_model = f'{{"gpt-x": {given}}}'
    monkeypatch.delenv("FRONTDESK_MODEL_PARAMETERS")
    (of_a_model,) = the_problems(monkeypatch, FRONTDESK_MODEL_PARAMETERS_BY_MODEL=by_model)

    assert told in problem
    assert told in of_a_model


def test_a_model_for_a_purpose_must_be_somewhere(monkeypatch: pytest.MonkeyPatch):
    (problem,) = the_problems(monkeypatch, OPENAI_API_KEY="", FRONTDESK_MODEL_READ="small")

    assert problem.startswith("FRONTDESK_MODEL_READ is set; set OPENAI_API_KEY, OPENAI_BASE_URL")


def test_the_api_is_one_that_there_is(monkeypatch: pytest.MonkeyPatch):
    (problem,) = the_problems(monkeypatch, FRONTDESK_MODEL_API="soap")

    assert "give one of auto, chat, responses" in problem


async def test_the_limits_of_a_turn_are_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    settings = the_settings(
        monkeypatch,
        DATABASE_URL=f"sqlite:///{tmp_path}/frontdesk.db",
        FRONTDESK_TURN_SECONDS="900",
        FRONTDESK_MODEL_CALL_SECONDS="300",
        FRONTDESK_TURN_MODEL_CALLS="40",
        FRONTDESK_TURN_HAND_OFFS="12",
        FRONTDESK_TURN_TOKENS="200000",
    )

    app = build(settings)

    assert app.ports.limits == TurnLimits(
        model_calls=40, hand_offs=12, seconds=900.0, call_seconds=300.0, tokens=200_000
    )
    await app.close()


def test_without_settings_the_limits_are_the_usual_ones(monkeypatch: pytest.MonkeyPatch):
    assert the_settings(monkeypatch).limits == TurnLimits()


@pytest.mark.parametrize("quote", ["", "'"])
def test_parameters_in_a_file_may_stand_in_quotes_or_not(quote: str, tmp_path: Path):
    line = f'FRONTDESK_MODEL_PARAMETERS={quote}{{"top_p": 0.5, "stop": ["a b"]}}{quote}\n'
    (file := tmp_path / ".env").write_text(line)

    assert read_settings(file).parameters == {"top_p": 0.5, "stop": ["a b"]}
