"""A password reaches its tool and nothing else, however it comes in."""

import asyncio
import html
import json
from base64 import b64encode
from pathlib import Path
from urllib.parse import urlencode

import pytest

from tests.fakes.model_server import ModelServer
from tests.faults.canaries import SHAPES, Canary, canaries, leaks
from tests.faults.conftest import Count, asked_kills
from tests.faults.driver import Line, Talk
from tests.faults.logins import known_at_the_bank, logs_in
from tests.faults.sinks import LOUDLY, sinks
from tests.faults.stories import Library

pytestmark = [pytest.mark.faults, pytest.mark.timeout(300)]

START = (Line("0", "help"),)
FEW = 1 if asked_kills() else 2  # the one half without a model, the other half with one
LOGGED_IN = "You are logged in as"

# What is said before, and how the password comes in; those marked need one without spaces.
WAYS: dict[str, tuple[str, ...]] = {
    "asked for*": ("log me in", "{user}", "{password}"),
    "asked for, also in several words": ("log me in", "{user}", "{password}", "cancel"),
    "in the form": ("log me in", "{user}", "press {password}"),
    "wrong, then right*": ("log me in", "{user}", "{password}wrong", "{password}"),
    "wrong, then given up": ("log me in", "{user}", "{password}wrong", "cancel"),
    "volunteered in the login*": ("log me in", "{user} {password}"),
    "volunteered, wrong*": ("log me in", "{user} {password}wrong", "cancel"),
    "with the wish*": ("log me in as {user}, password: {password}",),
    "labelled*": ("log me in", "{user}, password: {password}"),
    "put right*": ("log me in", "{user}", "{password}wrong", "no, it's {password}"),
    "told in a sentence*": ("my password is {password}",),
    "told to somebody else*": ("transfer money", "my password is {password}", "stop"),
}
NO_LOGIN = {
    "asked for, also in several words",
    "wrong, then given up",
    "volunteered, wrong*",
    "put right*",
    "told in a sentence*",
    "told to somebody else*",
}


@pytest.mark.parametrize("way", list(WAYS)[::FEW])
@pytest.mark.proves("R8")
def test_a_password_is_found_nowhere(way: str, library: Library, tmp_path: Path, count: Count):
    birds = canaries(spaces="*" not in way)

    talk, places = _whole_dialogues(library, tmp_path / "it", way, birds)

    count(secrets_looked_for=len(birds), places_looked_at=len(birds) * len(places))
    assert leaks(places, birds) == []
    if way not in NO_LOGIN:
        assert _logged_in(talk) >= _sure_to_log_in(way, birds)


@pytest.mark.parametrize("way", list(WAYS)[1 % FEW :: FEW])
@pytest.mark.proves("R8")
async def test_a_password_is_never_sent_to_a_model(
    way: str, library: Library, tmp_path: Path, count: Count
):
    birds = canaries(spaces="*" not in way)

    async with ModelServer(logs_in) as server:
        talk, places = await asyncio.to_thread(
            _whole_dialogues, library, tmp_path / "it", way, birds, server.base_url
        )
    places["model"] = "\n".join(
        json.dumps([asked.headers, asked.body], ensure_ascii=False) for asked in server.asked
    ).encode()

    count(secrets_looked_for=len(birds), places_looked_at=len(birds) * len(places))
    assert leaks(places, birds) == []
    assert server.asked
    if way not in NO_LOGIN:
        assert _logged_in(talk) >= _sure_to_log_in(way, birds)


@pytest.mark.parametrize("bird", canaries(), ids=list(SHAPES))
def test_what_looks_for_passwords_finds_them(bird: Canary):
    written = {
        "plain": f"it is {bird.word.upper()}, really".encode(),
        "JSON": json.dumps({"text": f"it is {bird.password}"}).encode(),
        "URL": urlencode({"text": bird.password}).encode(),
        "HTML": html.escape(bird.password).encode(),
        "UTF-16": f"it is {bird.password}".encode("utf-16"),
        "base64": b64encode(f"shifted: {bird.password}!".encode()),
    }

    assert leaks({"nowhere": b"it is a secret"}, [bird]) == []
    for how, content in written.items():
        assert leaks({"somewhere": content}, [bird]), how


def _whole_dialogues(
    library: Library, folder: Path, way: str, birds: list[Canary], model: str = ""
) -> tuple[Talk, dict[str, bytes]]:
    """Let every customer log in; what could be read while the bot ran, and afterwards."""
    with _prepared(library, folder, birds) as talk:
        if model:
            talk.environment = {
                **talk.environment,
                "OPENAI_BASE_URL": model,
                "OPENAI_API_KEY": "none",
                "FRONTDESK_MODEL": "fake",
            }
        talk.start()
        for bird in birds:
            _say_all(talk, _lines(way, bird))
        running = {f"{name} while running": sink for name, sink in sinks(talk.folder).items()}
        assert talk.finish() == 0, talk.errors
    return talk, {**running, **sinks(talk.folder)}


def _prepared(library: Library, folder: Path, birds: list[Canary]) -> Talk:
    talk = library.opened(START, folder)
    talk.environment = LOUDLY
    known_at_the_bank(folder, birds)
    return talk


def _lines(way: str, bird: Canary) -> list[Line]:
    """What a customer says, in a thread of their own; a press carries its value behind it."""
    words = [
        said.replace("{user}", bird.user).replace("{password}", bird.password)
        for said in WAYS[way]
    ]
    return [Line(f"{bird.user}/{n}", text, thread=bird.user) for n, text in enumerate(words)]


def _say_all(talk: Talk, lines: list[Line]) -> None:
    for line in lines:
        _say(talk, line)


def _say(talk: Talk, line: Line) -> None:
    """Say a line, or press the form's button with the password in its field."""
    _, press, password = line.text.partition("press ")
    if press and not talk.is_answered(line):
        line = Line(line.id, press="Submit", thread=line.thread, values=(("password", password),))
    if not talk.is_answered(line):
        talk.say(line)


def _sure_to_log_in(way: str, birds: list[Canary]) -> set[str]:
    """Leave out whose unasked password begins with what may be a bracket; they are asked again."""
    return {bird.user for bird in birds if "*" not in way or bird.password[0] not in "{<"}


def _logged_in(talk: Talk) -> set[str]:
    texts = [one.get("text", "") for one in talk.heard if one["kind"] == "message"]
    return {
        text.removeprefix(LOGGED_IN).split()[0].rstrip(".")
        for text in texts
        if text.startswith(LOGGED_IN)
    }
