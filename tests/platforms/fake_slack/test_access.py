"""Who may call the fake's Web API, with what scopes, and whom it knows."""

from collections.abc import AsyncIterator, Awaitable
from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.fakes.slack import FakeSlack
from tests.fakes.slack.methods import METHODS
from tests.fakes.slack.scopes import METHOD_SCOPES, scopes_for
from tests.fakes.slack.tiers import METHOD_TIERS


@pytest.fixture
async def fake() -> AsyncIterator[FakeSlack]:
    async with FakeSlack(door="none") as slack:
        slack.user("U1", name="ana")
        slack.user("U2", name="ben")
        yield slack


@pytest.fixture
def client(fake: FakeSlack) -> AsyncWebClient:
    return fake.client()


async def error_of(call: Awaitable[object]) -> str:
    with pytest.raises(SlackApiError) as refused:
        await call
    return str(refused.value.response["error"])


async def test_people_groups_and_places_can_be_looked_up(fake: FakeSlack, client: AsyncWebClient):
    fake.user("U1", is_admin=True)
    fake.group("S1", ["U1", "U2"])

    user = (await client.users_info(user="U1"))["user"]
    group = await client.usergroups_users_list(usergroup="S1")
    place = await client.conversations_open(users="U2")
    info = await client.conversations_info(channel=place["channel"]["id"])
    fake.user("U1", is_admin=False)
    later = (await client.users_info(user="U1"))["user"]

    assert (user["name"], user["is_admin"], later["is_admin"]) == ("ana", True, False)
    assert group["users"] == ["U1", "U2"]
    assert (info["channel"]["is_im"], info["channel"]["user"]) == (True, "U2")


async def test_who_the_bot_is(fake: FakeSlack, client: AsyncWebClient):
    fake.team("T2", "Other")
    me = await client.auth_test()
    there = await fake.client("T2").auth_test()

    assert (me["team_id"], me["user_id"], me["bot_id"]) == ("T1", "UBOTT1", "BT1")
    assert (there["team_id"], there["user_id"]) == ("T2", "UBOTT2")
    assert (await client.bots_info(bot="BT1"))["bot"]["user_id"] == "UBOTT1"
    assert (await fake.client("T2").team_info())["team"]["name"] == "Other"


async def test_tokens_that_are_no_good(fake: FakeSlack):
    def auth(token: str | None) -> Awaitable[Any]:
        return AsyncWebClient(token=token, base_url=fake.api_url).auth_test()

    assert await error_of(auth(None)) == "not_authed"
    assert await error_of(auth("xoxb-nobody")) == "invalid_auth"
    assert await error_of(auth(fake.app_token)) == "not_allowed_token_type"
    await fake.client().auth_revoke()
    assert await error_of(auth(fake.bot_token)) == "token_revoked"


async def test_a_missing_scope_names_what_is_needed(fake: FakeSlack, client: AsyncWebClient):
    fake.grant({"chat:write", "im:history"})

    with pytest.raises(SlackApiError) as refused:
        await client.users_info(user="U1")

    answer = refused.value.response
    assert (answer["error"], answer["needed"]) == ("missing_scope", "users:read")
    assert answer["provided"] == "chat:write,im:history"
    assert answer.headers["x-oauth-scopes"] == "chat:write,im:history"
    persona = client.chat_postMessage(channel="C1", text="x", username="Bank")
    assert await error_of(persona) == "missing_scope"
    assert await error_of(client.conversations_history(channel="C1")) == "missing_scope"
    await client.conversations_history(channel=fake.dm("U1"))
    assert fake.record.scopes_used == {
        "channels:history",
        "chat:write",
        "chat:write.customize",
        "im:history",
        "users:read",
    }


def test_every_method_has_a_scope_and_every_tier_a_method():
    assert set(METHODS) | {"oauth.v2.access"} == set(METHOD_SCOPES)
    assert set(METHOD_TIERS) <= set(METHODS)


def test_scopes_follow_from_methods_and_kinds_of_conversations():
    methods = ["chat.postMessage", "conversations.replies", "views.open", "apps.connections.open"]

    assert scopes_for(methods, ["im", "channels"]) == {
        "chat:write",
        "im:history",
        "channels:history",
    }
