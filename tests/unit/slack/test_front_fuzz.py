"""Whatever bytes knock at Slack's front door: never an exception, never 5xx, nothing kept."""

import asyncio
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.platforms.chat.webhook_signatures import MOST_BYTES
from tests.effort import examples
from tests.fakes.asgi import Headers, knock
from tests.fakes.receivers import FORM, JSON, signed
from tests.fakes.world import NOON
from tests.unit.slack.test_front import COMMAND, EVENT, HERE, Desk

pytestmark = [pytest.mark.proves("R10", "R19"), pytest.mark.timeout(60)]

Request = tuple[Headers, list[bytes]]

TURNED_AWAY = {400, 401, 408, 413}

names = st.sampled_from(
    [
        b"content-type",
        b"content-length",
        b"x-slack-signature",
        b"x-slack-request-timestamp",
        b"x-slack-retry-num",
        b"transfer-encoding",
    ]
)
NOW = int(NOON.timestamp())
moments = st.integers(NOW - 400, NOW + 400).map(lambda at: str(at).encode())
values = st.one_of(
    st.binary(max_size=80), moments, st.sampled_from([JSON, FORM, b"v0=" + b"0" * 64])
)
headers = st.lists(st.tuples(names | st.binary(min_size=1, max_size=20), values), max_size=8)
json_like = st.text(st.sampled_from('{}[]":,\\u0dE+-NaN tyevnp_callback'), max_size=200)
form_like = st.text(st.sampled_from("&=%+payloadcommand0fFcC{}\"'"), max_size=200)
bodies = st.one_of(st.binary(max_size=300), json_like.map(str.encode), form_like.map(str.encode))


@examples(2_000)
@given(headers, st.lists(bodies, min_size=1, max_size=3), st.booleans())
def test_whoever_does_not_sign_is_turned_away(
    given_headers: Headers,
    pieces: list[bytes],
    hangs_up: bool,  # noqa: FBT001 - Hypothesis gives it by its place
):
    desk = Desk()

    heard = asyncio.run(knock(desk.app, HERE, given_headers, pieces, hangs_up=hangs_up))

    assert heard.status in TURNED_AWAY - {400} | ({400} if hangs_up else set())
    assert desk.receiver.calls == []


@examples(1_000)
@given(bodies, st.sampled_from([JSON, FORM, b"", b"text/plain", b"\xff/\x00"]))
def test_what_is_signed_and_no_request_changes_nothing(body: bytes, kind: bytes):
    desk = Desk()

    heard = asyncio.run(desk.send(body, kind=kind))

    assert heard.status in {200, 400}
    assert desk.receiver.calls == [] or heard.status == 200


@examples(500)
@given(st.binary(max_size=400).map(lambda value: urlencode({"payload": value}).encode()))
def test_a_signed_form_with_anything_inside_is_answered(body: bytes):
    desk = Desk()

    assert asyncio.run(desk.send(body, kind=FORM)).status in {200, 400}


def malformed() -> list[Request]:
    """Sixty requests nobody at Slack would send."""
    now = str(NOW).encode()
    body = str(EVENT).replace("'", '"').encode()
    good = dict(signed(body, float(now)))
    form = urlencode(COMMAND).encode()

    def _with(**changes: bytes | None) -> Headers:
        renamed = {name.replace("_", "-").encode(): value for name, value in changes.items()}
        return [(name, value) for name, value in {**good, **renamed}.items() if value is not None]

    moments = [
        None, b"", b"now", b"-1", b"1e9", b"0x10", now[:5] + b" " + now[5:], now + b".0",
        "١٧٦٣٦٤٠٠٠٠".encode(), b"\xff\xfe", b"nan", b"inf", b"1_763_640_000", now[:-1], b"+" + now,
        b"0", now * 20, now + b"\n",
    ]  # fmt: skip
    signatures = [
        None, b"", b"v0=", b"v0", b"v1=" + b"0" * 64, b"v0=" + b"0" * 64, b"v0=" + b"0" * 100_000,
        "v0=ünïcödé".encode(), b"\xff" * 67, b"\x00", b"v0=" + b"G" * 64, b"v0=" + b"0" * 63,
        good[b"x-slack-signature"].upper(), b"v0= " + good[b"x-slack-signature"][3:],
        good[b"x-slack-signature"] + b"0", good[b"x-slack-signature"][3:],
    ]  # fmt: skip
    wrong_bodies = [
        b"", b"[]", b"{", b"\xff\xfe\x00", b"[" * 100_000, b"null", b"NaN", b'{"a":1,"a":2}',
        b"9" * 5_000, b"ssl_check=1", b"payload=%7B", b"payload=%FF", b"command", b"&&&=&",
        b'{"type":"url_verification","challenge":"x"}', b"x" * MOST_BYTES, b"\x00" * 1_000, form,
    ]  # fmt: skip
    sizes: list[Request] = [
        (_with(content_length=b"20000000"), [b""]),
        (_with(content_length=b"9" * 400), [b""]),
        (_with(), [b"x" * 65_536] * 400),
        (_with(), [b"x" * (MOST_BYTES + 1)]),
    ]
    twice: list[Request] = [
        ([*_with(), (b"x-slack-signature", b"v0=0")], [body]),
        ([*_with(), (b"X-Slack-Request-Timestamp", now)], [body]),
        ([], [body]),
        ([(b"\xff", b"\xff")] * 100, [body]),
    ]
    return [
        *((_with(x_slack_request_timestamp=moment), [body]) for moment in moments),
        *((_with(x_slack_signature=signature), [body]) for signature in signatures),
        *((_with(), [other]) for other in wrong_bodies),
        *sizes,
        *twice,
    ]


async def test_sixty_malformed_requests_change_nothing():
    desk = Desk()

    statuses = [(await knock(desk.app, HERE, *request)).status for request in malformed()]

    assert len(statuses) == 60
    assert [number for number, one in enumerate(statuses) if one not in {401, 413}] == []
    assert desk.receiver.calls == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"[]", b"[1]", b"{", b"\xff\xfe\x00", b"null", b'"text"', b'{"a":NaN}', b"{}",
        b'{"type":"event_callback","a":1,"a":2}', b"[" * 100_000, b'{"a":' * 50_000,
        b'{"type":1}', b'{"type":"event_callback"}', b'{"type":"event_callback","event":[]}',
        b'{"type":"event_callback","event":{}}', b'{"type":"url_verification"}',
        b'{"type":"url_verification","challenge":{}}', b'{"type":' + b"9" * 5_000 + b"}",
    ],
)  # fmt: skip
async def test_malformed_json_that_is_signed_is_refused_for_good(body: bytes):
    desk = Desk()

    heard = await desk.send(body)

    assert (heard.status, heard.headers["x-slack-no-retry"]) == (400, "1")
    assert desk.receiver.calls == []


@pytest.mark.parametrize(
    "body",
    [
        b"", b"&", b"command", b"text=x", b"payload=", b"payload=[]", b"payload=%7B%7D",
        b"payload=%FF", b"payload=%7B%22type%22%3A1%7D", b"command=%FF", b"\xff",
        b"command=/a&command=/b", b"&".join(b"f%d=1" % one for one in range(100)),
    ],
)  # fmt: skip
async def test_a_malformed_form_that_is_signed_is_refused_for_good(body: bytes):
    desk = Desk()

    heard = await desk.send(body, kind=FORM)

    assert (heard.status, heard.headers["x-slack-no-retry"]) == (400, "1")
    assert desk.receiver.calls == []


async def test_nothing_of_what_was_sent_is_logged(capsys: pytest.CaptureFixture[str]):
    desk = Desk()

    await desk.send(b'{"canary-1": canary-2}')
    await desk.send(b'{"type": "event_callback", "canary-3": 1}')
    await desk.event(late=400)

    shown = capsys.readouterr()
    assert "slack_request_malformed" in shown.out
    assert "canary" not in shown.out + shown.err
