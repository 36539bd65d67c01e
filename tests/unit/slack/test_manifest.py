"""The manifest: what the code uses and nothing more, by either way in."""

import ast
import json
import re
from pathlib import Path
from typing import Any

import pytest

import bot.platforms.slack
from bot.platforms.slack.oauth.manifest import EVENTS, METHODS, Doors, bot_scopes, manifest
from tests.fakes.command_line import command

pytestmark = pytest.mark.proves("R27")

HERE = "https://desk.example.com"
EXAMPLES = [f"example {number}" for number in range(9)]
FAMILIES = r"agents|apps|assistant|auth|chat|conversations|files|oauth|usergroups|users|views"
METHOD = re.compile(rf"(?:{FAMILIES})(?:\.[a-zA-Z0-9]+)+")
BY_THE_LIBRARY = {"apps.connections.open"}  # Socket Mode calls it inside the SDK


def named_in_the_code() -> set[str]:
    """Every text in the adapter's code that is a method's name."""
    folder = Path(bot.platforms.slack.__path__[0])
    sources = [path for path in folder.rglob("*.py") if path.name != "scopes.py"]
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in sources]
    texts = {
        node.value
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return {text for text in texts if METHOD.fullmatch(text)}


def test_the_methods_listed_are_those_the_code_calls():
    assert set(METHODS) == named_in_the_code() | BY_THE_LIBRARY


def test_the_scopes_asked_for_are_those_needed():
    assert bot_scopes() == (
        "app_mentions:read",
        "assistant:write",
        "channels:history",
        "channels:read",
        "chat:write",
        "commands",
        "files:read",
        "files:write",
        "groups:history",
        "groups:read",
        "im:history",
        "im:write",
        "mpim:history",
        "mpim:read",
        "usergroups:read",
        "users:read",
    )
    assert set(bot_scopes(personas=True)) - set(bot_scopes()) == {"chat:write.customize"}


def test_by_socket_mode_slack_is_told_no_address():
    text = json.dumps(made := manifest(Doors(), EXAMPLES))

    assert made["settings"]["socket_mode_enabled"] is True
    assert made["settings"]["token_rotation_enabled"] is False
    assert "redirect_urls" not in made["oauth_config"]
    assert "https://" not in text


def test_by_http_slack_posts_to_us_and_tokens_are_followed_up():
    made = manifest(Doors(HERE, several=True), EXAMPLES)

    settings = made["settings"]
    assert settings["event_subscriptions"]["request_url"] == f"{HERE}/slack/events"
    assert settings["interactivity"]["request_url"] == f"{HERE}/slack/interactions"
    assert made["features"]["slash_commands"][0]["url"] == f"{HERE}/slack/commands"
    assert made["oauth_config"]["redirect_urls"] == [f"{HERE}/slack/oauth_redirect"]
    assert (settings["socket_mode_enabled"], settings["token_rotation_enabled"]) == (False, True)
    assert settings["org_deploy_enabled"] is False
    assert settings["event_subscriptions"]["bot_events"] == sorted(EVENTS)


def test_slack_s_limits_are_kept():
    made = manifest(Doors(), ["x" * 5_000, *EXAMPLES])

    features = made["features"]
    assert len(made["display_information"]["name"]) <= 35
    assert len(made["display_information"]["description"]) <= 140
    assert len(features["agent_view"]["agent_description"]) <= 300
    assert len(features["agent_view"]["suggested_prompts"]) == 4
    assert max(len(one["title"]) for one in features["agent_view"]["suggested_prompts"]) <= 75
    assert len(features["slash_commands"][0]["description"]) <= 100


def printed(*arguments: str, **env: str) -> dict[str, Any]:
    result = command("slack", "manifest", *arguments, env=env)
    assert result.exit_code == 0, result.output
    read: dict[str, Any] = json.loads(result.stdout)
    return read


def test_the_command_prints_it_with_examples_of_the_catalogue():
    made = printed("--http", f"{HERE}/")

    prompts = made["features"]["agent_view"]["suggested_prompts"]
    assert 1 <= len(prompts) <= 4
    assert made["oauth_config"]["redirect_urls"] == [f"{HERE}/slack/oauth_redirect"]


def test_without_options_it_is_for_what_the_settings_say():
    assert printed()["settings"]["socket_mode_enabled"] is True
    by_http = printed(FRONTDESK_PUBLIC_URL=HERE)
    assert by_http["settings"]["event_subscriptions"]["request_url"].startswith(HERE)
    assert printed("--socket", FRONTDESK_PUBLIC_URL=HERE)["settings"]["socket_mode_enabled"]


def test_one_workspace_by_http_keeps_a_token_that_never_ends():
    made = printed("--http", HERE, "--one-workspace")

    given = printed("--http", HERE, SLACK_BOT_TOKEN="xoxb-1", SLACK_SIGNING_SECRET="s")

    assert made["settings"]["token_rotation_enabled"] is False
    assert "redirect_urls" not in made["oauth_config"]
    assert given == made


@pytest.mark.parametrize(
    "arguments",
    [("--http", "http://desk.example.com"), ("--http", "desk"), ("--socket", "--http", HERE)],
)
def test_an_address_slack_would_not_take_is_refused(arguments: tuple[str, ...]):
    assert command("slack", "manifest", *arguments).exit_code == 2
