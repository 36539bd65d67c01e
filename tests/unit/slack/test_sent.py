"""Whatever is built here, the fake Slack finds nothing wrong with it and follows no link."""

from dataclasses import replace

import pytest
from hypothesis import given

from bot.domain.messages import Field
from bot.platforms.chat.render.cards import RequestEnding
from bot.platforms.chat.wire import PlatformMessage
from bot.platforms.slack.receive.app_home import HomeView, home
from bot.platforms.slack.render import modals
from bot.platforms.slack.render.cards import card, locked
from bot.platforms.slack.render.split_text import pieces
from bot.platforms.slack.render.task_cards import TaskCard, as_chunks, as_line, plan
from tests.fakes.slack.findings import findings
from tests.fakes.slack.links import links_in
from tests.fakes.slack.record import Call, Json
from tests.unit.slack.requests import NOON, a_question, a_reply, a_text, a_view
from tests.unit.slack.texts import HOSTS, hostile, long_hostile

ORIGIN = modals.SlackFormOrigin("r1", "C1", "1.2")


def wrong_with(method: str, arguments: Json) -> list[str]:
    return findings([Call(method, arguments, "xoxb-1", 0.0)])


def wrong_with_post(message: PlatformMessage) -> list[str]:
    previews = {"unfurl_links": False, "unfurl_media": False}
    shown = {"text": message.text, "blocks": list(message.parts)}
    return wrong_with("chat.postMessage", shown | previews)


@pytest.mark.proves("R7", "R19")
@given(long_hostile)
def test_answers(text: str):
    for piece in pieces(text, HOSTS):
        if isinstance(piece, PlatformMessage):
            assert wrong_with_post(piece) == []
            strange = {url for url in links_in(piece.text) if "docs.example.com" not in url}
            assert strange == set()


@given(hostile, hostile)
def test_cards(value: str, said: str):
    asked = card(a_reply(f"{said}\n\n{a_text({'memo': value})}"), a_view({"memo": value}))
    question = card(a_reply(said), a_question(said), hosts=HOSTS)

    for message in (asked, question, locked(asked, RequestEnding(said, (value,), NOON))):
        assert wrong_with_post(message) == []


@given(hostile, hostile)
def test_forms(value: str, said: str):
    field = Field("memo", said, value=value)
    for view in (
        modals.edit(ORIGIN, [field]),
        modals.reject(ORIGIN),
        modals.respond(ORIGIN, a_question(said), field),
        modals.notice(said)["view"],
        modals.secret(ORIGIN, [replace(field, secret=True)], said),
        modals.full_text(ORIGIN, a_view({"memo": value}), may_approve=True),
    ):
        assert wrong_with("views.open", {"view": view}) == []


@given(hostile)
def test_homes(text: str):
    view = HomeView((text,), ((a_reply(text), a_question(text)),), paused=text)

    assert wrong_with("views.publish", {"view": home(view)}) == []


@given(hostile, hostile)
def test_progress(title: str, detail: str):
    steps = [TaskCard(title, detail, output=detail)]
    chunks = as_chunks(steps)

    assert wrong_with("chat.appendStream", {"chunks": chunks}) == []
    assert wrong_with_post(PlatformMessage(as_line(steps))) == []
    assert wrong_with_post(PlatformMessage("…", (plan(title, steps),))) == []
