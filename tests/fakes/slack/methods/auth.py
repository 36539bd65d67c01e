"""Who the token is, how it came to be and how it ends; where Socket Mode connects."""

import base64
import binascii
from dataclasses import replace

from tests.fakes.slack.errors import SlackRefuses
from tests.fakes.slack.methods.registry import Asked, method
from tests.fakes.slack.record import Json
from tests.fakes.slack.tokens import TOKEN_LIFE_SECONDS, Grant
from tests.fakes.slack.world import World


@method("auth.test")
def _test(asked: Asked) -> Json:
    team = asked.team
    return {
        "url": f"https://{team.domain}.slack.com/",
        "team": team.name,
        "user": asked.world.directory.user(team.id, asked.grant.user).name,
        "team_id": team.id,
        "user_id": asked.grant.user,
        "bot_id": team.bot_id,
        "is_enterprise_install": False,
    }


@method("auth.revoke")
def _revoke(asked: Asked) -> Json:
    if asked.args.get("test"):
        return {"revoked": False}
    asked.world.tokens.end(asked.grant.token, "token_revoked")
    return {"revoked": True}


@method("apps.uninstall")
def _uninstall(asked: Asked) -> Json:
    asked.need("client_id", "client_secret")
    check_client(asked.world, asked.args["client_id"], asked.args["client_secret"])
    asked.world.tokens.end_team(asked.grant.team)
    return {}


@method("apps.connections.open")
def _connections_open(asked: Asked) -> Json:
    ticket = asked.world.new_ticket()
    host = asked.world.base_url.removeprefix("http")
    return {"url": f"ws{host}/link/?ticket={ticket}&app_id={asked.world.app.id}"}


def check_client(world: World, client_id: object, client_secret: object) -> None:
    """Refuse anybody but the app itself."""
    if client_id != world.app.client_id:
        raise SlackRefuses("invalid_client_id")
    if client_secret != world.app.client_secret:
        raise SlackRefuses("bad_client_secret")


def exchange(world: World, args: Json, authorization: str) -> Json:
    """Answer `oauth.v2.access`, the one method without a token."""
    client_id, client_secret = _basic(authorization)
    client_id = client_id or args.get("client_id")
    check_client(world, client_id, client_secret or args.get("client_secret"))
    now = world.clock.now()
    kind = args.get("grant_type") or "authorization_code"
    if kind == "refresh_token":
        return _access(world, world.tokens.redeem_refresh(str(args.get("refresh_token"))))
    if kind != "authorization_code":
        raise SlackRefuses("invalid_grant_type")
    code = world.tokens.redeem(str(args.get("code")), args.get("redirect_uri"), now)
    team = world.directory.teams[code.team]
    grant = Grant(team.bot_token, "bot", team.id, code.scopes, team.bot_user_id)
    return _access(world, grant) | {"authed_user": {"id": code.user}}


def _access(world: World, grant: Grant) -> Json:
    team = world.directory.teams[grant.team]
    more: Json = {}
    if world.rotates_tokens:
        grant, refresh_token = world.tokens.rotated(grant, world.clock.now())
        more = {"refresh_token": refresh_token, "expires_in": TOKEN_LIFE_SECONDS}
    else:
        world.tokens.grants[grant.token] = replace(grant, ended_by=None)
    return {
        "ok": True,
        "access_token": grant.token,
        "token_type": "bot",
        "scope": ",".join(sorted(grant.scopes)),
        "bot_user_id": team.bot_user_id,
        "app_id": world.app.id,
        "team": {"id": team.id, "name": team.name},
        "enterprise": None,
        "is_enterprise_install": False,
        **more,
    }


def _basic(authorization: str) -> tuple[str | None, str | None]:
    scheme, _, encoded = authorization.partition(" ")
    if scheme.lower() != "basic":
        return None, None
    try:
        name, _, secret = base64.b64decode(encoded).decode().partition(":")
    except (binascii.Error, UnicodeDecodeError):
        return None, None
    return name, secret
